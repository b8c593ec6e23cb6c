import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeptAnswers } from '../../src/http/kept-answers.ts';

const KIB = 1024;

function withState(maxBytes: number) {
  const database = { state: 'one' as string | undefined, asked: 0, sent: 0 };
  const readState = async () => {
    database.asked++;
    if (database.state === undefined) throw new Error('away');
    return database.state;
  };
  const kept = createKeptAnswers(maxBytes, readState, () => void database.sent++);
  /** Has the same answer twice, so that it is kept. */
  const repeat = (request: string, body: Buffer) => {
    for (let times = 0; times < 2; times++) kept.note(request, database.state!, body);
  };
  return { database, kept, repeat };
}

test('a request that was made once, or in another state, asks the database nothing', async () => {
  const { database, kept } = withState(KIB * KIB);
  kept.note('a', 'one', Buffer.from('A'));
  assert.equal(kept.find('a'), undefined);
  kept.note('a', 'two', Buffer.from('A'));
  assert.equal(kept.find('a'), undefined);
  assert.equal(database.asked, 0);
});

test('a body is a copy, and is sent while the state is the same', async () => {
  const { database, kept, repeat } = withState(KIB * KIB);
  const body = Buffer.from('first');
  repeat('a', body);
  body.fill('x');
  assert.equal(`${await kept.find('a')}`, 'first');
  database.state = 'two';
  assert.equal(await kept.find('a'), undefined);
  assert.equal(kept.find('a'), undefined);
  assert.deepEqual(database, { state: 'two', asked: 2, sent: 1 });
});

test('requests that come at the same time share a question that was asked after they came', async () => {
  const { database, kept, repeat } = withState(KIB * KIB);
  repeat('a', Buffer.from('A'));
  const found = Array.from({ length: 10 }, () => kept.find('a'));
  assert.deepEqual(
    (await Promise.all(found)).map(String),
    found.map(() => 'A'),
  );
  assert.equal(database.asked, 2);
});

test('while the database is away nothing kept is sent', async () => {
  const { database, kept, repeat } = withState(KIB * KIB);
  repeat('a', Buffer.from('A'));
  database.state = undefined;
  assert.equal(await kept.find('a'), undefined);
});

test('all bodies together keep to the bound, and those that were used last stay', async () => {
  const { kept, repeat } = withState(100 * KIB);
  const found = async (request: string) => (await kept.find(request)) !== undefined;
  for (let number = 0; number < 30; number++) {
    repeat(`page ${number}`, Buffer.alloc(10 * KIB, number));
    assert.ok(await found('page 0'), `after page ${number}`);
  }
  const all = await Promise.all(Array.from({ length: 30 }, (_, number) => found(`page ${number}`)));
  assert.equal(all.filter(Boolean).length, 9);
  assert.ok(all.at(-1));
  repeat('large', Buffer.alloc(100 * KIB + 1));
  repeat('x'.repeat(5000), Buffer.alloc(1));
  assert.ok(!(await found('large')) && !(await found('x'.repeat(5000))));
});

test('the requests that are remembered without a body are bounded as well', async () => {
  const { kept } = withState(1024 * KIB);
  for (let number = 0; number < 5000; number++) kept.note(`page ${number}`, 'one', Buffer.from('A'));
  kept.note('page 0', 'one', Buffer.from('A'));
  kept.note('page 4999', 'one', Buffer.from('A'));
  assert.equal(kept.find('page 0'), undefined);
  assert.ok(await kept.find('page 4999'));
});
