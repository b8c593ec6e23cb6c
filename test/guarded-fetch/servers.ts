import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseNetwork } from '../../src/lib/guarded-fetch/addresses.ts';
import { GuardedFetchError } from '../../src/lib/guarded-fetch/errors.ts';
import { fetchGuarded } from '../../src/lib/guarded-fetch/fetch-guarded.ts';
import type { GuardedFetchOptions } from '../../src/lib/guarded-fetch/types.ts';

/** The address of the tests' servers, which represents a public one. All other loopback addresses stay blocked. */
const LOOPBACK_ALLOWED = [parseNetwork('127.0.0.1')!];

/** Limits that nothing reaches unless a test is about it. */
export function optionsWith(changes: Partial<GuardedFetchOptions> = {}): GuardedFetchOptions {
  return {
    allow: LOOPBACK_ALLOWED,
    maxBytes: 1_000_000,
    headersTimeoutMs: 20_000,
    idleTimeoutMs: 20_000,
    totalTimeoutMs: 20_000,
    ...changes,
  };
}

/** A server that answers as written, byte for byte, after it has read a request's headers. */
export async function rawServer(
  t: TestContext,
  answer: (socket: Socket, request: string) => void,
): Promise<{ url: string; port: number; connections: () => number; allClosed: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    let request = '';
    socket.on('data', (chunk) => {
      const isFirst = !request.includes('\r\n\r\n');
      request += chunk.toString('latin1');
      if (isFirst && request.includes('\r\n\r\n')) answer(socket, request);
    });
  });
  const port = await listen(t, server, () => {
    for (const socket of sockets) socket.destroy();
  });
  const allClosed = async () => {
    while (sockets.size > 0) await sleep(5);
  };
  return { url: `http://127.0.0.1:${port}`, port, connections: () => connections, allClosed };
}

export async function httpServer(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  return `http://127.0.0.1:${await listen(t, server, () => server.closeAllConnections())}`;
}

async function listen(t: TestContext, server: Server, closeConnections: () => void): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    closeConnections();
  });
  return (server.address() as AddressInfo).port;
}

export async function collect(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Answers: one that stops half way, the head of one without a length, and one with a content coding. */
export const HALF = `HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n${'x'.repeat(50)}`;
export const WITHOUT_LENGTH = 'HTTP/1.1 200 OK\r\n\r\n';
export const encodedAs = (coding: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\ncontent-length: ${content.length}\r\n\r\n`,
    ),
    content,
  ]);

/** Returns the error of a fetch, including the reading of its content. */
export async function failureOf(
  url: string,
  changes?: Partial<GuardedFetchOptions>,
): Promise<GuardedFetchError> {
  const error = await fetchGuarded(url, optionsWith(changes))
    .then(({ bytes }) => collect(bytes))
    .then(
      () => assert.fail(`${url} was fetched`),
      (thrown: unknown) => thrown,
    );
  assert.ok(error instanceof GuardedFetchError, String((error as Error).stack));
  return error;
}
