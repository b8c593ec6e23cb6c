import type { Worker } from 'node:worker_threads';
import type { FromThread, ToThread } from './serve-tasks.ts';
import { startThread } from './start-thread.ts';

/** Threads that run one program each, and are started when there is work for them. */
export type ThreadPool<Task, Result> = {
  /**
   * Has a thread do a task. Tasks that find no thread free wait, and are begun in their order.
   * @param transfer the memory of the task that the thread takes over
   * @throws what ended the thread, or an error if the task took too long
   */
  run(task: Task, transfer?: ArrayBuffer[]): Promise<Result>;
  /** Ends the threads. Tasks in work fail, and so do those of later calls. */
  close(): Promise<void>;
};

export type ThreadPoolOptions = {
  threads: number;
  /** The time that a task may take. */
  taskMs: number;
  /** Threads without work end after this time, because each takes some 40 MB. */
  idleMs: number;
  maxHeapMiB: number;
};

type Waiting<Task, Result> = {
  task: Task;
  transfer: ArrayBuffer[];
  resolve(result: Result): void;
  reject(error: unknown): void;
};

type Thread<Task, Result> = {
  worker: Worker;
  work: Waiting<Task, Result> | undefined;
  timer: NodeJS.Timeout | undefined;
};

const CLOSED = 'The threads were closed';

/**
 * Creates a pool.
 * @param program the URL of the program, which calls `serveTasks`
 * @param answer answers the questions of tasks; if it throws, the task's thread ends
 */
export function createThreadPool<Task, Result, Question = never, Answer = never>(
  program: URL,
  { threads, taskMs, idleMs, maxHeapMiB }: ThreadPoolOptions,
  answer?: (question: Question) => Promise<Answer>,
): ThreadPool<Task, Result> {
  const all = new Set<Thread<Task, Result>>();
  const idle: Thread<Task, Result>[] = [];
  const queue: Waiting<Task, Result>[] = [];
  let isClosed = false;

  const end = (thread: Thread<Task, Result>, error: Error) => {
    clearTimeout(thread.timer);
    all.delete(thread);
    const place = idle.indexOf(thread);
    if (place >= 0) idle.splice(place, 1);
    thread.work?.reject(error);
    thread.work = undefined;
    void thread.worker.terminate();
    next();
  };
  const rest = (thread: Thread<Task, Result>) => {
    clearTimeout(thread.timer);
    thread.work = undefined;
    idle.push(thread);
    thread.timer = setTimeout(end, idleMs, thread, new Error('The thread had nothing to do')).unref();
    thread.worker.unref();
    next();
  };
  const start = (): Thread<Task, Result> => {
    const worker = startThread(program, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB } });
    const thread: Thread<Task, Result> = { worker, work: undefined, timer: undefined };
    worker.on('message', (message: FromThread<Question, Result>) => {
      if ('question' in message) {
        answer!(message.question).then(
          (one) => worker.postMessage({ answer: one } satisfies ToThread<Task, Answer>),
          (error) => end(thread, error),
        );
        return;
      }
      thread.work?.resolve(message.result);
      rest(thread);
    });
    worker.on('error', (error: Error) => end(thread, error));
    worker.on('exit', () => all.has(thread) && end(thread, new Error('The thread ended')));
    all.add(thread);
    return thread;
  };
  const next = () => {
    while (queue.length > 0) {
      const thread = idle.pop() ?? (all.size < threads ? start() : undefined);
      if (!thread) return;
      const work = queue.shift()!;
      clearTimeout(thread.timer);
      thread.work = work;
      thread.worker.ref();
      thread.timer = setTimeout(end, taskMs, thread, new Error('The thread took too long over its task'));
      thread.worker.postMessage({ task: work.task } satisfies ToThread<Task, Answer>, work.transfer);
    }
  };
  return {
    run: (task, transfer = []) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new Error(CLOSED);
        queue.push({ task, transfer, resolve, reject });
        next();
      }),
    async close() {
      isClosed = true;
      const workers = [...all].map(({ worker }) => worker);
      for (const { reject } of queue.splice(0)) reject(new Error(CLOSED));
      for (const thread of [...all]) end(thread, new Error(CLOSED));
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
