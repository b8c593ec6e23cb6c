import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { openJournal } from '../support/journal.ts';
import { meeting } from '../support/meetings.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { seededRandom } from '../support/random.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { atMost, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { type BlockedUrl, blockedUrls } from './support/blocked-urls.ts';
import { openRecordingTrap, type RecordingTrap } from './support/recording-trap.ts';
import { type Attempt, readAttempts, watchConnections } from './support/watched-connections.ts';

const KEY = 'ssrf-torture-key-0123456789';
const MAX_RECORDING_BYTES = 1_000_000;

/** Data in the buffers of two sockets counts as sent, although nobody read it. */
const MAX_SENT_BYTES = 16 * 1024 * 1024;

/** The time that background.ts allows a server of recordings for its response and for silence. */
const MAX_WAIT_MS = 30_000;
const WAIT_SLACK_MS = 3000;

const SPELLINGS = { quick: 60, full: 4000 };
const CLIENTS = 4;
const SETTLE_LIMIT_MS = 100_000;

type Asked = BlockedUrl & { status: number; meetingId?: string };

/** Recordings are fetched only from public addresses, however a URL hides its target. */
export const ssrf: ReliabilityPromise = {
  number: 12,
  name: 'ssrf',
  harm: 'recordingUrls that lead to loopback, private networks and metadata: encodings, v4-in-v6, redirects, DNS rebinding',
  async run(stage) {
    const database = await createTestDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'parley-ssrf-'));
    const attempts = join(folder, 'attempts.jsonl');
    const trap = await openRecordingTrap();
    let service: ChildService | undefined;
    try {
      service = await startChildService({
        databaseUrl: database.url,
        key: KEY,
        env: {
          PARLEY_DATA_DIR: folder,
          PARLEY_FETCH_ALLOW: trap.address,
          PARLEY_MAX_RECORDING_BYTES: `${MAX_RECORDING_BYTES}`,
          NODE_OPTIONS: `--import=${watchConnections(attempts)}`,
        },
      });
      return await harm(stage, { service, trap, databaseUrl: database.url, attempts });
    } finally {
      await service?.kill();
      trap.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

type Parts = { service: ChildService; trap: RecordingTrap; databaseUrl: string; attempts: string };

async function harm(
  { full, seed, say }: Stage,
  { service, trap, databaseUrl, attempts }: Parts,
): Promise<Figure[]> {
  const spellings = full ? SPELLINGS.full : SPELLINGS.quick;
  const hostile = blockedUrls(trap, spellings, seededRandom(seed));
  const pinned = `once-${trap.address.replaceAll(/[.:]/g, '_')}-then-127_0_0_1-9`;
  const good = [`${trap.origin}/call.wav`, `http://${pinned}.rebinding.example:${trap.port}/call.wav`];
  const large = ['announced', 'bomb', 'endless'].map((path) => `${trap.origin}/${path}`);
  const urls = [
    ...hostile,
    ...good.map((url) => ({ url, how: 'good' })),
    ...large.map((url) => ({ url, how: 'large' })),
  ];
  const asked = await ingestAll(service, urls);
  say(
    `${asked.length} URLs given, ${asked.filter(({ status }) => status !== 200).length} of them refused at once`,
  );
  const states = await settled(databaseUrl, trap);
  const stateOf = (one: Asked) => (one.meetingId === undefined ? 'refused' : states.get(one.meetingId));
  const storedOf = (how: string) =>
    asked.filter((one) => one.how === how && stateOf(one) === 'stored').length;
  const hostileStored = asked.filter(
    (one) => !['good', 'large'].includes(one.how) && stateOf(one) === 'stored',
  );
  for (const { url } of hostileStored) say(`stored: ${url}`);
  if (full) await waitForSilent(service, trap, say);
  const begun = readAttempts(attempts).filter((one) => !isDatabase(one, databaseUrl));
  const bad = begun.filter(({ address }) => address.replace(/^::ffff:/, '') !== trap.address);
  for (const { address, port } of bad.slice(0, 5)) say(`connected to ${address} port ${port}`);
  for (const [address, count] of trap.caught) say(`${count} connections came to ${address}`);
  const caught = [...trap.caught.values()].reduce((sum, count) => sum + count, 0);
  const ways = [...new Set(hostile.map(({ how }) => how))].map(
    (how) => `${hostile.filter((one) => one.how === how).length} by ${how}`,
  );
  const isSeen = trap.reached() > 0 && begun.length >= trap.reached() && storedOf('good') === good.length;
  return [
    none(
      `connections that the service began to blocked addresses, of ${hostile.length} URLs (${ways.join(', ')})`,
      bad.length,
    ),
    none('connections that came to other addresses of this machine', caught),
    none('recordings stored from there', hostileStored.length),
    none(
      'recordings of which no end was seen',
      [...states.values()].filter((state) => state === 'pending').length,
    ),
    {
      what: 'recordings from the address that may be reached, which the same watch saw',
      value: `${storedOf('good')} of ${good.length} stored`,
      limit: 'all',
      passed: isSeen,
    },
    none('recordings stored that are over the cap', storedOf('large')),
    atMost(
      'sent of an endless recording before the cap of 1 MB cut it',
      trap.most.bytesSent / 1024 ** 2,
      MAX_SENT_BYTES / 1024 ** 2,
      'MiB',
    ),
    ...(full
      ? [
          atMost(
            'longest wait for a server that hangs, drips or stalls',
            trap.most.waitedMs / 1000,
            (MAX_WAIT_MS + WAIT_SLACK_MS) / 1000,
            's',
          ),
        ]
      : []),
  ];
}

/** Ingests a meeting with each URL; requests and responses are in a journal. */
async function ingestAll({ client }: ChildService, urls: readonly BlockedUrl[]): Promise<Asked[]> {
  const journal = await openJournal<Asked>();
  let next = 0;
  const work = async () => {
    for (let index = next++; index < urls.length; index = next++) {
      const { url, how } = urls[index]!;
      const answer = await client.post('/v1/user-provided-meeting', {
        meeting: meeting({ id: `recording-${index}`, recordingUrl: url }),
        processImportedMeeting: false,
      });
      if (![200, 400].includes(answer.status))
        throw new Error(`${url} was answered ${answer.status}: ${answer.text}`);
      journal.write({ url, how, status: answer.status, meetingId: answer.body.meetingId });
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
  const asked = journal.read();
  await journal.remove();
  return asked;
}

/** Returns the states of all recordings when none is waiting, or when a forbidden connection has been made. */
async function settled(databaseUrl: string, { caught }: RecordingTrap): Promise<Map<string, string>> {
  const count = "select count(*) from recordings where state = 'pending'";
  const isOver = async () => {
    const [row] = await sql<{ count: string }>(databaseUrl, count);
    return row!.count === '0' || caught.size > 0 ? true : undefined;
  };
  // Recordings that are not settled by then are reported as a figure.
  await until(isOver, SETTLE_LIMIT_MS).catch(() => undefined);
  const rows = await sql<{ id: string; state: string }>(
    databaseUrl,
    'select meeting_id::text as id, state from recordings',
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** Lets the service fetch from servers that do not answer, and waits until it has given up each of them. */
async function waitForSilent(service: ChildService, trap: RecordingTrap, say: Stage['say']): Promise<void> {
  const before = trap.reached();
  for (const path of ['hang', 'stall', 'drip-headers']) {
    await service.client.ingest(meeting({ id: path, recordingUrl: `${trap.origin}/${path}` }), {
      processImportedMeeting: false,
    });
  }
  say('waiting for servers that do not answer');
  await until(
    async () => (trap.left() >= 3 && trap.reached() >= before + 3 ? true : undefined),
    3 * MAX_WAIT_MS,
  );
}

function isDatabase({ address, port }: Attempt, databaseUrl: string): boolean {
  const { hostname, port: databasePort } = new URL(databaseUrl.replace('@/', '@socket/'));
  return (
    port === Number(databasePort || 5432) &&
    [hostname.replace(/^\[|\]$/g, ''), '127.0.0.1', '::1'].includes(address)
  );
}
