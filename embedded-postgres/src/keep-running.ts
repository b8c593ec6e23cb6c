import { setTimeout as delay } from 'node:timers/promises';
import { leave } from './connect.ts';
import { wasShutDown } from './control-file.ts';
import { hasLostItsSocket, type Joined } from './join-or-launch.ts';
import type { Layout } from './layout.ts';
import { readPostmaster } from './postmaster.ts';

/** Takes what happens to a server that is kept running. A logger of pino is one. */
export type ServerLog = {
  info(fields: object, message: string): void;
  warn(message: string): void;
  error(fields: object, message: string): void;
};

/** Keeps an embedded server running. */
export type Keeper = {
  /** Why requests cannot be served now, in a sentence for /readyz; undefined if the server answers. */
  trouble(): string | undefined;
  /** Our presence on the server, or the last that there was. */
  joined(): Joined;
  /** From now on nothing is started again. Returns when a start that is under way has ended, or has been given up. */
  end(): Promise<void>;
};

/** A command that starts the server may stop it again within a second, if nobody has joined it by then. */
const STARTED_LOOK_MS = 100;

/** Between two looks at a server that has not broken the connection to it. */
const LOOK_MS = 1000;

/** Failed starts are repeated without end, as a full disk may be freed at any time; with pauses that double up to the most. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5000;

/** PostgreSQL's smart shutdown waits for clients to leave. Parley's connections stay, so it is made a fast one after this. */
const SMART_SHUTDOWN_MS = 10_000;

/** A shutdown in good order may take as long as its checkpoint. */
const MAX_SHUTDOWN_MS = 5 * 60_000;

type Options = {
  layout: Layout;
  joined: Joined;
  /** Joins the server that runs, or launches one. */
  join: (signal: AbortSignal) => Promise<Joined>;
  log: ServerLog;
};

/**
 * Watches the server through our presence on it. One that was killed, crashed or was stopped at once is started again, by
 * whichever Parley on the folder is first; the others join it. One that was shut down in good order was stopped on purpose,
 * perhaps to copy its files: it is joined again as soon as somebody has started it, and not started from here.
 * Holds no process alive.
 */
export function keepRunning({ layout, joined: first, join, log }: Options): Keeper {
  const ending = new AbortController();
  const { signal } = ending;
  let joined = first;
  let trouble: string | undefined;
  const tell = (what: string) => {
    trouble = `The embedded PostgreSQL ${what}`;
  };
  const run = async () => {
    while (!signal.aborted) {
      await untilLost(joined, { layout, tell, log, signal });
      if (signal.aborted) return;
      const lostMs = performance.now();
      tell('has stopped');
      log.warn('the connection to the embedded PostgreSQL was lost');
      await leave(joined.client);
      if (await wasStoppedOnPurpose(layout, signal)) {
        tell('was shut down on purpose; requests are served again as soon as it is started');
        log.warn(
          'the embedded PostgreSQL was shut down in good order: it is not started again by this process, but joined when it runs. Any parley command starts it, and so does a restart of this process',
        );
        await untilStarted(layout, signal);
      }
      tell('has stopped and is being started again');
      joined = await joinAgain(join, { joined, tell, log, signal });
      trouble = undefined;
      const seconds = Number(((performance.now() - lostMs) / 1000).toFixed(2));
      log.info({ seconds, reused: joined.reused }, 'the embedded PostgreSQL is back');
    }
  };
  const running = run().catch((error) => {
    if (!signal.aborted) log.error({ err: error }, 'the embedded PostgreSQL is no longer watched');
  });
  return {
    trouble: () => trouble,
    joined: () => joined,
    async end() {
      ending.abort();
      await running;
    },
  };
}

type Watch = { layout: Layout; tell: (what: string) => void; log: ServerLog; signal: AbortSignal };

/** Returns when the server has gone, or nobody can reach it any more. */
async function untilLost({ client }: Joined, { layout, tell, log, signal }: Watch): Promise<void> {
  let isLost = false;
  const lost = new Promise<void>((resolve) => {
    client.once('end', () => {
      isLost = true;
      resolve();
    });
  });
  let stoppingMs: number | undefined;
  for (;;) {
    await Promise.race([lost, pause(LOOK_MS, signal)]);
    if (isLost || signal.aborted) return;
    const server = await readPostmaster(layout.data).catch(() => undefined);
    if (!server?.alive) continue;
    if (await hasLostItsSocket(server)) return;
    if (server.status !== 'stopping') continue;
    tell('is being shut down');
    stoppingMs ??= performance.now();
    if (performance.now() - stoppingMs > SMART_SHUTDOWN_MS) {
      log.warn('the embedded PostgreSQL waits for connections to close before it shuts down: they are cut');
      process.kill(server.pid, 'SIGINT');
    }
  }
}

/** Waits for the end of a shutdown that is under way, and tells whether there was one. */
async function wasStoppedOnPurpose({ data }: Layout, signal: AbortSignal): Promise<boolean> {
  const giveUpMs = performance.now() + MAX_SHUTDOWN_MS;
  for (;;) {
    const server = await readPostmaster(data);
    if (!server?.alive) return server === undefined && (await wasShutDown(data));
    if (server.status !== 'stopping' || performance.now() > giveUpMs || signal.aborted) return false;
    await pause(FIRST_PAUSE_MS, signal);
  }
}

/** A server writes its lock file before all else. */
async function untilStarted({ data }: Layout, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await readPostmaster(data)) === undefined) await pause(STARTED_LOOK_MS, signal);
}

async function joinAgain(
  join: Options['join'],
  { joined, tell, log, signal }: Omit<Watch, 'layout'> & { joined: Joined },
): Promise<Joined> {
  for (let failures = 0; ; failures++) {
    try {
      const next = await join(signal);
      if (next.host === joined.host) return next;
      await leave(next.client);
      throw new Error(
        `PostgreSQL was started with its socket in ${next.host} instead of ${joined.host}, with another TMPDIR: stop what started it, or restart this process.`,
      );
    } catch (error) {
      signal.throwIfAborted();
      const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
      log.error({ err: error, pauseMs }, 'the embedded PostgreSQL could not be started again');
      tell(`has stopped and could not be started again so far (${failures + 1} tries)`);
      await pause(pauseMs, signal);
    }
  }
}

/** Does not hold the process alive, and ends early where the signal says so. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { ref: false, signal }).catch(() => {});
}
