import { setTimeout as delay } from 'node:timers/promises';
import { leave } from './connect.ts';
import { wasShutDown } from './control-file.ts';
import { hasLostItsSocket, type Joined } from './join-or-launch.ts';
import type { Layout } from './layout.ts';
import { readPostmaster } from './postmaster.ts';

/** Receives messages about a server that is kept running. A pino logger is one. */
export type ServerLog = {
  info(fields: object, message: string): void;
  warn(message: string): void;
  error(fields: object, message: string): void;
};

/** Keeps an embedded server running. */
export type Keeper = {
  /**
   * Returns the reason why requests cannot be served now, in a sentence for /readyz; undefined if the server answers.
   */
  trouble(): string | undefined;
  /** Returns our presence on the server, or the last one. */
  joined(): Joined;
  /**
   * Ends the supervision: nothing is started again. Returns when a start in progress has ended or has been given up.
   */
  end(): Promise<void>;
};

/**
 * The interval for detecting a server that somebody else started; a command may stop its server within a second if
 * nobody has joined it.
 */
const STARTED_LOOK_MS = 100;

/** The interval of checks of a server that has not closed the connection. */
const LOOK_MS = 1000;

/**
 * Failed starts are repeated indefinitely, because a full disk may be freed at any time; the pauses double up to the
 * maximum.
 */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5000;

/**
 * PostgreSQL's smart shutdown waits for clients to disconnect. Parley's connections stay open, so it is converted to a
 * fast one after this time.
 */
const SMART_SHUTDOWN_MS = 10_000;

/** A clean shutdown may take as long as its checkpoint. */
const MAX_SHUTDOWN_MS = 5 * 60_000;

type Options = {
  layout: Layout;
  joined: Joined;
  /** Joins the running server, or launches one. */
  join: (signal: AbortSignal) => Promise<Joined>;
  log: ServerLog;
};

/**
 * Watches the server through our presence on it. If it was killed, crashed or was stopped immediately, the first Parley
 * on the folder starts it again, and the others join it. If it was shut down cleanly, that was intended, perhaps to
 * copy its files: it is joined again as soon as somebody has started it, but not started from here. Does not keep the
 * process alive.
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

/** Returns when the server has stopped, or nobody can connect to it any more. */
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

/** Waits for the end of a shutdown in progress, and returns whether there was one. */
async function wasStoppedOnPurpose({ data }: Layout, signal: AbortSignal): Promise<boolean> {
  const giveUpMs = performance.now() + MAX_SHUTDOWN_MS;
  for (;;) {
    const server = await readPostmaster(data);
    if (!server?.alive) return server === undefined && (await wasShutDown(data));
    if (server.status !== 'stopping' || performance.now() > giveUpMs || signal.aborted) return false;
    await pause(FIRST_PAUSE_MS, signal);
  }
}

/** Waits until a server writes its lock file, which it does first. */
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

/** Pauses without keeping the process alive, and ends early if the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { ref: false, signal }).catch(() => {});
}
