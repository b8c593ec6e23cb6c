import { setTimeout as delay } from 'node:timers/promises';
import type { TestClient } from '../../support/client.ts';
import { ALWAYS } from '../../support/meetings.ts';
import { sql } from '../../support/sql.ts';
import { type Figure, none } from '../promise.ts';
import type { LoadEntry } from './ingest-load.ts';
import { accountOf, faultOf, hasKey, isProcessed, numberOf, PHRASE } from './numbered-meetings.ts';

/** The number of pages that are read concurrently. */
const READERS = 3;
const PAGE_SIZE = 50;
const POLL_MS = 250;
const MAX_TOLD = 5;

/** The organization is the database's first. */
type Parts = { client: TestClient; databaseUrl: string; say: (line: string) => void };

/** Creates the signal that fires for each processed meeting. @returns its id */
export async function makeSignal(client: TestClient): Promise<number> {
  const signal = { signalName: 'Renewal', prompt: 'A renewal is spoken of', phrases: [PHRASE] };
  const answer = await client.post('/admin/v1/signals', signal);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

/**
 * Waits until all remaps and runs are in a final state. @returns the seconds of each; undefined after the time limit
 */
export async function waitForJobs(
  databaseUrl: string,
  maxSeconds: number,
): Promise<{ remaps: number | undefined; runs: number | undefined }> {
  const startMs = performance.now();
  const took: { remaps: number | undefined; runs: number | undefined } = {
    remaps: undefined,
    runs: undefined,
  };
  for (;;) {
    const [open] = await sql<{ remaps: string; runs: string }>(
      databaseUrl,
      `select (select count(*) from remaps where status not in ('completed', 'failed')) as remaps,
              (select count(*) from processing_runs where finished_at is null) as runs`,
    );
    const seconds = (performance.now() - startMs) / 1000;
    for (const name of ['remaps', 'runs'] as const) if (Number(open![name]) === 0) took[name] ??= seconds;
    if ((took.remaps !== undefined && took.runs !== undefined) || seconds > maxSeconds) return took;
    await delay(POLL_MS);
  }
}

/**
 * Compares the acknowledgements in the journal with the contents of the API and the database, when no work is in
 * progress.
 * @param signalId the id from makeSignal
 */
export async function checkIngest(
  entries: readonly LoadEntry[],
  signalId: number,
  parts: Parts,
): Promise<Figure[]> {
  const faults = collectFaults(parts.say);
  const { stored, account } = await readMeetings(parts.client, faults);
  compareMeetings(entries, stored, account, faults);
  await compareCounts(parts, stored.size, faults);
  await compareRemaps(entries, parts, faults);
  await compareJobs(entries, stored, signalId, parts, faults);
  return faults.figures();
}

const KINDS = {
  lost: 'acknowledged but not stored',
  doubled: 'stored twice, or with a second effect',
  broken: 'stored but not whole',
  foreign: 'stored but never asked for',
  miscounted: 'counts that are wrong',
  unfinished: 'acknowledged work that was not done',
} as const;

type Faults = { add(kind: keyof typeof KINDS, what: string): void; figures(): Figure[] };

function collectFaults(say: (line: string) => void): Faults {
  const counts = new Map<keyof typeof KINDS, number>();
  return {
    add(kind, what) {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (count <= MAX_TOLD) say(`${KINDS[kind]}: ${what}`);
    },
    figures: () =>
      (Object.keys(KINDS) as (keyof typeof KINDS)[]).map((kind) => none(KINDS[kind], counts.get(kind) ?? 0)),
  };
}

/** Reads every page of the list. @returns the ids of the meetings by number, and their CRM accounts */
async function readMeetings(client: TestClient, faults: Faults) {
  const stored = new Map<number, string>();
  const account = new Map<number, string>();
  const readPage = async (pageNumber: number): Promise<number> => {
    const { body } = await client.get('/v1/meetings', {
      ...ALWAYS,
      pageSize: `${PAGE_SIZE}`,
      pageNumber: `${pageNumber}`,
    });
    for (const one of body.meetings) {
      const number = numberOf(one);
      if (stored.has(number)) faults.add('doubled', `meeting ${number}`);
      stored.set(number, one.id);
      if (one.crmAccountId) account.set(number, one.crmAccountId);
      const fault = faultOf(number, one);
      if (fault) faults.add('broken', `meeting ${number}: ${fault}`);
    }
    return body.pageCount;
  };
  const pageCount = await readPage(1);
  let next = 2;
  const reader = async () => {
    while (next <= pageCount) await readPage(next++);
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  return { stored, account };
}

function compareMeetings(
  entries: readonly LoadEntry[],
  stored: ReadonlyMap<number, string>,
  account: ReadonlyMap<number, string>,
  faults: Faults,
): void {
  const asked = new Set<number>();
  const made = new Map<number, number>();
  const remapped = new Set<number>();
  const mayBeRemapped = new Set<number>();
  for (const entry of entries) {
    const { event, number } = entry;
    if (event === 'asked') asked.add(number);
    if (event === 'accepted') remapped.add(number);
    if (event === 'remap asked') mayBeRemapped.add(number);
    if (event !== 'stored') continue;
    const id = stored.get(number);
    if (id === undefined) faults.add('lost', `meeting ${number}`);
    else if (id !== entry.meetingId)
      faults.add('doubled', `meeting ${number}: ids ${entry.meetingId} and ${id}`);
    // With a key the first response is repeated, so that it is always the one that created the meeting.
    if (entry.created) made.set(number, (made.get(number) ?? 0) + 1);
    else if (hasKey(number)) faults.add('doubled', `meeting ${number}: made by another request of its key`);
  }
  for (const [number, times] of made)
    if (times > 1) faults.add('doubled', `meeting ${number}: made ${times} times`);
  for (const number of stored.keys()) if (!asked.has(number)) faults.add('foreign', `meeting ${number}`);
  for (const number of remapped) {
    if (account.get(number) !== accountOf(number)) faults.add('lost', `the remap of meeting ${number}`);
  }
  for (const number of account.keys()) {
    if (!mayBeRemapped.has(number)) faults.add('foreign', `the account of meeting ${number}`);
  }
}

/** Compares the count of a list with its rows, because the count is stored separately. */
async function compareCounts({ client, databaseUrl }: Parts, listed: number, faults: Faults): Promise<void> {
  const { body } = await client.get('/v1/meetings', { ...ALWAYS, pageSize: '1' });
  const [rows] = await sql<{ count: string }>(
    databaseUrl,
    'select count(*) from meetings where organization_id = (select min(id) from organizations)',
  );
  if (body.pageCount !== Number(rows!.count) || listed !== Number(rows!.count)) {
    faults.add('miscounted', `${body.pageCount} counted, ${listed} listed, ${rows!.count} meetings`);
  }
}

async function compareRemaps(
  entries: readonly LoadEntry[],
  { databaseUrl }: Parts,
  faults: Faults,
): Promise<void> {
  const rows = await sql<{ request_id: string; meeting_id: string; status: string }>(
    databaseUrl,
    'select request_id, meeting_id, status from remaps',
  );
  const byId = new Map(rows.map((row) => [row.request_id, row]));
  for (const entry of entries) {
    if (entry.event !== 'accepted') continue;
    const row = byId.get(entry.requestId);
    if (!row) faults.add('lost', `the accepted remap ${entry.requestId}`);
    else if (row.status !== 'completed') faults.add('unfinished', `remap ${entry.requestId}: ${row.status}`);
  }
  const meetings = new Set<string>();
  for (const { meeting_id: meetingId } of rows) {
    if (meetings.has(meetingId)) faults.add('doubled', `the remap of meeting id ${meetingId}`);
    meetings.add(meetingId);
  }
}

/** Checks that each processed meeting has one completed run and one execution. */
async function compareJobs(
  entries: readonly LoadEntry[],
  stored: ReadonlyMap<number, string>,
  signalId: number,
  { client, databaseUrl }: Parts,
  faults: Faults,
): Promise<void> {
  const rows = await sql<{ meeting_id: string; runs: string; isDone: boolean }>(
    databaseUrl,
    `select meeting_id, count(*) as runs, bool_and(signals_state = 'done' and summary_state = 'done') as "isDone"
     from processing_runs where organization_id = (select min(id) from organizations) group by 1`,
  );
  const runs = new Map(rows.map((row) => [row.meeting_id, row]));
  for (const [id, { runs: count }] of runs) {
    if (Number(count) > 1) faults.add('doubled', `the run of meeting id ${id}: ${count}`);
  }
  const executions = await readExecutions(client, signalId);
  for (const [id, count] of executions) {
    if (count > 1) faults.add('doubled', `the execution of meeting id ${id}: ${count}`);
  }
  const processed = new Set(entries.flatMap((one) => (one.event === 'stored' ? one.number : [])));
  for (const number of processed) {
    if (!isProcessed(number)) continue;
    const id = stored.get(number) ?? '';
    if (!runs.get(id)?.isDone) faults.add('unfinished', `the run of meeting ${number}`);
    if (!executions.has(id)) faults.add('unfinished', `the execution of meeting ${number}`);
  }
}

/** @returns the number of executions of each meeting, by id */
async function readExecutions(client: TestClient, signalId: number): Promise<Map<string, number>> {
  const executions = new Map<string, number>();
  for (let page = 1, pageCount = 1; page <= pageCount; page++) {
    const { body } = await client.get(`/v2/signals/${signalId}/executions`, {
      executionFrom: '2000-01-01T00:00:00Z',
      pageSize: `${PAGE_SIZE}`,
      pageNumber: `${page}`,
    });
    pageCount = body.pageCount;
    for (const { sourceId } of body.signals) {
      executions.set(`${sourceId}`, (executions.get(`${sourceId}`) ?? 0) + 1);
    }
  }
  return executions;
}
