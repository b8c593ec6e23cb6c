import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The resident megabytes of a process over seconds, with the starts of the phases. */
export type MemoryCurve = {
  title: string;
  samples: [seconds: number, megabytes: number][];
  marks: [seconds: number, name: string][];
};

export type MemoryWatch = {
  curve: MemoryCurve;
  /** Begins a new phase, and resets {@link peak}. */
  mark(name: string): void;
  /** Returns the most megabytes since the last mark. */
  peak(): number;
  /** Returns the median of the last seconds, in megabytes. */
  lately(seconds: number): number;
  stop(): Promise<void>;
};

/** The interval of samples, within which memory grows by some megabytes at most. */
const EVERY_MS = 50;

/** The interval on other systems, which start a program for each sample. */
const ELSEWHERE_EVERY_MS = 500;

const [KIBIBYTE, MEGABYTE] = [1024, 1_000_000];

/** Samples the resident memory of a process until it is stopped or the process ends. */
export async function watchMemory(pid: number, title: string): Promise<MemoryWatch> {
  const startedMs = performance.now();
  const now = () => (performance.now() - startedMs) / 1000;
  const curve: MemoryCurve = { title, samples: [], marks: [] };
  const stopped = new AbortController();
  let peak = 0;
  const look = async () => {
    const megabytes = await residentMegabytes(pid);
    peak = Math.max(peak, megabytes);
    curve.samples.push([now(), megabytes]);
  };
  await look();
  const everyMs = process.platform === 'linux' ? EVERY_MS : ELSEWHERE_EVERY_MS;
  const looking = (async () => {
    while (!stopped.signal.aborted) {
      await delay(everyMs);
      await look().catch(() => stopped.abort());
    }
  })();
  return {
    curve,
    mark(name) {
      curve.marks.push([now(), name]);
      peak = curve.samples.at(-1)![1];
    },
    peak: () => peak,
    lately(seconds) {
      const from = now() - seconds;
      const late = curve.samples.filter(([at]) => at >= from).map(([, megabytes]) => megabytes);
      return late.toSorted((a, b) => a - b)[Math.floor(late.length / 2)] ?? curve.samples.at(-1)![1];
    },
    async stop() {
      stopped.abort();
      await looking;
    },
  };
}

/** Returns the resident memory of a process, in megabytes. */
export async function residentMegabytes(pid: number): Promise<number> {
  const kibibytes = process.platform === 'linux' ? await fromProc(pid) : await fromPs(pid);
  return (kibibytes * KIBIBYTE) / MEGABYTE;
}

async function fromProc(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]);
}

async function fromPs(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', `${pid}`]);
  return Number(stdout);
}
