import { readFile, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { seeded } from './data/prng.ts';
import { pickWord } from './data/words.ts';
import { describeMachine } from './machine.ts';
import { type Curve, drawCurves } from './memory-plot.ts';
import { endServerLeftBehind } from './setup/left-behind.ts';
import { type RunningService, startService } from './setup/service.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';

/**
 * `node bench/memory.ts [--minutes N]`: what a running service holds in memory (resident, of the node process) while
 * 64 senders send it bodies of 5 MiB, and while readers take pages of 50 transcripts of 5 MB, at full speed, slowly, and
 * leaving in the middle. Writes docs/memory.svg and bench/MEMORY.md. Linux only.
 */
const MINUTES = Number(process.argv[process.argv.indexOf('--minutes') + 1] || 3);
const [SENDERS, SLOW_READERS, LEAVERS] = [64, 8, 20];
const MEBIBYTE = 1024 * 1024;
const MAX_BODY_BYTES = 5 * MEBIBYTE;
const SAMPLE_MS = 200;
const LAG_MS = 10_000;
const SETTLE_MS = 30_000;
/** What a slow reader takes: 32 KiB ten times a second. */
const SLOW = { bytes: 32 * 1024, everyMs: 100, forMs: 30_000 };
const PAGE = 50;
/** Of RELIABILITY 5 and 7. */
const LIMITS = { senders: 512, lagMs: 100, oneReader: 64, slowReaders: 128 };

/** Stands for the number of a meeting in its body. */
const NUMBER = '#NUMBER#';
const KEY = 'memory-benchmark-key-0123456789abcdef';

type Row = [what: string, figure: string, limit: string, reached: boolean];
const rows: Row[] = [];
const curves: Curve[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const never = new AbortController().signal;

await using folder = await makeTemporaryFolder();
const dataDir = join(folder.path, 'data');
await using _server = { [Symbol.asyncDispose]: () => endServerLeftBehind(dataDir) };

await withService((service) => measureSenders(service));
// A process that has done nothing yet, so that what readers add is theirs.
await withService((service) => measureReaders(service));
await report();
agent.destroy();

async function withService(work: (service: RunningService) => Promise<void>): Promise<void> {
  await using service = await startService({
    settings: { PARLEY_DATA_DIR: dataDir, PARLEY_BOOTSTRAP_API_KEY: KEY },
    logFile: join(folder.path, 'service.log'),
    signal: never,
  });
  await work({ ...service, key: KEY });
}

async function measureSenders(service: RunningService): Promise<void> {
  const curve = await follow(service, `${SENDERS} senders of 5 MiB, then rest`);
  const body = largeMeeting();
  const untilMs = performance.now() + MINUTES * 60_000;
  const answers = new Map<number, number>();
  let number = 0;
  await delay(2000);
  const [base] = curve.samples.map(([, mb]) => mb).slice(-1) as [number];
  curve.mark('bodies');
  const senders = Array.from({ length: SENDERS }, async () => {
    while (performance.now() < untilMs) {
      const { status, retryAfterMs } = await send(
        service,
        body.replace(NUMBER, `${number++}`.padStart(NUMBER.length, '0')),
      );
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (retryAfterMs > 0) await delay(retryAfterMs);
    }
  });
  const lags = measureLags(service, untilMs);
  await Promise.all(senders);
  const worstLagMs = Math.max(...(await lags));
  const peak = curve.peak();
  curve.mark('rest');
  await delay(SETTLE_MS);
  const after = curve.samples.at(-1)![1];
  await curve.stop();
  const said = [...answers].map(([status, n]) => `${n.toLocaleString('en-US')} × ${status}`).join(', ');
  rows.push(
    [
      `peak, ${SENDERS} senders of 5 MiB for ${MINUTES} minutes`,
      `${peak} MB`,
      `≤ ${LIMITS.senders} MB`,
      peak <= LIMITS.senders,
    ],
    [
      'event loop delay, p99 of the worst 10 s',
      `${worstLagMs.toFixed(0)} ms`,
      `≤ ${LIMITS.lagMs} ms`,
      worstLagMs <= LIMITS.lagMs,
    ],
    ['answers', said, '200 and 503', [...answers.keys()].every((status) => status === 200 || status === 503)],
    [
      `${SETTLE_MS / 1000} s after the last`,
      `${after} MB (before: ${base} MB)`,
      'comes back',
      after < base + (peak - base) / 2,
    ],
  );
}

async function measureReaders(service: RunningService): Promise<void> {
  const curve = await follow(service, `a page of ${PAGE} transcripts of 5 MB`);
  const url = `${service.apiUrl}/v1/meetings?from=2026-01-01T00:00:00Z&pageSize=${PAGE}`;
  await delay(3000);
  const base = curve.samples.at(-1)![1];
  const phase = async (name: string, work: () => Promise<unknown>, limit: number) => {
    curve.mark(name);
    const from = curve.samples.length;
    const before = curve.samples.at(-1)![1];
    await work();
    const peak = Math.max(...curve.samples.slice(from).map(([, mb]) => mb));
    rows.push([
      name,
      `+${peak - base} MB (${before} MB before)`,
      `≤ base ${base} MB + ${limit} MB`,
      peak - base <= limit,
    ]);
    await delay(3000);
  };
  await phase('1 reader, gzip', () => readAll(url, 'gzip', service.key), LIMITS.oneReader);
  await phase('1 reader, identity', () => readAll(url, 'identity', service.key), LIMITS.oneReader);
  let heldMost = 0;
  await phase(
    `${SLOW_READERS} slow readers`,
    async () => {
      const readers = Array.from({ length: SLOW_READERS }, (_, i) =>
        readSlowly(url, i % 2 ? 'gzip' : 'identity', service.key),
      );
      const watch = (async () => {
        // What is asked at the beginning is over after this; then all that is sent is stalled.
        await delay(SLOW.forMs / 2);
        for (let n = 0; n < 50; n++) {
          heldMost = Math.max(heldMost, await busyConnections(service));
          await delay(SAMPLE_MS);
        }
      })();
      await Promise.all([...readers, watch]);
    },
    LIMITS.slowReaders,
  );
  rows.push([
    'connections busy while readers are slow, most seen',
    `${heldMost}`,
    `< ${SLOW_READERS}`,
    heldMost < SLOW_READERS,
  ]);
  await phase(`${LEAVERS} readers that leave`, () => leave(url, service.key), LIMITS.slowReaders);
  await delay(SETTLE_MS / 3);
  const left = await busyConnections(service);
  rows.push(['connections busy after they left', `${left}`, '0', left === 0]);
  await curve.stop();
}

/** Busy ones beside that of the question itself; the key's check is one a moment. */
async function busyConnections(service: RunningService): Promise<number> {
  const text = await (await fetch(`${service.apiUrl}/metrics`)).text();
  return Number(/parley_database_connections{state="busy"} (\d+)/.exec(text)![1]);
}

async function measureLags(service: RunningService, untilMs: number): Promise<number[]> {
  const lags: number[] = [];
  await service.metric('nodejs_eventloop_lag_p99_seconds');
  while (performance.now() < untilMs - LAG_MS) {
    await delay(LAG_MS);
    lags.push((await service.metric('nodejs_eventloop_lag_p99_seconds')) * 1000);
  }
  return lags;
}

type Follower = Curve & { mark(name: string): void; peak(): number; stop(): Promise<void> };

/** Samples the process's resident memory until it is stopped. */
async function follow({ pid }: RunningService, title: string): Promise<Follower> {
  const startedMs = performance.now();
  const now = () => (performance.now() - startedMs) / 1000;
  const stopped = new AbortController();
  const curve: Follower = {
    title,
    samples: [],
    marks: [],
    mark: (name) => curve.marks.push([now(), name]),
    peak: () => Math.max(...curve.samples.map(([, mb]) => mb)),
    stop: async () => {
      stopped.abort();
      await sampling;
    },
  };
  const sample = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    curve.samples.push([now(), Math.round((Number(/VmRSS:\s+(\d+)/.exec(status)![1]) * 1024) / 1e6)]);
  };
  await sample();
  const sampling = (async () => {
    while (!stopped.signal.aborted) {
      await sample().catch(() => stopped.abort());
      await delay(SAMPLE_MS);
    }
  })();
  curves.push(curve);
  return curve;
}

/** A meeting whose body is as large as one may be. */
function largeMeeting(): string {
  const random = seeded(5);
  const segments: object[] = [];
  let bytes = 0;
  for (let at = 0; bytes < MAX_BODY_BYTES - 1000; at++) {
    const text = Array.from({ length: 8 + Math.floor(random() * 20) }, () => pickWord(random)).join(' ');
    const segment = {
      text,
      timestampSeconds: at * 0.3,
      speaker: { name: at % 3 ? 'Ada Park' : 'Omar Lund' },
    };
    bytes += JSON.stringify(segment).length + 1;
    if (bytes < MAX_BODY_BYTES - 1000) segments.push(segment);
  }
  const meeting = {
    id: NUMBER,
    title: 'A very long meeting',
    startTime: '2026-02-01T09:00:00Z',
    endTime: '2026-02-01T19:00:00Z',
    host: { name: 'Ada Park', email: 'ada@parley.example' },
    transcript: { segments },
  };
  return JSON.stringify({ meeting, processImportedMeeting: false });
}

function send(service: RunningService, body: string): Promise<{ status: number; retryAfterMs: number }> {
  return new Promise((resolve, reject) => {
    const headers = {
      'X-API-Key': service.key,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    };
    const sent = request(
      `${service.receiverUrl}/v1/user-provided-meeting`,
      { method: 'POST', headers, agent },
      (response) => {
        response.resume().on('end', () => {
          const retryAfterMs = Number(response.headers['retry-after'] ?? 0) * 1000;
          resolve({ status: response.statusCode!, retryAfterMs });
        });
      },
    );
    sent.on('error', reject).end(body);
  });
}

function open(url: string, encoding: string, key: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'X-API-Key': key, 'Accept-Encoding': encoding }, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
}

