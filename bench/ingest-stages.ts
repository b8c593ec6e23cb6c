import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Database, openDatabase, type Transaction } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';
import { hashEnds, hashTranscript, renderTranscript } from '../src/domain/conversations/transcript-pieces.ts';
import { ingestTogether } from '../src/domain/meetings/bulk/ingest-together.ts';
import { meetingsOfFile } from '../src/domain/meetings/files/meetings-of-file.ts';
import { parseFile } from '../src/domain/meetings/files/parse-file.ts';
import { type IncomingMeeting, refuseContradictions } from '../src/domain/meetings/incoming-meeting.ts';
import { ingestMeeting } from '../src/domain/meetings/ingest-meeting.ts';
import { IN_ONE_GO, prepareMeeting } from '../src/domain/meetings/prepare-meeting.ts';
import { createOrganization } from '../src/domain/organizations/create-organization.ts';
import { collectTranscriptWords } from '../src/domain/words/transcript-words.ts';
import { checkIngestBody, parseLine } from '../src/endpoints/bulk/read-line.ts';
import { toIncomingMeeting } from '../src/endpoints/schemas/ingest-body.ts';
import { runWithoutYielding } from '../src/lib/event-loop.ts';
import { deflatePiece } from '../src/lib/gzip-pieces.ts';
import { createLog } from '../src/lib/log.ts';
import { openQueue } from '../src/queue/queue.ts';
import { ingestedMeeting } from './data/meetings.ts';
import { webVtt } from './data/web-vtt.ts';
import { openBenchServer } from './setup/database.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';
import { median } from './stats.ts';

/**
 * `node bench/ingest-stages.ts [--rounds 10]`: measures the CPU time of each stage of an ingest of 60 kB, as a line of a bulk ingest and as a
 * WebVTT file, and that of PostgreSQL for each statement, of a group of 22 meetings and of single ones, which are sent one by
 * one for it. Linux only.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });
const rounds = Number(values.rounds);
const OF_A_ROUND = 44;
const GROUP = 22;
/** Says what to give if a detail is missing; here none is. */
const ADVICE = { host: 'a host', start: 'a start', end: 'an end', id: 'an id' };
const FILE = 'call 2026-02-05.vtt';

const spent = new Map<string, number[]>();

async function stage<In, Out>(
  name: string,
  inputs: In[],
  work: (one: In) => Out | Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = [];
  const before = process.cpuUsage();
  for (const one of inputs) results.push(await work(one));
  const { user, system } = process.cpuUsage(before);
  spent.set(name, [...(spent.get(name) ?? []), (user + system) / inputs.length]);
  return results;
}

const checked = (body: unknown) => toIncomingMeeting(checkIngestBody(body));

async function prepare(kind: string, meetings: IncomingMeeting[]): Promise<void> {
  await stage(`${kind}: contradictions`, meetings, refuseContradictions);
  await stage(`${kind}: digests`, meetings, ({ segments }) => [
    hashTranscript(segments!),
    hashEnds(segments!),
  ]);
  await stage(`${kind}: render and deflate`, meetings, ({ segments }) =>
    renderTranscript(segments!, () => undefined, deflatePiece),
  );
  await stage(`${kind}: render and deflate aside`, meetings, ({ segments }) =>
    renderTranscript(segments!, () => undefined),
  );
  await stage(`${kind}: words`, meetings, ({ segments }) =>
    runWithoutYielding(collectTranscriptWords(segments!, undefined)),
  );
  await stage(`${kind}: all after the check`, meetings, (meeting) => prepareMeeting(meeting, IN_ONE_GO));
}

const indexes = Array.from({ length: OF_A_ROUND }, (_, index) => index);
const lines = indexes.map((index) => Buffer.from(JSON.stringify(ingestedMeeting(`line-${index}`))));
const files = indexes.map((index) => Buffer.from(webVtt(index, 60_000)));
for (let round = 0; round < rounds; round++) {
  const bodies = await stage('line: parse', lines, parseLine);
  await prepare('line', await stage('line: check', bodies, checked));
  const beside = { row: {}, flags: { hostEmail: 'ada@acme.example' } };
  const parsed = await stage('file: parse', files, (bytes) => parseFile(FILE, bytes));
  const found = await stage('file: details', parsed, (one) => meetingsOfFile(FILE, one, beside, ADVICE));
  const meetings = found.map(({ meetings }) => (meetings as { body: unknown }[])[0]!.body);
  await prepare('file', await stage('file: check', meetings, checked));
}
tell('CPU of node, µs');

await using folder = await makeTemporaryFolder();
await using server = await openBenchServer(join(folder.path, 'postgres'), process.env.BENCH_DATABASE_URL);
await using database = await server.makeDatabase();
await migrate(database.connection, createLog('silent'));
const db = openDatabase(database.connection, createLog('silent'));
const queue = openQueue({ wake: () => {} });
const { organization } = await createOrganization(db, { name: 'Acme' });

/** The CPU time of a backend, in µs. */
const cpuOf = (pid: number) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000;

/** The database, whose transactions note the CPU time of each statement for each of the meetings. */
function noting(kind: string, meetings: number): Database {
  const note = (name: string, us: number) => {
    const key = `${kind}: ${name}`;
    spent.set(key, [...(spent.get(key) ?? []), us / meetings]);
  };
  return {
    ...db,
    transaction: async (work) => {
      let [pid, before] = [0, 0];
      const result = await db.transaction(async (tx) => {
        const [backend] = await tx.query<{ pid: number }>(selectBackend, []);
        pid = backend!.pid;
        let last: Promise<unknown> = Promise.resolve();
        const query: Transaction['query'] = (statement, values) => {
          const asked = last.then(async () => {
            const startedUs = cpuOf(pid);
            const rows = await tx.query<never>(statement, values);
            note(statement.name, cpuOf(pid) - startedUs);
            return rows;
          });
          last = asked;
          return asked;
        };
        const done = await work({ ...tx, query });
        before = cpuOf(pid);
        return done;
      });
      note('commit', cpuOf(pid) - before);
      return result;
    },
  };
}

const selectBackend = { name: 'select-backend', text: 'select pg_backend_pid() as pid' };

for (let round = 0; round < rounds + 2; round++) {
  // Statements are planned anew at first.
  if (round === 2) spent.clear();
  const meetings = indexes
    .slice(0, GROUP)
    .map((index) => toIncomingMeeting(ingestedMeeting(`${round}-${index}`)));
  const sent = [];
  for (const one of meetings) {
    const incoming = { ...(await prepareMeeting(one)), piecesIfNew: undefined };
    sent.push({ incoming, sourceType: 'USER_PROVIDED' as const, process: true });
  }
  await ingestTogether({ db: noting('group', GROUP), queue }, organization.id, sent, { cause: 'ingest' });
  for (const [index, one] of meetings.entries()) {
    const single = { ...one, externalId: `single-${round}-${index}` };
    await ingestMeeting({ db: noting('single', 1), queue }, organization.id, single);
  }
}
tell('CPU of PostgreSQL for each meeting, µs');
await db.close();

function tell(title: string): void {
  console.log(`\n${title}`);
  for (const [name, all] of spent) console.log(`${name.padEnd(44)} ${median(all).toFixed(0).padStart(6)}`);
  spent.clear();
}
