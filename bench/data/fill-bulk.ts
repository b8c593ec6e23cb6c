import { createHash } from 'node:crypto';
import type pg from 'pg';
import { renderExecution } from '../../src/domain/signals/render-execution.ts';
import { toPostgresTime } from '../../src/lib/time.ts';
import { byteaText, type CopyRow, copyRows } from './copy.ts';
import { recount, withoutTriggers } from './counts.ts';
import { executionsOf, type NumberedExecution } from './executions.ts';
import { type MeetingRows, meetingRows, readyTranscripts } from './meeting-rows.ts';
import { allMeetings, conversationOf, type DataSize, type Numbered } from './meetings.ts';
import { SIGNALS } from './signals.ts';

/** The target of the rows, and the meetings that the receiver has ingested already. */
export type BulkTarget = {
  client: pg.Client;
  organizationId: number;
  size: DataSize;
  /** Ids of the meetings that the receiver ingested, by their number. */
  received: ReadonlyMap<number, number>;
  /** Ids of the signals, in the order of {@link SIGNALS}. */
  signalIds: readonly number[];
  signal: AbortSignal;
};

/** The number of meetings that are in memory at a time. */
const BATCH_MEETINGS = 5000;

/** The first id of rows that are inserted here; those of the receiver are lower. */
const FIRST_ID = 10_001;

type Meeting = Numbered & { id: number };

/** Returns the id of a meeting, by its number. */
export function meetingIdOf(index: number, received: ReadonlyMap<number, number>): number {
  return received.get(index) ?? FIRST_ID + index;
}

/**
 * Inserts all meetings that the receiver has not ingested, and the findings of all meetings, directly into the tables:
 * the service's own functions encode them, and the counts are those that its triggers would have written.
 */
export async function fillInBulk(target: BulkTarget): Promise<void> {
  const { client, size } = target;
  await withoutTriggers(client, () => copyAll(target));
  for (const [table, count] of [
    ['meetings', size.meetings],
    ['processing_runs', size.meetings],
    ['signal_executions', size.executions],
  ]) {
    await client.query(`alter table ${table} alter column id restart with ${FIRST_ID + Number(count)}`);
  }
  await recount(client);
}

async function copyAll(target: BulkTarget): Promise<void> {
  const { size, received, signal } = target;
  for (const batch of inBatches(allMeetings(size))) {
    signal.throwIfAborted();
    const meetings = batch.map((one) => ({ ...one, id: meetingIdOf(one.index, received) }));
    const isNew = ({ index }: Meeting) => !received.has(index);
    await copyMeetings(target, meetings.filter(isNew));
    await copyExecutions(target, meetings);
  }
  await insertTranscripts(target);
}

