import { type ChildService, startChildService } from '../../support/child-service.ts';
import { type Figure, none } from '../promise.ts';

/** A process of the service that is restarted after each kill, at another address because its ports are random. */
export type ServiceProcess = {
  /** The roles in the form of PARLEY_ROLES. */
  roles: string;
  /** Returns the running process, or the last one. */
  now(): ChildService;
  /** Returns false from a kill until it serves again. */
  isUp(): boolean;
  /** Sends SIGKILL and starts a replacement. Returns when the process has ended: `whenUp` waits for the replacement. */
  kill(): Promise<void>;
  whenUp(): Promise<void>;
  /** Returns the last lines of each process that ended without having been killed here. */
  exits(): readonly string[];
  /** Sends SIGTERM and does not restart. */
  stop(): Promise<void>;
};

/** Starts `parley serve` with these roles as a separate process. */
export async function startProcess(
  roles: string,
  options: Parameters<typeof startChildService>[0],
): Promise<ServiceProcess> {
  const exits: string[] = [];
  /** Processes that are ended here. */
  const ours = new WeakSet<ChildService>();
  const start = async (): Promise<ChildService> => {
    const started = await startChildService({ ...options, env: { ...options.env, PARLEY_ROLES: roles } });
    void started.ended.then(() => {
      if (!ours.has(started)) exits.push(started.said());
    });
    return started;
  };
  let now = await start();
  let isUp = true;
  let up: Promise<void> = Promise.resolve();
  const restart = async () => {
    now = await start();
    isUp = true;
  };
  return {
    roles,
    now: () => now,
    isUp: () => isUp,
    async kill() {
      isUp = false;
      ours.add(now);
      await now.kill();
      up = restart();
      // Callers that wait for it receive the error.
      up.catch(() => {});
    },
    whenUp: () => up,
    exits: () => exits,
    async stop() {
      await up.catch(() => {});
      ours.add(now);
      await now.stop();
    },
  };
}

/**
 * Starts processes and stops all of them when `work` has ended.
 * @param wanted the roles of each, and its database if they differ
 */
export async function withProcesses<Result>(
  wanted: readonly { roles: string; databaseUrl: string | undefined }[],
  options: Omit<Parameters<typeof startProcess>[1], 'databaseUrl'>,
  work: (processes: ServiceProcess[]) => Promise<Result>,
): Promise<Result> {
  const started = await Promise.allSettled(
    wanted.map(({ roles, databaseUrl }) => startProcess(roles, { ...options, databaseUrl })),
  );
  const processes = started.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  try {
    const failed = started.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    return await work(processes);
  } finally {
    await Promise.all(processes.map((one) => one.stop()));
  }
}

/** Returns a serving process with the role, chosen by an increasing number; undefined if there is none. */
export function oneThatServes(
  processes: readonly ServiceProcess[],
  role: 'api' | 'receiver',
  turn: number,
): ChildService | undefined {
  const up = processes.filter((one) => one.isUp() && one.roles.split(',').includes(role));
  return up[turn % up.length]?.now();
}

/** Counts processes that ended by themselves, and reports their last lines. */
export function noExits(processes: readonly ServiceProcess[], say: (line: string) => void): Figure {
  const ended = processes.flatMap((one) =>
    one.exits().map((words) => `${one.roles} ended: ${words.slice(-2000)}`),
  );
  for (const line of ended) say(line);
  return none('processes that ended by themselves', ended.length);
}
