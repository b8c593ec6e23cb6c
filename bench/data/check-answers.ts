import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { recordPage } from '../limit/list-limit.ts';
import { fetchBytes } from '../load/fetch-bytes.ts';
import type { LoadRequest } from '../load/load.ts';
import type { Stage } from '../stage.ts';
import { INGESTED_WINDOW, type ListWorkload, listWorkloads, type PageAsk, requestTo } from '../workloads.ts';
import { type ExecutionAnswer, expectedPages, type MeetingAnswer } from './expected.ts';
import { meetingRows, readyTranscripts } from './meeting-rows.ts';
import { ALL_FROM, meetingAt } from './meetings.ts';

/** A page as the service returns it. */
export type PageAnswer = { meetings?: MeetingAnswer[]; signals?: ExecutionAnswer[]; pageCount: number };

/**
 * Checks the responses that will be measured: that both ways of filling give the same rows, that pages have the
 * right rows and counts, that both encodings have the same contents, and that the limit's statement returns the page's
 * rows.
 * @throws if a check fails
 */
export async function checkAnswers(stage: Stage): Promise<void> {
  await checkReceived(stage);
  await checkCounts(stage);
  for (const workload of listWorkloads(stage.size)) {
    const request = requestTo(stage.service, workload.ask, stage.signalId);
    const answer = await checkEncodings(request, workload);
    checkPage(stage, workload, answer);
    await checkLimit(stage, workload, answer);
  }
}

/** Checks that rows that the receiver has written equal those that are inserted directly, except for ids. */
async function checkReceived({ database, size, received }: Stage): Promise<void> {
  const rows = await database.query(
    `select m.*, (select array_agg(email_key order by email_key) from meeting_participants p
         where p.organization_id = m.organization_id and p.meeting_id = m.id) as participants,
       (select array_agg(external_id) from meeting_external_ids e
         where e.organization_id = m.organization_id and e.meeting_id = m.id) as external_ids,
       (select json_agg(json_build_array(crc32, raw_length, md5(deflated)) order by piece_number)
         from meeting_transcript_pieces t
         where t.organization_id = m.organization_id and t.meeting_id = m.id) as pieces
     from meetings m where id = any($1::bigint[])`,
    [[...received.values()]],
  );
  const byId = new Map(rows.map((row) => [Number(row.id), row]));
  const transcripts = await readyTranscripts();
  for (const [index, id] of received) {
    const { body, conversation } = meetingAt(index, size);
    const ready = conversation === undefined ? undefined : transcripts[conversation];
    const made = meetingRows(body, ready?.hash);
    const row = byId.get(id)!;
    const names = Object.keys(made.columns);
    const columns = names.map((name) => [name, comparable(name, made.columns[name])]);
    const stored = names.map((name) => [name, comparable(name, row[name])]);
    const text = `meeting ${index} is in the tables what the receiver makes of it`;
    assert.deepEqual(stored, columns, text);
    assert.deepEqual(row.participants, made.participants.toSorted(), text);
    assert.deepEqual(row.external_ids, [made.externalId], text);
    const pieces = ready?.pieces.map(({ deflated, crc32, rawLength }) => [
      ...[crc32, rawLength, createHash('md5').update(deflated).digest('hex')],
    ]);
    assert.deepEqual(row.pieces ?? undefined, pieces, text);
  }
}

/** Returns a column in one form, whether we made it or pg read it. */
function comparable(name: string, value: unknown): unknown {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (name.endsWith('_time') && typeof value === 'string') return Date.parse(value);
  return name === 'attendees' && typeof value === 'string' ? JSON.parse(value) : value;
}

