import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../support/client.ts';
import { meeting } from '../support/meetings.ts';
import { seededRandom } from '../support/random.ts';
import { atLeast, atMost, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { beginRequest, type HalvedRequest } from './support/halved-request.ts';
import { type ServiceGroup, startServiceGroup } from './support/process-group.ts';

const KEY = 'a-key-for-the-group-that-is-stopped';
const STOPS = { full: 50, quick: 2 };

/** The requests in flight at each stop, in addition to those on new connections. */
const IN_FLIGHT = { ingests: 3, recordings: 3 };
const RECORDING_BYTES = 3 * 1024 * 1024;
const SEGMENTS = 12_000;
const SEGMENT_TEXT = 'We look at the numbers of the quarter, line by line, until they add up. '.repeat(3);

/**
 * The bodies continue at random times within this period after the signal, most of them after the listeners have
 * closed.
 */
const REST_WITHIN_MS = 3000;

/**
 * A service manager that signals the group may do so twice, or the wrapper may forward the signal that all have
 * received.
 */
const AGAIN_WITHIN_MS = 1500;
const MAX_STOP_SECONDS = 30;
const MAX_TOLD_LENGTH = 200;

/** In the full form, one stop in this many is of `npm start`, which consists of npm, a shell and the service. */
const NPM_EVERY = 5;

/** An acknowledged item: a title, or the hash of the recording of a meeting. */
type Acknowledged = { meetingId: string; title: string; sha256?: string };

type Round = {
  acknowledged: Acknowledged[];
  /** Requests in flight that were not answered with 200, or not at all. */
  lost: string[];
  /** New connections after the signal, by their outcome. */
  later: { answered: number; refused: number; closed: number; cut: number };
  seconds: number;
  end: string;
};

/** All processes of the service are signalled at once, with uploads in progress. */
export const groupSigterm: ReliabilityPromise = {
  number: 35,
  name: 'group-sigterm',
  harm: 'SIGTERM to the whole process group, 50 times, with uploads in flight',
  async run(stage) {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-group-'));
    try {
      return await stopAgainAndAgain(stage, {
        PARLEY_DATA_DIR: dataDir,
        PARLEY_BOOTSTRAP_API_KEY: KEY,
        PARLEY_LOG_LEVEL: 'warn',
      });
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

async function stopAgainAndAgain(stage: Stage, settings: Record<string, string>): Promise<Figure[]> {
  const stops = stage.full ? STOPS.full : STOPS.quick;
  const random = seededRandom(stage.seed);
  const rounds: Round[] = [];
  let unstored = 0;
  for (let number = 0; number <= stops; number++) {
    const how = stage.full && number % NPM_EVERY === NPM_EVERY - 1 ? 'npm' : 'parley';
    const group = await startServiceGroup(how, settings);
    try {
      // The next service has to have everything that was acknowledged before the stop.
      for (const one of rounds.at(-1)?.acknowledged ?? []) if (!(await isStored(group, one))) unstored++;
      if (number === stops) group.signal('SIGTERM');
      else rounds.push(await stopOnce(group, number, random));
      await group.ended;
      if (number < stops) for (const fault of rounds.at(-1)!.lost) stage.say(`stop ${number}: ${fault}`);
    } finally {
      group.signal('SIGKILL');
    }
    if (number % 10 === 9) stage.say(`${number + 1} stops`);
  }
  return figuresOf(rounds, unstored);
}

async function stopOnce(group: ServiceGroup, number: number, random: () => number): Promise<Round> {
  const client = createClient({ ...group, key: KEY });
  const begun = await beginUploads(group, number, async (title) => await client.ingest(meeting({ title })));
  await Promise.all(begun.map(({ request: one }) => one.begun));
  await delay(random() * 100);
  const startMs = performance.now();
  group.signal('SIGTERM');
  const again =
    random() < 0.5 ? delay(random() * AGAIN_WITHIN_MS).then(() => group.signal('SIGTERM')) : undefined;
  const asking = askUntilOver(group);
  const lost: string[] = [];
  const acknowledged: Acknowledged[] = [];
  const finish = async ({ request: one, title, meetingId, sha256 }: Begun) => {
    await delay(random() * REST_WITHIN_MS);
    const { status, text } = await one.finish();
    if (status !== 200) lost.push(`${title}: ${status} ${text.slice(0, MAX_TOLD_LENGTH)}`);
    else
      acknowledged.push({
        meetingId: meetingId ?? JSON.parse(text).meetingId,
        title,
        ...(sha256 ? { sha256 } : {}),
      });
  };
  await Promise.all(begun.map(finish));
  const { code, signal } = await group.ended;
  const seconds = (performance.now() - startMs) / 1000;
  await again;
  return { acknowledged, lost, later: await asking, seconds, end: `${code ?? signal}` };
}

type Begun = { request: HalvedRequest; title: string; meetingId?: string; sha256?: string };

/** Begins large ingests, and uploads of recordings to existing meetings. */
async function beginUploads(
  { receiverUrl }: ServiceGroup,
  round: number,
  ingest: (title: string) => Promise<string>,
): Promise<Begun[]> {
  const headers = { 'X-API-Key': KEY };
  const begun: Begun[] = [];
  const segments = Array.from({ length: SEGMENTS }, (_, index) => ({
    text: SEGMENT_TEXT,
    timestampSeconds: index / 10,
    speaker: { name: 'Ada Park' },
  }));
  for (let number = 0; number < IN_FLIGHT.recordings; number++) {
    const title = `recording ${round}-${number}`;
    const meetingId = await ingest(title);
    const body = randomBytes(RECORDING_BYTES);
    const url = `${receiverUrl}/v1/meetings/${meetingId}/recording`;
    const request = beginRequest('PUT', url, { ...headers, 'Content-Type': 'audio/wav' }, body);
    begun.push({ request, title, meetingId, sha256: createHash('sha256').update(body).digest('hex') });
  }
  for (let number = 0; number < IN_FLIGHT.ingests; number++) {
    const title = `ingest ${round}-${number}`;
    const body = Buffer.from(JSON.stringify({ meeting: meeting({ title, transcript: { segments } }) }));
    const url = `${receiverUrl}/v1/user-provided-meeting`;
    begun.push({
      request: beginRequest('POST', url, { ...headers, 'Content-Type': 'application/json' }, body),
      title,
    });
  }
  return begun;
}

/** Sends requests on one new connection after the other until the service has ended. */
async function askUntilOver({ apiUrl, ended }: ServiceGroup): Promise<Round['later']> {
  const later = { answered: 0, refused: 0, closed: 0, cut: 0 };
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    later[await askOnce(`${apiUrl}/livez`)]++;
    await delay(10);
  }
  return later;
}

/** `closed`: the connection reached the listener at the moment of its closing, and no byte of a response came. */
async function askOnce(url: string): Promise<keyof Round['later']> {
  const asked = request(url, { agent: false });
  asked.end();
  try {
    const [response] = await once(asked, 'response');
    await once(response.resume(), 'end');
    return response.complete ? 'answered' : 'cut';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return 'refused';
    return (asked.socket?.bytesRead ?? 0) > 0 ? 'cut' : 'closed';
  }
}

async function isStored(group: ServiceGroup, { meetingId, title, sha256 }: Acknowledged): Promise<boolean> {
  const client = createClient({ ...group, key: KEY });
  const { status, body } = await client.get(`/v1/meetings/${meetingId}`, { includeDownloadUrl: 'true' });
  if (status !== 200 || body.title !== title) return false;
  if (sha256 === undefined) return body.transcript?.entries.length === SEGMENTS;
  if (!body.downloadUrl) return false;
  const bytes = Buffer.from(await (await fetch(body.downloadUrl)).arrayBuffer());
  return createHash('sha256').update(bytes).digest('hex') === sha256;
}

function figuresOf(rounds: readonly Round[], unstored: number): Figure[] {
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0);
  const answered = sum(({ later }) => later.answered);
  const refused = sum(({ later }) => later.refused);
  const closed = sum(({ later }) => later.closed);
  return [
    atLeast(
      'uploads in flight that were answered 200',
      sum((one) => one.acknowledged.length),
      rounds.length,
    ),
    none(
      `uploads in flight lost at ${rounds.length} stops`,
      sum((one) => one.lost.length),
    ),
    none('acknowledged but not stored', unstored),
    none(
      `later connections cut (${answered} were answered, ${refused} refused, ${closed} met the closing listener)`,
      sum(({ later }) => later.cut),
    ),
    atMost('longest stop', Math.max(...rounds.map((one) => one.seconds)), MAX_STOP_SECONDS, 's'),
    none('ends with another code than 0', rounds.filter(({ end }) => end !== '0').length),
  ];
}
