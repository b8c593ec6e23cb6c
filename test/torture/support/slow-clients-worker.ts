import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { seededRandom } from '../../support/random.ts';

/** The kinds and numbers of slow clients; when a connection ends, another replaces it. */
export type SlowCrowd = {
  apiUrl: string;
  receiverUrl: string;
  key: string;
  seed: number;
  /** The number of clients of each kind. */
  slowHeaders: number;
  slowBodies: number;
  /** These read nothing of the response. */
  stalledReaders: number;
  /** These read slowly, but steadily. */
  steadyReaders: number;
  /** The path of a response that exceeds the buffers between two processes. */
  largePath: string;
};

/** The outcome of the slow clients. */
export type SlowOutcome = {
  opened: number;
  /** The longest connection of each kind that the service has ended, in milliseconds; 0 if it ended none. */
  longestMs: { slowHeaders: number; slowBodies: number };
  cut: { slowHeaders: number; slowBodies: number; stalledReaders: number; steadyReaders: number };
  /** The number of stalled readers that were not disconnected in time and received everything. */
  spared: number;
  /** The number of connections open at the end. */
  open: number;
};

const DRIP_MS = 1000;

/** The size of a body; thirteen of them would use all memory that the service reserves for bodies. */
const BODY_BYTES = 5_160_000;

const STEADY_BYTES = 64 * 1024;
const STEADY_MS = 500;

/**
 * The time after which a stalled reader checks whether it was disconnected, which it cannot detect while it reads
 * nothing. The service disconnects it 30 to 40 s after it has filled all buffers, which takes some seconds for many
 * readers on a slow machine. The readers check at different times, because the buffered data arrives in a burst.
 */
const STALL_MS = 52_000;
const STALL_SPREAD_MS = 8000;

const HOST = 'Host: parley\r\n';
const crowd = workerData as SlowCrowd;
const random = seededRandom(crowd.seed);
const outcome: SlowOutcome = {
  opened: 0,
  longestMs: { slowHeaders: 0, slowBodies: 0 },
  cut: { slowHeaders: 0, slowBodies: 0, stalledReaders: 0, steadyReaders: 0 },
  spared: 0,
  open: 0,
};
const sockets = new Set<Socket>();
let isOver = false;

/** @param onClose receives the duration of the connection */
function open(url: string, onClose: (ms: number) => void): Socket {
  const { hostname, port } = new URL(url);
  const startMs = performance.now();
  const socket = connect(Number(port), hostname);
  outcome.opened++;
  sockets.add(socket);
  socket.on('error', () => {});
  socket.once('close', () => {
    sockets.delete(socket);
    if (!isOver) onClose(performance.now() - startMs);
  });
  return socket;
}

/** Sends a byte a second after `start`, until the service disconnects. */
function drip(kind: 'slowHeaders' | 'slowBodies', url: string, start: string): void {
  const socket = open(url, (ms) => {
    clearInterval(timer);
    outcome.cut[kind]++;
    outcome.longestMs[kind] = Math.max(outcome.longestMs[kind], ms);
    drip(kind, url, start);
  });
  socket.resume();
  socket.write(start);
  const timer = setInterval(() => socket.write('x'), DRIP_MS * (0.5 + random()));
}

const ask = `GET ${crowd.largePath} HTTP/1.1\r\n${HOST}X-API-Key: ${crowd.key}\r\n\r\n`;

function stall(): void {
  let hasAll = false;
  const socket = open(crowd.apiUrl, () => {
    clearTimeout(timer);
    if (hasAll) outcome.spared++;
    else outcome.cut.stalledReaders++;
    stall();
  });
  socket.pause();
  socket.write(ask);
  const timer = setTimeout(
    () => {
      socket.on('data', (chunk: Buffer) => {
        hasAll = isEnd(chunk);
        if (hasAll) socket.destroy();
      });
      socket.resume();
    },
    STALL_MS + random() * STALL_SPREAD_MS,
  );
}

function readSteadily(): void {
  let hasAll = false;
  let taken = 0;
  const socket = open(crowd.apiUrl, () => {
    clearInterval(timer);
    if (!hasAll) outcome.cut.steadyReaders++;
    readSteadily();
  });
  socket.on('data', (chunk: Buffer) => {
    taken += chunk.length;
    if (taken >= STEADY_BYTES) socket.pause();
    if (!isEnd(chunk)) return;
    hasAll = true;
    socket.destroy();
  });
  socket.write(ask);
  const timer = setInterval(() => {
    taken = 0;
    socket.resume();
  }, STEADY_MS);
}

/** Returns whether a chunked response ends here. */
function isEnd(chunk: Buffer): boolean {
  return chunk.subarray(-5).toString('latin1') === '0\r\n\r\n';
}

const times = (count: number, begin: () => void) => {
  for (let index = 0; index < count; index++) setTimeout(begin, random() * DRIP_MS);
};
const body =
  `POST /v1/user-provided-meeting HTTP/1.1\r\n${HOST}X-API-Key: ${crowd.key}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${BODY_BYTES}\r\n\r\n{`;
times(crowd.slowHeaders, () => drip('slowHeaders', crowd.apiUrl, `GET /livez HTTP/1.1\r\n${HOST}X-A: `));
times(crowd.slowBodies, () => drip('slowBodies', crowd.receiverUrl, body));
times(crowd.stalledReaders, stall);
times(crowd.steadyReaders, readSteadily);

parentPort!.once('message', () => {
  isOver = true;
  outcome.open = sockets.size;
  for (const socket of sockets) socket.destroy();
  parentPort!.postMessage(outcome);
  // The timers of clients that have not begun are abandoned.
  setImmediate(() => process.exit(0));
});