function* inBatches(meetings: Iterable<Numbered>): Generator<Numbered[]> {
  let batch: Numbered[] = [];
  for (const meeting of meetings) {
    batch.push(meeting);
    if (batch.length < BATCH_MEETINGS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function copyMeetings({ client, organizationId }: BulkTarget, meetings: Meeting[]): Promise<void> {
  const transcripts = await readyTranscripts();
  const made = meetings.map(({ id, body, conversation }) => {
    const hash = conversation === undefined ? undefined : transcripts[conversation]!.hash;
    return { id, rows: meetingRows(body, hash) };
  });
  if (made.length === 0) return;
  const names = Object.keys(made[0]!.rows.columns);
  await copyRows(
    client,
    `meetings (organization_id, id, source_type, external_id, ${names})`,
    made.map(({ id, rows }) => [
      organizationId,
      id,
      'USER_PROVIDED',
      rows.externalId,
      ...names.map((name) => rows.columns[name]!),
    ]),
  );
  const each = function* (rowsOf: (rows: MeetingRows, id: number) => CopyRow[]) {
    for (const { id, rows } of made) yield* rowsOf(rows, id);
  };
  await copyRows(
    client,
    'meeting_participants (organization_id, email_key, start_time, meeting_id)',
    each(({ participants, startTime }, id) =>
      participants.map((email) => [organizationId, email, startTime, id]),
    ),
  );
  await copyRows(
    client,
    'meeting_external_ids (organization_id, type, external_id, meeting_id)',
    each(({ externalId }, id) => [[organizationId, 'USER_PROVIDED', externalId, id]]),
  );
}

/** Inserts a run of each meeting, and an evaluation and an execution of each signal that fired. */
async function copyExecutions(target: BulkTarget, meetings: Meeting[]): Promise<void> {
  const { client, organizationId, size, signalIds } = target;
  const found = meetings.map((meeting) => ({ meeting, executions: [...executionsOf(meeting, size)] }));
  await copyRows(
    client,
    `processing_runs (organization_id, id, meeting_id, cause, signals_state, signal_ids, signal_versions,
       created_at, finished_at)`,
    found.map(({ meeting: { id, index, body }, executions }) => {
      const ids = executions.map(({ signal }) => signalIds[signal]!).sort((a, b) => a - b);
      const { endTime } = body.meeting;
      const versions = ids.map(() => 1);
      const asked = [`{${ids}}`, `{${versions}}`];
      return [organizationId, FIRST_ID + index, id, 'ingest', 'done', ...asked, endTime, endTime];
    }),
  );
  const each = function* (rowOf: (execution: NumberedExecution, meeting: Meeting) => CopyRow) {
    for (const { meeting, executions } of found) {
      for (const execution of executions) yield rowOf(execution, meeting);
    }
  };
  const hash = byteaText(createHash('sha256').digest());
  await copyRows(
    client,
    `signal_evaluations (organization_id, run_id, signal_id, version, state, reason, quotes, provider, model,
       prompt_hash, input_hash, input_tokens, output_tokens, evaluated_at)`,
    each(({ signal, fields }, { index }) => [
      ...[organizationId, FIRST_ID + index, signalIds[signal]!, 1, 'fired', fields.reason, '[]'],
      ...['builtin', 'bm25', hash, hash, 0, 0, toPostgresTime(fields.triggeredAtMs)],
    ]),
  );
  await copyRows(
    client,
    `signal_executions (organization_id, id, signal_id, run_id, meeting_id, triggered_at, body, follow_ups)`,
    each(({ index, signal, fields }, meeting) => {
      const signalId = signalIds[signal]!;
      const runId = FIRST_ID + meeting.index;
      const body = renderExecution({ ...fields, signalId });
      const at = toPostgresTime(fields.triggeredAtMs);
      return [organizationId, FIRST_ID + index, signalId, runId, meeting.id, at, body, '[]'];
    }),
  );
}

/** Sends each distinct transcript once, and copies it to its meetings in the database. */
async function insertTranscripts({ client, organizationId, size, received }: BulkTarget): Promise<void> {
  await client.query(`create temporary table ready_pieces
    (conversation integer, piece_number integer, deflated bytea, crc32 bigint, raw_length integer,
     first_entry integer)`);
  const ready = (await readyTranscripts()).flatMap(({ pieces }, conversation) =>
    pieces.map(({ deflated, crc32, rawLength, firstEntry }, number) => [
      ...[conversation, number, byteaText(deflated), crc32, rawLength, firstEntry],
    ]),
  );
  const columns = 'conversation, piece_number, deflated, crc32, raw_length, first_entry';
  await copyRows(client, `ready_pieces (${columns})`, ready);
  const indexes = Array.from({ length: size.meetings }, (_, index) => index).filter(
    (index) => conversationOf(index, size) !== undefined && !received.has(index),
  );
  // An older version that is compared with this one may not have the column.
  const { rowCount } = await client.query(
    `select from information_schema.columns
     where table_name = 'meeting_transcript_pieces' and column_name = 'first_entry'`,
  );
  const stored = `piece_number, deflated, crc32, raw_length${rowCount ? ', first_entry' : ''}`;
  await client.query(
    `insert into meeting_transcript_pieces (organization_id, meeting_id, ${stored})
     select $1, meeting_id, ${stored}
     from unnest($2::bigint[], $3::integer[]) as wanted (meeting_id, conversation)
     join ready_pieces using (conversation) order by meeting_id, piece_number`,
    [
      organizationId,
      indexes.map((index) => meetingIdOf(index, received)),
      indexes.map((index) => conversationOf(index, size)),
    ],
  );
}
