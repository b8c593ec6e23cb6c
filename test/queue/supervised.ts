import { setTimeout as delay } from 'node:timers/promises';
import type { TestQueue, TestWorker } from './harness.ts';

/** Workers that are kept running. */
export type Supervised = {
  /** Returns the number of processes that have ended or were killed. */
  lost(): number;
  stop(): Promise<void>;
};

/** Little, so that a job that takes all memory is soon done with it. */
const HEAP = ['--max-old-space-size=96'];

const LOOK_MS = 200;

/** Keeps workers running as an operator's supervisor does: one that ended or hangs is replaced. */
export async function supervise(
  queue: TestQueue,
  { workers: count, isPatient }: { workers: number; isPatient: boolean },
): Promise<Supervised> {
  const workers = new Map<number, TestWorker>();
  let isOver = false;
  let lost = 0;
  const start = async (): Promise<void> => {
    const worker = await queue.spawn({ nodeArgs: HEAP, isPatient });
    workers.set(worker.pid, worker);
    void worker.gone.then(() => {
      workers.delete(worker.pid);
      if (isOver) return;
      lost++;
      return start();
    });
  };
  await Promise.all(Array.from({ length: count }, start));
  // One that hangs is known by its endless job having been taken over or given up.
  const look = async () => {
    while (!isOver) {
      const looping = await queue.journal(`job = 'loops' and event = 'start'`);
      const active = await queue.rows(`kind = 'loops' and state = 'active'`);
      const alive = new Set(
        active.map(({ payload, attempts }) => `${(payload as { n: number }).n} ${attempts}`),
      );
      for (const { n, attempt, pid } of looping) {
        if (!alive.has(`${n} ${attempt}`)) workers.get(pid)?.process.kill('SIGKILL');
      }
      await delay(LOOK_MS);
    }
  };
  const looking = look();
  return {
    lost: () => lost,
    async stop() {
      isOver = true;
      await looking;
      for (const { process } of workers.values()) process.kill('SIGKILL');
      await Promise.all([...workers.values()].map(({ gone }) => gone));
    },
  };
}