async function readAll(url: string, encoding: string, key: string): Promise<void> {
  let bytes = 0;
  for await (const chunk of await open(url, encoding, key)) bytes += chunk.length;
  say(`  read ${(bytes / 1e6).toFixed(0)} MB, ${encoding}`);
}

async function readSlowly(url: string, encoding: string, key: string): Promise<void> {
  const response = await open(url, encoding, key);
  response.pause();
  const untilMs = performance.now() + SLOW.forMs;
  while (performance.now() < untilMs) {
    response.read(SLOW.bytes);
    await delay(SLOW.everyMs);
  }
  response.destroy();
}

async function leave(url: string, key: string): Promise<void> {
  for (let n = 0; n < LEAVERS; n++) {
    const response = await open(url, n % 2 ? 'gzip' : 'identity', key);
    await delay(50 + 20 * n);
    response.destroy();
  }
}

async function report(): Promise<void> {
  const machine = await describeMachine(never);
  const table = (lines: (readonly string[])[]) => lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
  const text = `# Memory

\`node bench/memory.ts\`. Resident memory of the node process, all roles in one, with its embedded database beside it.

![Resident memory over time](../docs/memory.svg)

${table([['what', 'figure', 'limit', 'reached'], ['---', '---', '---', '---'], ...rows.map((row) => [...row.slice(0, 3).map(String), row[3] ? 'yes' : 'no'])])}

${table([['', ''], ['---', '---'], ...machine])}
`;
  say(text);
  await writeFile(fileURLToPath(new URL('./MEMORY.md', import.meta.url)), text);
  await writeFile(fileURLToPath(new URL('../docs/memory.svg', import.meta.url)), drawCurves(curves));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
