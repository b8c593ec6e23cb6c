import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readSignalsFile } from '../../src/cli/signals-file.ts';
import { Fault } from '../../src/lib/faults.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { makeFolder, runParley } from './run-parley.ts';

const ONE = `
# What we lose deals to.
signalName: Price objection
prompt: >
  The customer says that the price
  is too high.
contextSource: ALL
enabled: false
phrases: [too expensive, "C++", 42%]
followUpPrompts:
  - name: Alternative
    prompt: |
      Which one?
      Since when?
`;

const LIST = `
- &base
  signalName: First
  prompt: One.
  followUpPrompts: &ask
    - { name: Why, prompt: Why? }
- { signalName: Second, prompt: Two., followUpPrompts: *ask, phrases: null }
`;

const FAULTY = `
signals:
  - { signalName: Good, prompt: It is. }
  - { signalName: Bad, contextSource: meeting }
  - { signalName: Worse, prompt: " ", phrases: ["a", "\\u0301"] }
  - Worst
`;

const BOMB = `a: &a [x, x, x, x, x, x, x, x, x]
b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]
c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]
d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]
signalName: Bomb
prompt: Boom.
phrases: *d
`;

/** Files that make nothing, and what is said of them. */
const REFUSED: [name: string, content: string, message: string | RegExp][] = [
  ['empty.yaml', '# nothing\n', 'empty.yaml: it holds no signal'],
  ['none.json', '[]', 'none.json: it holds no signal'],
  ['null.json', 'null', 'null.json: it holds no signal'],
  ['text.yaml', 'just text', 'text.yaml: The body must be an object'],
  ['wrong.json', '{"signals": {"prompt": "x"}}', 'wrong.json: signals must be an array'],
  ['single.yaml', 'signalName: x\nphrase: y\n', 'single.yaml: prompt is required'],
  [
    'faulty.yaml',
    FAULTY,
    'faulty.yaml: signals[1]: prompt is required; contextSource must be one of MEETING, EMAIL, ALL; ' +
      'signals[2]: prompt must not be blank; phrases[1] must hold more than spaces and accents; ' +
      'signals[3]: The body must be an object',
  ],
  ['broken.json', '{"signalName": "x",}', 'broken.json: it is not valid JSON'],
  [
    'broken.yaml',
    'signalName: x\nprompt: [',
    /^broken\.yaml: it is not valid YAML: .* at line 2, column 10$/,
  ],
  [
    'twice.yaml',
    'prompt: a\nprompt: b',
    /^twice\.yaml: it is not valid YAML: Map keys must be unique at line 2/,
  ],
  ['two.yaml', '--- {}\n--- {}', /^two\.yaml: it is not valid YAML: Source contains multiple documents/],
  ['tag.yaml', 'signalName: x\nprompt: !env HOME', /^tag\.yaml: .*Unresolved tag: !env at line 2, column 9$/],
  ['binary.yaml', 'signalName: x\nprompt: !!binary aGk=', /^binary\.yaml: .*Unresolved tag: .*binary/],
  ['lost.yaml', 'prompt: *nowhere', /^lost\.yaml: it is not valid YAML: Unresolved alias .*: nowhere$/],
  ['bomb.yaml', BOMB, /^bomb\.yaml: it is not valid YAML: Excessive alias count/],
  ['circle.yaml', 'signalName: x\nprompt: y\nphrases: &a [*a]', 'circle.yaml: phrases[0] must be a string'],
  ['deep.yaml', '['.repeat(20_000), /^deep\.yaml: it is not valid YAML: /],
  ['signals.txt', ONE, 'signals.txt: the name must end in .yaml, .yml or .json'],
];

let service: TestService;
let folder: Awaited<ReturnType<typeof makeFolder>>;
const parley = (...args: string[]) => runParley(['signals', ...args], { DATABASE_URL: service.databaseUrl });
const create = (file: string, ...args: string[]) => parley('create', join(folder.path, file), ...args);

before(async () => {
  service = await startService();
  folder = await makeFolder({
    'one.yaml': ONE,
    'list.yml': LIST,
    ...Object.fromEntries(REFUSED.map(([name, content]) => [name, content])),
  });
});
after(async () => {
  await service.stop();
  await folder.remove();
});

