import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { generateKey } from '../../../src/domain/keys/key-format.ts';
import { seededRandom } from '../../support/random.ts';

/** Clients without a key; each kind has an equal share of the connections, at both addresses. */
export type KeylessCrowd = {
  apiUrl: string;
  receiverUrl: string;
  seed: number;
  /** The number of concurrent connections. */
  connections: number;
  /** A file of the console. */
  asset: string;
};

/** The outcome of their requests. */
export type KeylessOutcome = {
  opened: number;
  /** The numbers of responses that were read, by status. */
  statuses: Record<string, number>;
  /** Successful sign-ins without a valid key, which must not occur. */
  signedIn: number;
};

/** The average pause before a disconnected or finished client connects again. */
const AGAIN_MS = 5000;

/** The time after which a client that never reads reconnects, because it cannot detect that it was disconnected. */
const HOLD_MS = 10_000;

/** The time within which all clients begin. */
const START_MS = 2000;

const HOST = 'Host: parley\r\n';
const crowd = workerData as KeylessCrowd;
const random = seededRandom(crowd.seed);
const outcome: KeylessOutcome = { opened: 0, statuses: {}, signedIn: 0 };
const sockets = new Set<Socket>();
let isOver = false;

const API_PATHS = [
  '/docs',
  '/docs/reference.js',
  '/docs/reference.css',
  '/docs/start.js',
  '/openapi.json',
  '/',
  crowd.asset,
];
const BOTH_PATHS = ['/livez', '/readyz', '/metrics', '/nothing/here'];

const get = (path: string) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`;
const signIn = (body: string, length: number) =>
  `POST /admin/v1/session HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
const wrongSignIn = () => {
  const body = JSON.stringify({ key: generateKey() });
  return signIn(body, body.length);
};

function open(url: string, again: () => void): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  outcome.opened++;
  sockets.add(socket);
  socket.on('error', () => {});
  socket.once('close', () => {
    sockets.delete(socket);
    if (!isOver) setTimeout(() => !isOver && again(), AGAIN_MS * (0.5 + random()));
  });
  return socket;
}

/** Sends the start of a request and nothing more. */
function sendHalf(url: string, start: string): void {
  const socket = open(url, () => sendHalf(url, start));
  socket.on('data', note);
  socket.write(start);
}

/** Sends a request and never reads, with a second request behind the first. */
function neverRead(url: string, path: string): void {
  const socket = open(url, () => neverRead(url, path));
  socket.pause();
  socket.write(get(path) + get(path));
  setTimeout(() => socket.destroy(), HOLD_MS * (0.5 + random()));
}

/** Sends requests repeatedly and reads the responses. */
function askAgain(url: string, request: () => string): void {
  const socket = open(url, () => {
    clearInterval(timer);
    askAgain(url, request);
  });
  socket.on('data', note);
  socket.write(request());
  const timer = setInterval(() => socket.write(request()), AGAIN_MS * (1 + random()));
}

function note(chunk: Buffer): void {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(chunk.subarray(0, 16).toString('latin1'))?.[1];
  if (status === undefined) return;
  outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1;
  if (chunk.includes('parley_session=')) outcome.signedIn++;
}

const kinds: (() => void)[] = [
  () => sendHalf(crowd.apiUrl, `GET /livez HTTP/1.1\r\n${HOST}X-A: `),
  () => sendHalf(crowd.apiUrl, ''),
  () => askAgain(crowd.apiUrl, wrongSignIn),
  ...API_PATHS.map((path) => () => neverRead(crowd.apiUrl, path)),
  ...BOTH_PATHS.map((path) => () => neverRead(crowd.apiUrl, path)),
  ...BOTH_PATHS.map((path) => () => neverRead(crowd.receiverUrl, path)),
  ...API_PATHS.map((path) => () => askAgain(crowd.apiUrl, () => get(path))),
  ...BOTH_PATHS.map((path) => () => askAgain(crowd.apiUrl, () => get(path))),
];
const halfSignIn = () => sendHalf(crowd.apiUrl, signIn('{"key": "', 60));

for (let index = 0; index < crowd.connections; index++) {
  // Every second client sends half of a sign-in; a flood of those once caused callers with keys to be refused.
  const begin = index % 2 === 0 ? halfSignIn : kinds[((index - 1) / 2) % kinds.length]!;
  setTimeout(begin, random() * START_MS);
}

parentPort!.once('message', () => {
  isOver = true;
  for (const socket of sockets) socket.destroy();
  parentPort!.postMessage(outcome);
  // The timers of clients that have not begun are abandoned.
  setImmediate(() => process.exit(0));
});
