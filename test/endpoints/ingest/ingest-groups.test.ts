import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { ON_ONE_SERVER } from '../../support/citus.ts';
import type { TestAnswer, TestClient } from '../../support/client.ts';
import { heldLocks } from '../../support/held-locks.ts';
import { meeting } from '../../support/meetings.ts';
import { seededRandom } from '../../support/random.ts';
import { startService, type TestService } from '../../support/service.ts';
import { sql } from '../../support/sql.ts';
import { INGEST } from './bodies.ts';

/** Meetings of one key that are sent at the same time are stored together: src/domain/meetings/bulk/ingest-groups.ts. */
let service: TestService;
before(async () => {
  service = await startService({ roles: new Set(['api', 'receiver']) });
});
after(() => service.stop());

const locks = heldLocks(() => service.databaseUrl);
afterEach(() => locks.releaseAll());

const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `call-${index}`);

const bodyOf = (id: string, title = id) => ({
  meeting: meeting({ id, title, transcript: { segments: [{ text: `Words of ${title}.` }] } }),
});

const post = (client: TestClient, id: string, title = id, headers: Record<string, string> = {}) =>
  client.post(INGEST, bodyOf(id, title), { headers });

const postAll = (client: TestClient, ids: readonly string[]) =>
  Promise.all(ids.map((id) => post(client, id)));

const rowsOf = <Row>(text: string, values: unknown[]) => sql<Row>(service.databaseUrl, text, values);

/** Returns the number of transactions that wrote the rows of an organization's meetings last. */
async function transactionsOf(organizationId: number): Promise<number> {
  const text = 'select distinct xmin::text from meetings where organization_id = $1';
  return (await rowsOf(text, [organizationId])).length;
}

test(
  'meetings that are sent at the same time share transactions, and each has its own response, audit record and run',
  ON_ONE_SERVER,
  async () => {
    let areShared = false;
    // Whether requests meet depends on the machine.
    for (let round = 0; !areShared && round < 50; round++) {
      const { client, id: organizationId } = await service.tenant();
      const ids = namesOf(20);
      const answers = await postAll(client, ids);
      for (const [index, { status, body, text }] of answers.entries()) {
        assert.deepEqual([status, body.created], [200, true], text);
        const { body: transcript } = await client.get(`/v1/meetings/${body.meetingId}/transcript`);
        assert.equal(transcript.entries[0].text, `Words of ${ids[index]}.`);
      }
      const written = await rowsOf<{ line: string }>(
        `select concat_ws(' ', audit.request_id, audit.subject,
         (select count(*) from processing_runs run where run.organization_id = $1 and run.meeting_id = meetings.id)) as line
       from meetings join audit_records audit
         on audit.organization_id = $1 and audit.subject = 'meeting ' || meetings.id
       where meetings.organization_id = $1`,
        [organizationId],
      );
      assert.deepEqual(
        written.map(({ line }) => line).toSorted(),
        answers
          .map(({ headers, body }) => `${headers.get('x-request-id')} meeting ${body.meetingId} 1`)
          .toSorted(),
      );
      areShared = (await transactionsOf(organizationId)) < ids.length;
    }
    assert.ok(areShared, 'no two meetings ever shared a transaction');
  },
);

test('a meeting that the database refuses fails alone', ON_ONE_SERVER, async () => {
  const { client, id: organizationId } = await service.tenant();
  await rowsOf(
    `create function refuse_meeting() returns trigger language plpgsql as $$
     begin
       if new.title = 'refused' then raise exception 'refused' using errcode = '23514'; end if;
       return new;
     end $$`,
    [],
  );
  await rowsOf(
    'create trigger refuse_meeting before insert on meetings for each row execute function refuse_meeting()',
    [],
  );
  try {
    const ids = [...namesOf(10), 'refused', ...namesOf(20).slice(10)];
    const answers = await postAll(client, ids);
    assert.deepEqual(
      answers.map(({ status }) => status),
      ids.map((one) => (one === 'refused' ? 500 : 200)),
    );
    const stored = await rowsOf<{ id: string }>(
      'select external_id as id from meetings where organization_id = $1',
      [organizationId],
    );
    assert.deepEqual(stored.map(({ id }) => id).toSorted(), namesOf(20).toSorted());
  } finally {
    await rowsOf('drop function refuse_meeting cascade', []);
  }
});

test('a meeting that another transaction is storing is waited for alone', ON_ONE_SERVER, async () => {
  const { client, id: organizationId } = await service.tenant();
  await post(client, 'model');
  const held = await locks.hold(
    `insert into meetings overriding system value
     select (jsonb_populate_record(one, jsonb_build_object('id', nextval('meetings_id_seq'), 'external_id', 'taken'))).*
     from meetings one where organization_id = $1`,
    [organizationId],
  );
  const ids = namesOf(20);
  const before = postAll(client, ids.slice(0, 10));
  const taken = post(client, 'taken');
  const answers = [...(await before), ...(await postAll(client, ids.slice(10)))];
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.created]),
    ids.map(() => [200, true]),
  );
  await locks.waitForBlocked(1);
  await held.rollback();
  const { status, body } = await taken;
  assert.deepEqual([status, body.created], [200, true]);
});

test('whatever comes together, each meeting is created once, each key is used once, and the last state is one that was sent', async () => {
  const random = seededRandom(20261124);
  const { client, id: organizationId } = await service.tenant();
  const created = new Map<string, number>();
  const sent = new Map<string, Set<string>>();
  const answered = new Map<string, { answer: TestAnswer; id: string; title: string }>();
  for (let round = 0; round < 6; round++) {
    const requests = Array.from({ length: 40 }, (_, index) => {
      const id = `call-${Math.floor(random() * 60)}`;
      const title = `${round}-${Math.floor(random() * 4)}`;
      const key = random() < 0.5 ? `key-${round}-${Math.floor(random() * 20)}` : undefined;
      return { id, title, key, index };
    });
    const answers = await Promise.all(
      requests.map(({ id, title, key }) =>
        post(client, id, title, key === undefined ? {} : { 'Idempotency-Key': key }),
      ),
    );
    for (const [index, { id, title, key }] of requests.entries()) {
      const answer = answers[index]!;
      // Another request of the round may have the key.
      assert.ok(
        answer.status === 200 || (key !== undefined && [409, 422].includes(answer.status)),
        answer.text,
      );
      if (answer.status !== 200) continue;
      const first = key === undefined ? undefined : answered.get(key);
      if (first) {
        assert.deepEqual([first.id, first.title, first.answer.body], [id, title, answer.body]);
        continue;
      }
      if (key !== undefined) answered.set(key, { answer, id, title });
      if (answer.body.created) created.set(id, (created.get(id) ?? 0) + 1);
      sent.set(id, (sent.get(id) ?? new Set()).add(title));
    }
  }
  const stored = await rowsOf<{ id: string; title: string }>(
    'select external_id as id, title from meetings where organization_id = $1',
    [organizationId],
  );
  assert.equal(stored.length, sent.size);
  for (const { id, title } of stored) {
    assert.equal(created.get(id), 1, id);
    assert.ok(sent.get(id)!.has(title), `${id} has the title ${title}`);
  }
  for (const [key, { answer, id, title }] of answered) {
    const again = await post(client, id, title, { 'Idempotency-Key': key });
    assert.deepEqual([again.status, again.body], [200, answer.body], key);
    const other = await post(client, id, `${title} again`, { 'Idempotency-Key': key });
    assert.equal(other.status, 422, key);
  }
});