const listed = async () => (await service.client.get('/v2/signals')).body.signals;

test('a file with any fault is refused, and each fault is reported with its signal', async () => {
  for (const [name, , message] of REFUSED) {
    const read = readSignalsFile(join(folder.path, name));
    await assert.rejects(read, (error: Error) => {
      if (typeof message === 'string') assert.equal(error.message, message);
      else assert.match(error.message, message);
      return error instanceof Fault;
    });
  }
});

/** The tests follow one organization from its first signal on. */
test('a refused file makes nothing', async () => {
  const faulty = await create('faulty.yaml');
  assert.deepEqual({ code: faulty.code, stdout: faulty.stdout }, { code: 1, stdout: '' });
  assert.match(faulty.stderr, /^parley: faulty\.yaml: signals\[1\]: prompt is required; .*\n$/);
  const missing = await create('missing.yaml');
  assert.equal(missing.stderr, 'parley: missing.yaml: there is no such file or folder\n');
  assert.deepEqual(await listed(), []);
});

test('a file with one signal creates it, and its id is printed', async () => {
  const made = await create('one.yaml');
  assert.deepEqual({ code: made.code, stderr: made.stderr }, { code: 0, stderr: '' });
  assert.match(
    made.stdout,
    /^Created 1 signal:\n\nID +NAME +CONTEXT +ENABLED +BY +VERSION +CREATED\n1 +Price objection +ALL +no +phrases +1 +\S+Z\n$/,
  );
  const { body } = await service.client.get('/admin/v1/signals/1');
  const { createdAt, ...rest } = body;
  assert.deepEqual(rest, {
    ...{ id: 1, signalName: 'Price objection', contextSource: 'ALL', enabled: false, version: 1 },
    prompt: 'The customer says that the price is too high.\n',
    saidBy: 'anyone',
    phrases: ['too expensive', 'C++', '42%'],
    followUpPrompts: [{ name: 'Alternative', prompt: 'Which one?\nSince when?\n' }],
  });
  const shown = await parley('show', '1', '--json');
  assert.deepEqual(JSON.parse(shown.stdout), body);
  const people = await parley('show', '1');
  assert.match(people.stdout, /Phrase +C\+\+\n/);
  assert.match(people.stdout, /Follow-up Alternative +Which one\? Since when\? ?\n/);
});

test('a list makes all of it; what was listed as JSON can be made elsewhere', async () => {
  const made = await create('list.yml', '--json');
  assert.equal(made.code, 0, made.stderr);
  const { signals } = JSON.parse(made.stdout);
  assert.deepEqual(
    signals.map(({ id, signalName, prompt, phrases, followUpPrompts, enabled }: Record<string, unknown>) => {
      return [id, signalName, prompt, phrases, followUpPrompts, enabled];
    }),
    [
      [2, 'First', 'One.', [], [{ name: 'Why', prompt: 'Why?' }], true],
      [3, 'Second', 'Two.', [], [{ name: 'Why', prompt: 'Why?' }], true],
    ],
  );
  const { stdout } = await parley('list', '--json');
  const all = JSON.parse(stdout).signals;
  assert.deepEqual(all.slice(1), signals);

  const other = await service.tenant();
  await folder.write('all.json', stdout);
  const copied = await create('all.json', '--organization', `${other.id}`, '--json');
  assert.equal(copied.code, 0, copied.stderr);
  const same = JSON.parse(copied.stdout).signals;
  const asked = ({ id, createdAt, ...rest }: Record<string, unknown>) => rest;
  assert.deepEqual(same.map(asked), all.map(asked));
  assert.equal((await listed()).length, 3);
});

