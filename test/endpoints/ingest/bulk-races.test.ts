import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { makeZip } from '../../cli/zip.ts';
import type { TestAnswer, TestClient } from '../../support/client.ts';
import { heldLocks } from '../../support/held-locks.ts';
import { meeting } from '../../support/meetings.ts';
import { startService, type TestService } from '../../support/service.ts';
import { ingestLines } from './bulk.ts';

let service: TestService;
before(async () => {
  service = await startService({ roles: new Set(['api', 'receiver']) });
});
after(() => service.stop());

const locks = heldLocks(() => service.databaseUrl);
afterEach(() => locks.releaseAll());

/** Lets meetings be compared with the stored ones, and holds up whoever inserts one: on Citus, into the second table. */
const HOLD_UP_INSERTS = 'lock table meetings, meeting_parts in share mode';
/** The same for whoever changes one. */
const HOLD_UP_CHANGES = 'select from meetings where organization_id = $1 for update';

/** Starts the work of two senders, both of which see the meetings as they were before either has written. */
async function atOnce<Result>(
  work: readonly [() => Promise<Result>, () => Promise<Result>],
  holdUp: { by: string; values?: unknown[]; blocked: number },
): Promise<Result[]> {
  const held = await locks.hold(holdUp.by, holdUp.values);
  const running = Promise.all(work.map((one) => one()));
  await locks.waitForBlocked(holdUp.blocked);
  await held.commit();
  return running;
}

const spoken = (text: string) => ({ segments: [{ text, timestampSeconds: 1 }] });

const IDS = Array.from({ length: 3 }, (_, index) => `call-${index}`);

const bodiesOf = (title: string) =>
  IDS.map((id) => ({ meeting: meeting({ id, title, transcript: spoken(title) }) }));

function importFile(client: TestClient, fileName: string, raw: string | Buffer): Promise<TestAnswer> {
  return client.send('POST', 'api', '/v1/meetings/import', {
    query: { fileName, hostEmail: 'ada@parley.example' },
    headers: { 'Content-Type': 'application/octet-stream' },
    raw,
  });
}

type Row = { outcome: string; meetingId: string };

async function importBodies(client: TestClient, bodies: readonly unknown[]): Promise<Row[]> {
  const answer = await importFile(client, 'calls.json', JSON.stringify(bodies));
  assert.equal(answer.status, 200, answer.text);
  return answer.body.meetings;
}

async function titlesOfVersions(client: TestClient, meetingId: string): Promise<string[]> {
  const path = `/v1/meetings/${meetingId}/versions`;
  const { versions } = (await client.get(path)).body;
  const all = await Promise.all(
    versions.map(({ version }: { version: number }) => client.get(`${path}/${version}`)),
  );
  return all.map(({ body }) => `${body.title}: ${body.transcript.entries[0].text}`);
}

/** Checks that each meeting is one for both senders, and returns the outcomes that the two were told of each. */
function outcomesOf([one, other]: readonly Row[][]): string[][] {
  assert.deepEqual(
    one!.map(({ meetingId }) => meetingId),
    other!.map(({ meetingId }) => meetingId),
  );
  return one!.map(({ outcome }, index) => [outcome, other![index]!.outcome].toSorted());
}

test('of two imports that bring the same new meetings at once, one creates each and the other changes nothing', async () => {
  const { client } = await service.tenant();
  const send = () => importBodies(client, bodiesOf('One'));
  const told = await atOnce([send, send], { by: HOLD_UP_INSERTS, blocked: 2 });
  assert.deepEqual(
    outcomesOf(told),
    IDS.map(() => ['created', 'unchanged']),
  );
  for (const { meetingId } of told[0]!)
    assert.deepEqual(await titlesOfVersions(client, meetingId), ['One: One']);
});

test('of two senders of the same new meetings with other content, the later one updates what the other has created', async () => {
  const { client } = await service.tenant();
  const told = await atOnce(
    [() => importBodies(client, bodiesOf('One')), () => importBodies(client, bodiesOf('Two'))],
    { by: HOLD_UP_INSERTS, blocked: 2 },
  );
  assert.deepEqual(
    outcomesOf(told),
    IDS.map(() => ['created', 'updated']),
  );
  for (const { meetingId } of told[0]!) {
    const versions = await titlesOfVersions(client, meetingId);
    assert.deepEqual(versions.toSorted(), ['One: One', 'Two: Two']);
  }
});

