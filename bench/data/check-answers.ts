import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { recordList } from '../limit/list-limit.ts';
import type { LoadRequest } from '../load/load.ts';
import type { BenchDatabase } from '../setup/database.ts';
import {
  INGESTED_WINDOW,
  type ListWorkload,
  listGzip,
  listIdentity,
  listPlain,
  type Place,
} from '../workloads.ts';
import { type Body, meetingsOf, PLAIN, TRANSCRIBED } from './meetings.ts';

type Page = { pageCount: number; meetings: Meeting[] };
type Meeting = {
  id: string;
  title: string;
  startTime: string;
  transcript?: { entries: { text: string; timestampSeconds: number; speaker: { name: string } }[] };
};

/** The body of an answer as it came over the wire. @throws where the status is not 200 */
export async function fetchBytes({ url, headers }: LoadRequest): Promise<{ bytes: Buffer; isGzip: boolean }> {
  const response = await request(url, { headers });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  assert.equal(response.statusCode, 200, bytes.toString().slice(0, 200));
  return { bytes, isGzip: response.headers['content-encoding'] === 'gzip' };
}

/**
 * Looks whether what will be measured is right: how many meetings there are, that pages hold what was sent in, that
 * both encodings hold the same, and that the limit's statement brings the rows of the page.
 * @throws where something is not
 */
export async function checkLists(
  place: Place,
  database: BenchDatabase,
  counts: { meetings: number; transcripts: number },
): Promise<void> {
  await checkCounts(place, database, counts);
  checkPage(await pageOf(place, listPlain), listPlain, meetingsOf(PLAIN, counts.meetings, false));
  const page = await pageOf(place, listIdentity);
  checkPage(page, listIdentity, meetingsOf(TRANSCRIBED, counts.transcripts, true));
  const [gzip, identity] = await Promise.all(
    [listGzip, listIdentity].map((workload) => fetchBytes(workload.request(place.service))),
  );
  assert.ok(gzip!.isGzip && !identity!.isGzip, 'each client gets the encoding that it asked for');
  const digests = [gunzipSync(gzip!.bytes), identity!.bytes].map(digest);
  assert.equal(digests[0], digests[1], 'a gzip client and another get the same');
  await checkLimit(place, listPlain);
  await checkLimit(place, listIdentity);
}

async function checkCounts(
  { service }: Place,
  database: BenchDatabase,
  { meetings, transcripts }: { meetings: number; transcripts: number },
): Promise<void> {
  const [stored] = await database.query(
    `select (select count(*)::int from meetings) as meetings,
            (select count(distinct meeting_id)::int from meeting_transcript_pieces) as transcripts`,
  );
  assert.deepEqual(stored, { meetings: meetings + transcripts, transcripts }, 'all meetings are stored');
  const url = `${service.apiUrl}/v1/meetings?from=2000-01-01T00:00:00Z&pageSize=1`;
  const headers = { 'X-API-Key': service.key };
  const { bytes } = await fetchBytes({ url, method: 'GET', headers });
  assert.equal((JSON.parse(`${bytes}`) as Page).pageCount, meetings + transcripts, 'all meetings are listed');
}

async function pageOf({ service }: Place, workload: ListWorkload): Promise<Page> {
  return JSON.parse(`${(await fetchBytes(workload.request(service))).bytes}`);
}

/** The page is the first of the window: made again from the seed, and compared with what came. */
function checkPage({ meetings }: Page, { name, page }: ListWorkload, sent: Generator<Body>): void {
  const [fromMs, toMs] = [Date.parse(page.from), Date.parse(page.to)];
  const expected = [...sent]
    .map(({ meeting }) => meeting)
    .filter(({ startTime, endTime }) => Date.parse(startTime) >= fromMs && Date.parse(endTime) <= toMs)
    .slice(0, page.pageSize)
    .map(({ title, startTime, transcript }) => ({
      title,
      startMs: Date.parse(startTime),
      entries: transcript?.segments,
    }));
  const actual = meetings.map(({ title, startTime, transcript }) => ({
    title,
    startMs: Date.parse(startTime),
    entries: transcript?.entries.map(({ text, timestampSeconds, speaker }) => ({
      text,
      timestampSeconds,
      speaker: { name: speaker.name },
    })),
  }));
  assert.equal(actual.length, page.pageSize, `the page of ${name} is full`);
  assert.deepEqual(actual, expected, `the page of ${name} holds what was sent in`);
}

/** The rows of the limit hold the same meetings, with as many bytes of transcript. */
async function checkLimit(place: Place, workload: ListWorkload): Promise<void> {
  const { rows } = await recordList(place.db, place.organizationId, workload.page);
  const ofLimit = (rows as { id: number; rawLength: number | null }[]).map(({ id, rawLength }) => [
    `${id}`,
    rawLength ?? 0,
  ]);
  const { meetings } = await pageOf(place, workload);
  const ofService = meetings.map(({ id, transcript }) => [
    id,
    transcript ? Buffer.byteLength(JSON.stringify(transcript)) : 0,
  ]);
  assert.deepEqual(ofLimit, ofService, `the limit of ${workload.name} brings the rows of the page`);
}

/** The meeting that the service has just taken in and the one that its limit has written are the same but for the id. */
export async function checkIngested({ service }: Place): Promise<void> {
  const url = `${service.apiUrl}/v1/meetings?${INGESTED_WINDOW}&pageSize=50`;
  const { bytes } = await fetchBytes({ url, method: 'GET', headers: { 'X-API-Key': service.key } });
  const { meetings } = JSON.parse(`${bytes}`) as Page;
  assert.equal(meetings.length, 2, 'the service and the limit have each written one meeting');
  const [first, second] = meetings.map((meeting) => ({ ...meeting, id: undefined }));
  assert.deepEqual(first, second, 'the limit writes what the service writes');
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
