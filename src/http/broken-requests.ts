import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Fault } from '../lib/faults.ts';
import type { Log } from '../lib/log.ts';
import type { Connections, Exchanges } from './connections.ts';
import { isUpload } from './read-upload.ts';
import { SECURITY_HEADER_LINES } from './security-headers.ts';

/** Bytes that a sender may use for the request line and headers together. */
export const MAX_HEADER_BYTES = 16 * 1024;

/** The time that the sender of a broken request may take to read the answer before the connection is cut. */
const LINGER_MS = 1000;

/**
 * Answers what is no HTTP request (or comes too slowly), and what node would answer by itself in another form:
 * CONNECT, and an Expect header. All of them get `{error}` and X-Request-Id like everything else.
 */
export function answerBrokenRequests(server: Server, connections: Connections, log: Log): void {
  const answered = new WeakSet<Socket>();
  server.on('clientError', (error: ClientError, socket: Socket) => {
    if (answered.has(socket)) return;
    // It may take longer than any other request, and has limits of its own: see read-upload.ts.
    const newest = connections.exchangesOf(socket)?.last?.request;
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && newest && isUpload(newest)) return;
    answered.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { last, open = 0 } = connections.exchangesOf(socket) ?? {};
    const isAnswering = open > 0 && last && (last.request.complete || last.response.headersSent);
    // A body that is answered while it arrives has broken off: its response would wait for the rest.
    if (isAnswering && isUpload(last.request)) socket.destroy();
    else if (isAnswering) closeAfter(last.response, socket);
    // The body of a request that waits behind others: no answer could be told from theirs.
    else if (open > 1) socket.destroy();
    else answerByHand(socket, answerTo(error), log);
  });
  server.on('connect', (_request, socket: Socket) => answerByHand(socket, OTHER_METHOD, log));
  // 100 Continue is sent by the route once it wants the body; other expectations are nothing to us.
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (request, response) => server.emit('request', request, response));
  }
}

type ClientError = Error & { code?: string; rawPacket?: Buffer };
type BrokenAnswer = { status: string; message: string; headers?: string };

/** Methods that some operation of Parley has. */
const METHODS = 'GET, POST, PUT, PATCH, DELETE';

const OTHER_METHOD: BrokenAnswer = {
  status: '405 Method Not Allowed',
  message: `This method is not supported; use one of ${METHODS}`,
  headers: `Allow: ${METHODS}\r\n`,
};

/** A request line that would be well-formed if the method were one that node knows. */
const REQUEST_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32} [!-~]+ HTTP\/1\.[01]\r\n/;

function answerTo(error: ClientError): BrokenAnswer {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: '408 Request Timeout', message: 'The request took too long to arrive' };
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: '431 Request Header Fields Too Large',
        message: `The path and the headers must be at most ${MAX_HEADER_BYTES} bytes`,
      };
    case 'HPE_INVALID_METHOD':
      if (REQUEST_LINE.test(error.rawPacket?.toString('latin1') ?? '')) return OTHER_METHOD;
  }
  return { status: '400 Bad Request', message: 'This is not a valid HTTP request' };
}

const EVICTED: BrokenAnswer = {
  status: '503 Service Unavailable',
  message: 'Too many connections are open; try again soon',
  headers: 'Retry-After: 1\r\n',
};

/**
 * Closes a connection in favour of another one. A client that has sent part of a request gets a 503 response; the
 * eviction does not wait until the client has read it.
 * @returns true if there was such a request
 */
export function evictConnection(socket: Socket, { last, open }: Exchanges, log: Log): boolean {
  const hasBegun = last === undefined ? socket.bytesRead > 0 : open === 1 && !last.response.headersSent;
  if (!hasBegun || !socket.writable) {
    socket.destroy();
    return false;
  }
  writeByHand(socket, EVICTED, log);
  socket.destroySoon();
  return true;
}

/** There is no request to answer, so the answer is written as it goes over the wire. */
function answerByHand(socket: Socket, answer: BrokenAnswer, log: Log): void {
  writeByHand(socket, answer, log);
  closeGently(socket);
}

function writeByHand(socket: Socket, { status, message, headers = '' }: BrokenAnswer, log: Log): void {
  const reqId = randomUUID();
  const body = JSON.stringify({ error: message });
  log.info({ reqId, status: Number.parseInt(status, 10) }, 'broken request');
  socket.write(
    `HTTP/1.1 ${status}\r\nX-Request-Id: ${reqId}\r\n${headers}${SECURITY_HEADER_LINES}Connection: close\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Requests before the broken bytes are still answered; nothing after them is. */
function closeAfter(response: ServerResponse, socket: Socket): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
  if (response.writableFinished) closeGently(socket);
  else response.once('close', () => closeGently(socket));
}

/** A close with unread data resets the connection, and many clients then lose the answer. */
function closeGently(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.end();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/**
 * Makes the check of what node lets pass and another server on the way could have read differently: RFC 9112 sections
 * 3.2 and 6.1. The connection of such a request is closed after the answer, and what was sent behind it is not done.
 * @returns throws Fault 400
 */
export function createFramingCheck(): (request: IncomingMessage, response: ServerResponse) => void {
  const refused = new WeakSet<Socket>();
  return (request, response) => {
    const fault = refused.has(request.socket)
      ? 'The previous request on this connection was not valid'
      : ambiguity(request);
    if (fault === undefined) return;
    refused.add(request.socket);
    response.shouldKeepAlive = false;
    throw new Fault('invalid', fault);
  };
}

function ambiguity(request: IncomingMessage): string | undefined {
  const { httpVersionMajor, httpVersionMinor, headers, rawHeaders } = request;
  if (httpVersionMajor !== 1) return 'The request must be HTTP/1.1';
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.length === 4 && rawHeaders[index]!.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1 || (hosts === 0 && httpVersionMinor > 0)) return 'The request must have one Host header';
  const encoding = headers['transfer-encoding'];
  if (encoding === undefined) return undefined;
  if (encoding.toLowerCase() !== 'chunked' || httpVersionMinor === 0) {
    return 'Transfer-Encoding must be chunked, in HTTP/1.1';
  }
  return undefined;
}