test('of two imports that change a meeting alike at once, one updates it and the other changes nothing', async () => {
  const { client, id } = await service.tenant();
  const [first, ...others] = bodiesOf('One');
  await importBodies(client, [first, ...others]);
  const send = () => importBodies(client, [bodiesOf('Two')[0], ...others]);
  const told = await atOnce([send, send], { by: HOLD_UP_CHANGES, values: [id], blocked: 2 });
  assert.deepEqual(outcomesOf(told), [
    ['unchanged', 'updated'],
    ...others.map(() => ['unchanged', 'unchanged']),
  ]);
  const [{ meetingId }] = told[0] as [Row];
  assert.deepEqual(await titlesOfVersions(client, meetingId), ['Two: Two', 'One: One']);
});

test('each of two bulk senders of the same new meetings at once is told whether it created them, and nothing is lost', async () => {
  const { client } = await service.tenant();
  const [one, two] = await atOnce(
    [() => ingestLines(client, bodiesOf('One')), () => ingestLines(client, bodiesOf('Two'))],
    { by: HOLD_UP_INSERTS, blocked: 2 },
  );
  for (const [index, { meetingId, created }] of one!.entries()) {
    const other = two![index]!;
    assert.deepEqual([meetingId, created], [other.meetingId, !other.created]);
    const versions = await titlesOfVersions(client, meetingId!);
    assert.deepEqual(versions.toSorted(), ['One: One', 'Two: Two']);
  }
});

test('two organizations that send the same ids at once have a meeting each', async () => {
  const [one, two] = [await service.tenant(), await service.tenant()];
  const told = await atOnce(
    [() => ingestLines(one.client, bodiesOf('One')), () => ingestLines(two.client, bodiesOf('Two'))],
    { by: HOLD_UP_INSERTS, blocked: 2 },
  );
  assert.ok(told.flat().every(({ created }) => created));
  assert.equal(new Set(told.flat().map(({ meetingId }) => meetingId)).size, 2 * IDS.length);
  for (const [{ client }, title, lines] of [
    [one, 'One', told[0]!],
    [two, 'Two', told[1]!],
  ] as const) {
    for (const { meetingId } of lines) {
      assert.deepEqual(await titlesOfVersions(client, meetingId!), [`${title}: ${title}`]);
    }
  }
});

const vtt = (text: string) => `WEBVTT\n\n00:01.000 --> 00:05.000\n<v Ada Park>${text}\n`;

test('of two files of one name with other meetings, imported at once, the later one is refused', async () => {
  const { client } = await service.tenant();
  const send = (text: string, startTime: string) => () =>
    client.send('POST', 'api', '/v1/meetings/import', {
      query: { fileName: 'review.vtt', hostEmail: 'ada@parley.example', startTime },
      headers: { 'Content-Type': 'text/vtt' },
      raw: vtt(text),
    });
  const answers = await atOnce([send('One.', '2026-01-31T00:00:00Z'), send('Two.', '2026-02-28T00:00:00Z')], {
    by: HOLD_UP_INSERTS,
    blocked: 2,
  });
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
  const { body } = answers.find(({ status }) => status === 200)!;
  assert.equal((await client.get(`/v1/meetings/${body.meetingId}/versions`)).body.versions.length, 1);
});

test('the same holds for the files of two archives', async () => {
  const { client } = await service.tenant();
  const archive = (text: string, date: string) =>
    makeZip([
      { name: 'a/review.vtt', content: vtt(text) },
      { name: `other ${date}.vtt`, content: vtt(`Other ${text}`) },
    ]);
  const send = (text: string, date: string) => () =>
    client.send('POST', 'api', '/v1/meetings/import', {
      query: { fileName: 'calls.zip', hostEmail: 'ada@parley.example', startTime: `${date}T00:00:00Z` },
      headers: { 'Content-Type': 'application/zip' },
      raw: archive(text, date),
    });
  const answers = await atOnce([send('One.', '2026-01-31'), send('Two.', '2026-02-28')], {
    by: HOLD_UP_INSERTS,
    blocked: 2,
  });
  const rows: { outcome?: string; status?: number }[][] = answers.map(({ body }) => body.meetings);
  assert.deepEqual(
    rows.map(([review]) => review!.outcome ?? review!.status).toSorted(),
    [409, 'created'],
    JSON.stringify(rows),
  );
  assert.deepEqual(
    rows.map(([, other]) => other!.outcome),
    ['created', 'created'],
  );
});
