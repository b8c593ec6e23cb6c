import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { wav } from '../../support/recordings.ts';

/** A server on every address of this machine, one of which represents a public one. */
export type RecordingTrap = {
  /** The permitted address. */
  address: string;
  port: number;
  /** Its origin: `http://127.99.88.77:4711`. */
  origin: string;
  /** The numbers of connections to other addresses, by address. */
  caught: Map<string, number>;
  /** Returns the number of requests to the permitted address. */
  reached(): number;
  /** Returns the number of silent responses that the service has abandoned. */
  left(): number;
  /** The most bytes sent of a response over the limit, and the longest wait for a silent response. */
  most: { bytesSent: number; waitedMs: number };
  close(): void;
};

/** The permitted address: loopback is a whole network on Linux, and one address of each family elsewhere. */
const ADDRESS = process.platform === 'linux' ? '127.99.88.77' : '::1';

const FILE = wav(1);
const WAV = { 'Content-Type': 'audio/wav' };
const PIECE = Buffer.alloc(64 * 1024);
const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024));
const DRIP_MS = 1000;

export async function openRecordingTrap(): Promise<RecordingTrap> {
  const caught = new Map<string, number>();
  let reached = 0;
  let left = 0;
  const most = { bytesSent: 0, waitedMs: 0 };
  const server = createServer((request, response) => {
    if (localAddress(request.socket) === ADDRESS) reached++;
    const url = new URL(request.url ?? '/', 'http://trap');
    const [, first, status, location] = url.pathname.split('/');
    const startMs = performance.now();
    const measure = () =>
      response.once('close', () => {
        left++;
        most.waitedMs = Math.max(most.waitedMs, performance.now() - startMs);
      });
    const answers: Record<string, () => void> = {
      'call.wav': () => response.writeHead(200, WAV).end(FILE),
      to: () => response.writeHead(Number(status), { Location: decodeURIComponent(location ?? '') }).end(),
      again: () => response.writeHead(302, { Location: '/again' }).end(),
      announced: () => response.writeHead(200, { ...WAV, 'Content-Length': 10_000_000_000 }).write(PIECE),
      bomb: () => response.writeHead(200, { ...WAV, 'Content-Encoding': 'gzip' }).end(BOMB),
      endless: () => flood(response, most),
      hang: measure,
      'drip-headers': () => {
        measure();
        drip(response, () => response.socket?.write('x'));
        response.socket?.write('HTTP/1.1 200 OK\r\nX: ');
      },
      stall: () => {
        measure();
        response.writeHead(200, WAV).write(PIECE);
      },
    };
    const answer = answers[first ?? ''];
    if (answer) answer();
    // Forbidden addresses serve a recording, which would be stored if it were fetched.
    else response.writeHead(200, WAV).end(FILE);
  });
  server.on('connection', (socket: Socket) => {
    const address = localAddress(socket);
    if (address !== ADDRESS) caught.set(address, (caught.get(address) ?? 0) + 1);
    socket.on('error', () => {});
  });
  const ready = once(server, 'listening');
  server.listen(0, '::').once('error', () => server.listen(0, '0.0.0.0'));
  await ready;
  const { port } = server.address() as AddressInfo;
  const host = ADDRESS.includes(':') ? `[${ADDRESS}]` : ADDRESS;
  return {
    address: ADDRESS,
    port,
    origin: `http://${host}:${port}`,
    caught,
    reached: () => reached,
    left: () => left,
    most,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function localAddress({ localAddress: address }: Socket): string {
  return (address ?? '').replace(/^::ffff:/, '');
}

/** Sends data until the other side closes the connection. */
function flood(response: ServerResponse, most: { bytesSent: number }): void {
  const { socket } = response;
  const send = () => {
    while (!response.destroyed && response.write(PIECE));
  };
  response.writeHead(200, WAV).on('drain', send);
  response.once('close', () => {
    most.bytesSent = Math.max(most.bytesSent, socket?.bytesWritten ?? 0);
  });
  send();
}

function drip(response: ServerResponse, one: () => void): void {
  const timer = setInterval(one, DRIP_MS);
  response.once('close', () => clearInterval(timer));
}
