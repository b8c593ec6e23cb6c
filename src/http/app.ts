import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { requestIdFrom } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { Address, Caller, Endpoint } from './endpoint.ts';
import { answerFault } from './faults.ts';
import { closeIfUnread } from './read-body.ts';
import { addRoutes, type RoutedPath } from './route.ts';
import { sendJson } from './send.ts';

/** What an application is made of; tests and production pass the same. */
export type AppParts<Deps> = {
  address: Address;
  endpoints: readonly Endpoint<Deps>[];
  deps: Deps;
  /** @returns who holds the key, or undefined where nobody does; throws where that cannot be told now */
  authenticate(key: string): Promise<Caller | undefined>;
  log: Log;
  metrics: Metrics;
};

/** A sender gets this long for its headers, and as long again for the whole request. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 120_000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
const MAX_HEADER_BYTES = 16 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

/** Builds one listener's application: every endpoint of its address, and one answer for everything else. */
export function buildApp<Deps>(parts: AppParts<Deps>): FastifyInstance {
  const app = Fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (raw) => requestIdFrom(raw.headers['x-request-id']),
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, maxHeaderSize: MAX_HEADER_BYTES },
    trustProxy: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    routerOptions: {
      querystringParser: () => ({}),
      ignoreTrailingSlash: false,
      caseSensitive: true,
      maxParamLength: 512,
    },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-Id', request.id);
      void sendJson(request, reply, statusOf(error), {
        error: 'The path is not valid percent-encoded UTF-8',
      });
    },
  });

  // Bodies are read by readBody, after the key was checked; fastify only passes them on.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.decorateRequest('caller', undefined);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config.operationId ?? 'unmatched';
    const seconds = reply.elapsedTime / 1000;
    parts.metrics.requestSeconds.observe(
      { address: parts.address, operation, status: reply.statusCode },
      seconds,
    );
    request.log.info(
      {
        method: request.method,
        path: pathOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  app.setErrorHandler(async (error, request, reply) => {
    const answer = answerFault(error, request.log as Log);
    closeIfUnread(request.raw, reply.raw);
    reply.headers(answer.headers);
    return sendJson(request, reply, answer.status, { error: answer.message });
  });
  const paths = addRoutes(app, parts);
  app.setNotFoundHandler((request, reply) => answerUnmatched(paths, request, reply));
  return app;
}

/** 405 where the path is known with another method, else 404. */
async function answerUnmatched(paths: RoutedPath[], request: FastifyRequest, reply: FastifyReply) {
  closeIfUnread(request.raw, reply.raw);
  const path = pathOf(request);
  const allowed = [...new Set(paths.filter((one) => one.pattern.test(path)).map((one) => one.method))];
  if (allowed.length === 0) return sendJson(request, reply, 404, { error: 'There is nothing at this path' });
  reply.header('Allow', allowed.join(', '));
  return sendJson(request, reply, 405, {
    error: `${request.method} is not a method of this path; it takes ${allowed.join(', ')}`,
  });
}

/** The request's path without its query: queries can hold addresses of people and are kept out of the log. */
function pathOf(request: FastifyRequest): string {
  const { url } = request.raw;
  const end = url?.indexOf('?') ?? -1;
  return end < 0 ? (url ?? '') : url!.slice(0, end);
}

function statusOf(error: { statusCode?: number }): number {
  return error.statusCode === 414 ? 414 : 400;
}

/** Bytes that are no HTTP request, or come too slowly: there is no request yet, so the answer is written by hand. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, message] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? ['408 Request Timeout', 'The request took too long to arrive']
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? ['431 Request Header Fields Too Large', `The headers must be at most ${MAX_HEADER_BYTES} bytes`]
        : ['400 Bad Request', 'This is not an HTTP request'];
  const body = JSON.stringify({ error: message });
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroy(error);
}
