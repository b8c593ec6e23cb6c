import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createGunzip, gunzipSync, constants as zlib } from 'node:zlib';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { openGet, rawGet, readAll } from '../support/raw-get.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';

const MAX_BODY_BYTES = 5_242_880;
/** More than the pool of connections that reads share. */
const STALLED_READERS = 10;
const PATH = '/v1/meetings?from=2000-01-01T00:00:00Z';

type Segment = { text: string; timestampSeconds: number; speaker: { name: string } };

/** Text that hardly deflates: the same for the same seed. */
function noise(seed: string, bytes: number): string {
  return createHash('shake256', { outputLength: bytes }).update(seed).digest('base64');
}

/** A meeting whose ingest body is close to the largest that is taken. */
function largeMeeting(id: string, changes: Record<string, unknown> = {}) {
  const segments: Segment[] = [];
  for (let bytes = 2000; ; ) {
    const index = segments.length;
    const text = `“${index}” 📞\u2028 "\\" ${noise(`${id} ${index}`, 1500 + (index % 3) * 900)}`;
    const segment = { text, timestampSeconds: index * 1.001, speaker: { name: `Speaker ${index % 4}` } };
    bytes += Buffer.byteLength(JSON.stringify(segment)) + 1;
    if (bytes > MAX_BODY_BYTES) return meeting({ id, transcript: { segments }, ...changes });
    segments.push(segment);
  }
}

const LARGE = largeMeeting('large');
const spoken = (id: string, ...lines: string[]) =>
  meeting({ id, transcript: { segments: lines.map((text) => ({ text })) } });

/** One page: 10 MB, past what the buffers between the service and a reader hold. */
const PAGE = [
  spoken('short', 'Hello.'),
  { ...LARGE, id: 'first' },
  meeting({ id: 'none' }),
  spoken('empty'),
  spoken('long line', 'x'.repeat(600_000), 'y'),
  { ...LARGE, id: 'second' },
  meeting({ id: 'none either' }),
];
const SECOND = PAGE.findIndex(({ id }) => id === 'second');

let service: TestService;
let tenant: Awaited<ReturnType<TestService['tenant']>>;
const ids: string[] = [];
/** The page's bytes, as a reader without gzip has them. */
let whole: Buffer;
before(async () => {
  service = await startService();
  tenant = await service.tenant();
  for (const one of PAGE) ids.push(await tenant.client.ingest(one));
  whole = (await rawGet(service.apiUrl, PATH, tenant.key)).bytes;
});
after(() => service.stop());

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('the largest transcripts come back word for word, among small ones and none', async () => {
  const [stored] = await sql<{ pieces: number; bytes: number }>(
    service.databaseUrl,
    `select count(*)::int as pieces, sum(octet_length(deflated))::int as bytes
     from meeting_transcript_pieces where meeting_id = $1`,
    [ids[SECOND]],
  );
  assert.ok(stored!.pieces > 5, 'a transcript is in several pieces');
  assert.ok(stored!.bytes > 3 * 2 ** 20, 'one alone has more bytes than the one statement brings');
  const { meetings, pageCount } = JSON.parse(whole.toString());
  assert.equal(pageCount, 1);
  assert.equal(meetings.length, PAGE.length);
  for (const [index, { transcript }] of (PAGE as { transcript?: { segments: Segment[] } }[]).entries()) {
    assert.equal(meetings[index].id, ids[index]);
    const back = meetings[index].transcript?.entries.map(
      ({ timestamp: _, ...entry }: { timestamp: string }) => entry,
    );
    assert.deepEqual(back, transcript?.segments);
  }
});

test('gzip gives the same bytes, in the list and for one meeting', async () => {
  const page = await rawGet(service.apiUrl, PATH, tenant.key, 'gzip');
  assert.equal(page.headers['content-encoding'], 'gzip');
  assert.equal(sha256(gunzipSync(page.bytes)), sha256(whole));
  const path = `/v1/meetings/${ids[SECOND]}`;
  const one = await rawGet(service.apiUrl, path, tenant.key);
  const gzipped = await rawGet(service.apiUrl, path, tenant.key, 'gzip');
  assert.equal(sha256(gunzipSync(gzipped.bytes)), sha256(one.bytes));
  const { transcript } = JSON.parse(whole.toString()).meetings[SECOND];
  assert.deepEqual(JSON.parse(one.bytes.toString()).transcript, transcript);
});

test('readers that stall hold up nobody and read on to the end, and those that leave break nothing', async () => {
  const logged = service.logged().length;
  const stalled: IncomingMessage[] = [];
  for (let i = 0; i < STALLED_READERS; i++) {
    const accept = i % 2 === 0 ? 'identity' : 'gzip';
    stalled.push(await openGet(service.apiUrl, PATH, tenant.key, accept));
  }
  const answered = async () => {
    const other = service.client.get('/v1/meetings', ALWAYS).then(({ status }) => status);
    assert.equal(await Promise.race([other, delay(5000, 'nothing')]), 200);
  };
  for (let i = 0; i < 20; i++) await answered();
  assert.ok(
    stalled.every(({ complete }) => !complete),
    'the readers were in the middle of their answers',
  );
  const [plain, gzipped, ...leaving] = stalled as [IncomingMessage, IncomingMessage, ...IncomingMessage[]];
  for (const reader of leaving) reader.destroy();
  for (let i = 0; i < 5; i++) (await openGet(service.apiUrl, PATH, tenant.key)).destroy();
  await answered();
  assert.equal(sha256((await readAll(plain)).bytes), sha256(whole));
  assert.equal(sha256(gunzipSync((await readAll(gzipped)).bytes)), sha256(whole));
  assert.doesNotMatch(service.logged().slice(logged), /"level":"?(?:error|50|fatal|60)\b/);
});

for (const encoding of ['identity', 'gzip']) {
  test(`a transcript that is replaced while it is read breaks the ${encoding} answer off`, async () => {
    await tenant.client.ingest(PAGE[SECOND]!);
    const reader = await openGet(service.apiUrl, PATH, tenant.key, encoding);
    await new Promise((resolve) => reader.once('readable', resolve));
    await tenant.client.ingest(spoken('second', 'Replaced.'));
    const { bytes, whole: isWhole } = await readAll(reader);
    assert.ok(!isWhole, 'the answer must not look whole');
    const read = encoding === 'gzip' ? await inflatedSoFar(bytes) : bytes;
    assert.ok(read.length > MAX_BODY_BYTES && read.length < whole.length);
    assert.equal(sha256(read), sha256(whole.subarray(0, read.length)), 'what came is of the old state only');
    const after = JSON.parse((await rawGet(service.apiUrl, PATH, tenant.key)).bytes.toString());
    assert.deepEqual(after.meetings[SECOND].transcript, { entries: [{ text: 'Replaced.' }] });
  });
}

/** Returns the contents of a gzip stream without an end. */
async function inflatedSoFar(bytes: Buffer): Promise<Buffer> {
  const gunzip = createGunzip({ finishFlush: zlib.Z_SYNC_FLUSH });
  gunzip.end(bytes);
  const chunks: Buffer[] = [];
  for await (const chunk of gunzip) chunks.push(chunk);
  return Buffer.concat(chunks);
}