async function checkCounts({ database, size, service, signalId }: Stage): Promise<void> {
  const [stored] = await database.query(
    `select (select count(*)::int from meetings) as meetings,
            (select count(distinct meeting_id)::int from meeting_transcript_pieces) as transcripts,
            (select count(*)::int from signal_executions) as executions`,
  );
  assert.deepEqual(stored, size, 'all rows are stored');
  const [found] = await database.query(
    'select count(*)::int as executions from signal_executions where signal_id = $1',
    [signalId],
  );
  for (const [list, total] of [
    ['meetings', size.meetings],
    ['executions', found!.executions],
  ] as const) {
    const ask = { list, from: ALL_FROM, pageSize: 1, pageNumber: 1, encoding: 'identity' } as const;
    const { bytes } = await fetchBytes(requestTo(service, ask, signalId));
    assert.equal((JSON.parse(`${bytes}`) as PageAnswer).pageCount, total, `all ${list} are listed`);
  }
}

/** Checks that responses with and without gzip are the same. @returns the response */
async function checkEncodings(request: LoadRequest, { name }: ListWorkload): Promise<PageAnswer> {
  const [gzip, identity] = await Promise.all(
    ['gzip', 'identity'].map((encoding) =>
      fetchBytes({ ...request, headers: { ...request.headers, 'Accept-Encoding': encoding } }),
    ),
  );
  assert.ok(gzip!.isGzip && !identity!.isGzip, `each client of ${name} gets the encoding that it asked for`);
  assert.ok(gunzipSync(gzip!.bytes).equals(identity!.bytes), `a gzip client of ${name} gets what others get`);
  return JSON.parse(`${identity!.bytes}`);
}

/** Generates the page again from the seed, and compares it with the response. */
function checkPage(stage: Stage, { name, ask }: ListWorkload, answer: PageAnswer): void {
  const expected = expectedPages(stage).get(name)!;
  assert.equal(answer.pageCount, expected.pageCount, `the pages of ${name} are counted`);
  assert.equal(expected.rows.length, ask.pageSize, `the page of ${name} is full`);
  assert.deepEqual(rowsOf(answer), expected.rows, `the page of ${name} holds what was put in`);
}

/** Returns the fields of a page's rows that do not depend on where they are stored. */
export function rowsOf({ meetings, signals }: PageAnswer): object[] {
  if (signals) return signals;
  return meetings!.map(({ title, startTime, transcript }) => ({
    title,
    startMs: Date.parse(startTime),
    entries: transcript?.entries.map(({ text, timestampSeconds, speaker }) => ({
      text,
      timestampSeconds,
      speaker: { name: speaker.name },
    })),
  }));
}

/** Checks that the rows of the limit are those of the page, with as many bytes of transcript. */
async function checkLimit(stage: Stage, { name, ask }: ListWorkload, answer: PageAnswer): Promise<void> {
  const { rows } = await recordPage(stage, ask as PageAsk);
  const ofLimit = (rows as { id: number; sourceId?: number; rawLength?: number | null }[]).map(
    ({ id, sourceId, rawLength }) => (sourceId === undefined ? [id, rawLength ?? 0] : [sourceId]),
  );
  const ofService = answer.signals
    ? answer.signals.map(({ sourceId }) => [sourceId])
    : answer.meetings!.map(({ id, transcript }) => [
        Number(id),
        transcript ? Buffer.byteLength(JSON.stringify(transcript)) : 0,
      ]);
  assert.deepEqual(ofLimit, ofService, `the limit of ${name} brings the rows of the page`);
}

/**
 * Checks that the meeting that the service has just ingested and the one that its limit has written are equal except
 * for the id.
 */
export async function checkIngested({ service }: Stage): Promise<void> {
  const url = `${service.apiUrl}/v1/meetings?${INGESTED_WINDOW}&pageSize=50`;
  const { bytes } = await fetchBytes({ url, method: 'GET', headers: { 'X-API-Key': service.key } });
  const { meetings } = JSON.parse(`${bytes}`) as { meetings: object[] };
  assert.equal(meetings.length, 2, 'the service and the limit have each written one meeting');
  const [first, second] = meetings.map((meeting) => ({ ...meeting, id: undefined }));
  assert.deepEqual(first, second, 'the limit writes what the service writes');
}
