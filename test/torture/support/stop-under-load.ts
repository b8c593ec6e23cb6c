import { setTimeout as delay } from 'node:timers/promises';
import { type ServingChild, startServing } from '../../processes/child.ts';
import { openJournal } from '../../support/journal.ts';
import { seededRandom } from '../../support/random.ts';
import { sql } from '../../support/sql.ts';
import { startEnvironment } from '../../support/start-environment.ts';
import { atLeast, atMost, type Figure, none, type Stage } from '../promise.ts';
import { openJudgedRequests, type RequestEntry } from './judged-requests.ts';
import { meetingName, startMixedLoad } from './mixed-load.ts';
import type { SoakTarget } from './soaked-service.ts';

export type StopForm = { stops: number; clients: number };

const MAX_STOP_SECONDS = 30;

/** The duration of the load before the signal. */
const LOADED_MS = { least: 150, most: 900 };

type Round = {
  entries: RequestEntry[];
  /** The ids of the requests that the service began to process, from its log. */
  begun: ReadonlySet<string>;
  seconds: number;
  endedWell: boolean;
};

/** Stops the service repeatedly while clients send requests of all kinds, and judges each request. */
export async function stopUnderLoad(target: SoakTarget, form: StopForm, stage: Stage): Promise<Figure[]> {
  const random = seededRandom(stage.seed);
  const rounds: Round[] = [];
  for (let number = 0; number < form.stops; number++) {
    const loadedMs = LOADED_MS.least + random() * (LOADED_MS.most - LOADED_MS.least);
    rounds.push(await stopOnce(target, number, loadedMs, form.clients, stage.seed + number));
    if (number % 10 === 9) stage.say(`${number + 1} stops`);
  }
  return figuresOf(rounds, await storedMeetings(target.databaseUrl));
}

async function stopOnce(
  { databaseUrl, key }: SoakTarget,
  number: number,
  loadedMs: number,
  clients: number,
  seed: number,
): Promise<Round> {
  const service = await startServing(databaseUrl, {
    PARLEY_BOOTSTRAP_API_KEY: key,
    ...startEnvironment(),
  });
  const journal = await openJournal<RequestEntry>();
  const name = nameOf(number);
  const requests = openJudgedRequests(name, key, journal);
  const load = startMixedLoad({ target: service, requests, clients, seed, name });
  try {
    await delay(loadedMs);
    const stoppedMs = performance.now();
    service.process.kill('SIGTERM');
    const { code } = await service.ended;
    const seconds = (performance.now() - stoppedMs) / 1000;
    await load.stop();
    return { entries: journal.read(), begun: begunIn(service), seconds, endedWell: code === 0 };
  } finally {
    service.process.kill('SIGKILL');
    await load.stop();
    requests.close();
    await journal.remove();
  }
}

const nameOf = (round: number) => `stop-${round}`;

/** Returns the requests in the log, which contains every request whose headers the service has read. */
function begunIn(service: ServingChild): ReadonlySet<string> {
  return new Set(
    service.log().flatMap(({ msg, reqId }) => (msg === 'request' && typeof reqId === 'string' ? reqId : [])),
  );
}

/** Returns the names of the meetings in the database, with the number of copies of each. */
async function storedMeetings(databaseUrl: string): Promise<Map<string, { id: string; copies: number }>> {
  const rows = await sql<{ title: string; id: string; copies: number }>(
    databaseUrl,
    `select title, max(id)::text as id, count(*)::int as copies from meetings where title like 'stop-%' group by title`,
  );
  return new Map(rows.map(({ title, ...row }) => [title, row]));
}

/**
 * Returns the figures. A request is in flight if the service has begun to process it. A request that met a closing
 * connection, or none, was never accepted: it has no line in the log, and its meeting must not be stored.
 */
function figuresOf(rounds: Round[], stored: Map<string, { id: string; copies: number }>): Figure[] {
  const count = {
    asked: 0,
    answered: 0,
    refused: 0,
    closed: 0,
    cut: 0,
    lost: 0,
    other: 0,
    unstored: 0,
    ghosts: 0,
  };
  for (const [round, { entries, begun }] of rounds.entries()) {
    const asked = new Map(entries.flatMap((one) => (one.event === 'asked' ? [[one.id, one]] : [])));
    count.asked += asked.size;
    for (const entry of entries) {
      if (entry.event === 'asked') continue;
      const { what, number } = asked.get(entry.id)!;
      const meeting = what === 'ingest' ? stored.get(meetingName(nameOf(round), number!)) : undefined;
      if (entry.event === 'answered') {
        count.answered++;
        if (entry.status !== 200) count.other++;
        if (what === 'ingest' && meeting?.id !== entry.meetingId) count.unstored++;
        continue;
      }
      if (entry.how !== 'cut' && begun.has(entry.id)) count.lost++;
      else count[entry.how]++;
      if (meeting) count.ghosts++;
    }
  }
  const doubled = [...stored.values()].filter(({ copies }) => copies > 1).length;
  const longest = Math.max(...rounds.map(({ seconds }) => seconds));
  return [
    none(
      `requests in flight lost at ${rounds.length} stops, of ${count.asked.toLocaleString('en-US')} ` +
        `(${count.answered.toLocaleString('en-US')} answered; never begun: ${count.refused} found no listener, ${count.closed} met a connection that closed)`,
      count.lost + count.cut,
    ),
    none('answers other than 200', count.other),
    none('acknowledged but not stored', count.unstored),
    none('stored without an answer, or twice', count.ghosts + doubled),
    atLeast('answered while it stopped, or before', count.answered, rounds.length),
    atMost('longest stop', longest, MAX_STOP_SECONDS, 's'),
    none('ends with another code than 0', rounds.filter(({ endedWell }) => !endedWell).length),
  ];
}