test('a signal is enabled and disabled, which makes no new version, and deleted', async () => {
  const inFirst = ['--organization', '1'];
  const enabled = await parley('enable', '1', ...inFirst);
  assert.deepEqual(enabled, { code: 0, stdout: 'Signal 1 (Price objection) is enabled.\n', stderr: '' });
  const disabled = await parley('disable', '2', '--json', ...inFirst);
  const { enabled: state, version } = JSON.parse(disabled.stdout);
  assert.deepEqual({ state, version }, { state: false, version: 1 });
  assert.deepEqual(
    (await listed()).map((signal: { enabled: boolean }) => signal.enabled),
    [true, false, true],
  );
  const deleted = await parley('delete', '3', ...inFirst);
  assert.deepEqual(deleted, { code: 0, stdout: 'Signal 3 is deleted.\n', stderr: '' });
  const list = await parley('list', ...inFirst);
  assert.match(list.stdout, /^ID .*\n1 +Price objection +ALL +yes .*\n2 +First +MEETING +no +prompt .*\n$/);
});

test('deleted signals, those of other organizations and unknown ids are not found', async () => {
  for (const args of [
    ['show', '3'],
    ['enable', '4'],
    ['delete', '999'],
  ]) {
    const ran = await parley(...args, '--organization', '1');
    assert.deepEqual(ran, { code: 1, stdout: '', stderr: 'parley: There is no such signal\n' });
  }
  const called = await parley('disable', 'x');
  assert.equal(called.code, 2);
  assert.match(called.stderr, /It takes a whole number, 1 or more/);
});

test('changes of the command are audited without a key', async () => {
  const records = await sql(
    service.databaseUrl,
    `select action, subject, actor_key_id as key from audit_records
     where organization_id = 1 and action like 'signal.%' order by id`,
  );
  assert.deepEqual(
    records.map(({ action, subject, key }) => [action, subject, key]),
    [
      ['signal.create', 'signal 1', null],
      ['signal.create', 'signal 2', null],
      ['signal.create', 'signal 3', null],
      ['signal.update', 'signal 1', null],
      ['signal.update', 'signal 2', null],
      ['signal.delete', 'signal 3', null],
    ],
  );
  const { body } = await service.client.get('/admin/v1/signals/1/versions');
  assert.ok(!('keyId' in body.versions[0]));
});

test('the quality of a signal is printed, and what is unknown is refused', async () => {
  const inFirst = ['--organization', '1'];
  const shown = await parley('quality', '1', ...inFirst);
  assert.equal(shown.code, 0, shown.stderr);
  assert.match(shown.stdout, /Labels +0 +0 right, 0 wrong\nPrecision +- +not enough labels\n/);
  const read = await service.client.get('/v1/signals/1/quality');
  assert.deepEqual(JSON.parse((await parley('quality', '1', '1', '--json', ...inFirst)).stdout), read.body);
  for (const args of [['1', '9'], ['999']]) {
    const refused = await parley('quality', ...args, ...inFirst);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^parley: (?:The signal has no such version|There is no such signal)/);
  }
});

test('the example signals are created once, disabled and audited, in one organization only', async () => {
  const [one, other] = [await service.tenant(), await service.tenant()];
  const install = () => parley('create', '--examples', '--missing', '--organization', `${one.id}`);
  const namesOf = async (id: number): Promise<string[]> => {
    const { stdout } = await parley('list', '--json', '--organization', `${id}`);
    return JSON.parse(stdout).signals.map(({ signalName }: { signalName: string }) => signalName);
  };
  const first = await install();
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /Created 10 signals/);
  const { stdout } = await parley('list', '--json', '--organization', `${one.id}`);
  for (const { enabled, phrases } of JSON.parse(stdout).signals) {
    assert.equal(enabled, false);
    assert.ok(phrases.length > 10);
  }
  const names = await namesOf(one.id);
  assert.equal(new Set(names).size, 10);
  const again = await install();
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stdout, /already has/);
  assert.deepEqual(await namesOf(one.id), names);
  assert.deepEqual(await namesOf(other.id), []);
  const audited = await sql(
    service.databaseUrl,
    `select 1 from audit_records where organization_id = ${Number(one.id)} and action = 'signal.create'`,
  );
  assert.equal(audited.length, 10);
});

test('signals come from a file or the library, and not from both', async () => {
  for (const args of [[], ['signals.yaml', '--examples']]) {
    const refused = await parley('create', ...args, '--organization', '1');
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^parley: Name a file, or give --examples, but not both/);
  }
});
