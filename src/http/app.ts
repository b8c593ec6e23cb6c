import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Fault } from '../lib/faults.ts';
import { requestIdFrom } from '../lib/ids.ts';
import { withoutRedaction } from '../lib/log.ts';
import type { AppParts, Timeouts } from './app-parts.ts';
import {
  answerBrokenRequests,
  createFramingCheck,
  evictConnection,
  MAX_HEADER_BYTES,
} from './broken-requests.ts';
import { followConnections, refuseOneTooMany } from './connections.ts';
import type { Caller } from './endpoint.ts';
import { answerFault } from './faults.ts';
import { closeIfUnread } from './read-body.ts';
import { receiverHints } from './receiver-paths.ts';
import { addRoutes, methodsAt, type RoutedPath } from './route.ts';
import { securityHeaders } from './security-headers.ts';
import { sendAnswer, sendJson } from './send.ts';
import { isNavigation } from './static-files.ts';
import { traceRequests } from './trace-requests.ts';

/** A sender gets this long for its headers, and this long for the whole request; 408 after that. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 120_000;

const TIMEOUT_CHECK_MS = 5000;

/** A reader that takes nothing for so long of what there is for it has stalled, and is cut; one that is slow is not. */
const READER_TIMEOUT_MS = 30_000;

/** Longer than the minute after which most reverse proxies close what is idle, so that it is they who do. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** The challenge of operations that take a bearer token (RFC 6750). */
const BEARER_CHALLENGE = 'Bearer realm="Parley"';

/** The status that is logged and counted, as by other servers, if the client left before the response. */
const CLIENT_LEFT = 499;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

/** Builds one listener's application: every endpoint of its address, and one answer for everything else. */
export function buildApp<Deps>(parts: AppParts<Deps>): FastifyInstance {
  const timeouts = {
    headersMs: HEADERS_TIMEOUT_MS,
    requestMs: REQUEST_TIMEOUT_MS,
    checkMs: TIMEOUT_CHECK_MS,
    readerMs: READER_TIMEOUT_MS,
    keepAliveMs: KEEP_ALIVE_TIMEOUT_MS,
    ...parts.timeouts,
  };
  const prepare = createPreparation(parts);
  const app = createFastify(parts, timeouts, prepare);
  const limits = { max: parts.maxConnections, readerMs: timeouts.readerMs, processes: parts.processes };
  const connections = followConnections(app.server, parts.log, limits, (socket, exchanges) => {
    if (evictConnection(socket, exchanges, parts.log))
      parts.metrics.shedRequests.inc({ reason: 'connections' });
  });
  answerBrokenRequests(app.server, connections, parts.log);
  app.addHook('preClose', async () => connections.closeUnused());
  const checkFraming = createFramingCheck();

  // Bodies are read by readBody, after the key was checked: fastify is told that there are none.
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']) {
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  app.decorateRequest('caller', undefined);
  if (parts.traces) traceRequests(app, parts.traces);
  app.addHook('onRequest', async (request, reply) => {
    prepare(request, reply);
    checkFraming(request.raw, reply.raw);
    // If the operation requires a key, the key is checked first: see route.ts.
    if (!request.routeOptions.config.needsKey) refuseOneTooMany(connections, request, reply);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // This includes requests from before the stop: their connections must not wait for further requests.
    if (parts.isStopping?.()) reply.header('Connection', 'close');
    if (request.method !== 'HEAD') connections.noteAnswer(request.raw.socket, lengthOf(reply, payload));
    done();
  });
  app.setErrorHandler(async (error, request, reply) => {
    // Nobody reads the response, and the work was given up because of that.
    const fault = reply.raw.destroyed && isAbort(error) ? new Fault('invalid', 'The client left') : error;
    const answer = answerFault(fault, parts.log.child({ reqId: request.id }), parts.isDatabaseFull?.());
    closeIfUnread(request.raw, reply.raw, answer.status === 408);
    reply.headers(answer.headers);
    const { errors, forAgents, isProbe } = request.routeOptions.config;
    if (answer.shed && !isProbe) parts.metrics.shedRequests.inc({ reason: answer.shed });
    if (forAgents && answer.status === 401) reply.header('WWW-Authenticate', BEARER_CHALLENGE);
    const body = errors ? errors.render(answer.message, request.id) : { error: answer.message };
    return sendJson(request, reply, answer.status, body);
  });
  const paths = addRoutes(app, parts, connections);
  const known = { paths, hintOf: receiverHints(parts) };
  const answerOthers = (request: FastifyRequest, reply: FastifyReply) =>
    answerUnmatched(parts, known, request, reply);
  app.setNotFoundHandler(answerOthers);
  refuseOtherMethods(app, paths, answerOthers);
  return app;
}

function createFastify<Deps>(
  parts: AppParts<Deps>,
  timeouts: Omit<Timeouts, 'pace'>,
  prepare: Preparation,
): FastifyInstance {
  return Fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A log of its own for each request cost a hundredth of a small request; those that need one make it.
    childLoggerFactory: (logger) => logger,
    genReqId: (raw) => requestIdFrom(raw.headers['x-request-id']),
    requestTimeout: timeouts.requestMs,
    connectionTimeout: 0,
    keepAliveTimeout: timeouts.keepAliveMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      // createFramingCheck does it, with an answer of our form.
      requireHostHeader: false,
    },
    trustProxy: false,
    // Operations check and write their bodies themselves. Fastify's own compilers are more than 100 modules.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    routerOptions: {
      querystringParser: () => ({}),
      ignoreTrailingSlash: false,
      caseSensitive: true,
      // No path that fits the headers is too long: what a parameter takes is its own matter.
      maxParamLength: MAX_HEADER_BYTES,
    },
    // answerBrokenRequests does it.
    clientErrorHandler: () => {},
    frameworkErrors: (_error, request, reply) => {
      prepare(request, reply);
      closeIfUnread(request.raw, reply.raw);
      void sendJson(request, reply, 400, { error: 'The path is not valid percent-encoded UTF-8' });
    },
  });
}

function refuseSchema(): never {
  throw new Error('A route cannot have a schema of Fastify');
}

/** Routes methods that a path does not have: `PUT /things/all` would else be taken for `PUT /things/{id}`. */
function refuseOtherMethods(
  app: FastifyInstance,
  paths: RoutedPath[],
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  for (const path of new Set(paths.map((one) => one.path))) {
    const own = methodsAt(paths, path);
    const taken = paths.filter((one) => one.pattern.test(path) && !own.includes(one.method));
    const method = [...new Set(taken.map((one) => one.method))];
    if (method.length > 0) app.route({ method, url: path, handler });
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Bytes of a payload; of a stream without a Content-Length none are known. */
function lengthOf(reply: FastifyReply, payload: unknown): number {
  if (Buffer.isBuffer(payload)) return payload.length;
  return Number(reply.getHeader('content-length') ?? 0);
}

type Preparation = (request: FastifyRequest, reply: FastifyReply) => void;

/** Returns what adds the headers of every response, and logs and counts the request when it is over. */
function createPreparation<Deps>(parts: AppParts<Deps>): Preparation {
  const requestLog = withoutRedaction(parts.log);
  return (request, reply) => {
    const startMs = performance.now();
    reply.headers(securityHeaders(parts.isHttps ?? false)).header('X-Request-Id', request.id);
    // After the end of the answer, or when the client has left before it.
    reply.raw.once('close', () => {
      const ms = performance.now() - startMs;
      const { operationId: operation = 'unmatched', isProbe } = request.routeOptions.config;
      const { keyId, organizationId } = request.caller ?? {};
      const status = reply.raw.headersSent ? reply.raw.statusCode : CLIENT_LEFT;
      parts.metrics.requestSeconds.observe({ address: parts.address, operation, status }, ms / 1000);
      const left = reply.raw.writableFinished ? {} : { clientLeft: true };
      requestLog[isProbe && status < 400 ? 'debug' : 'info'](
        {
          reqId: request.id,
          method: request.method,
          path: withoutKeys(pathOf(request)),
          operation,
          organizationId,
          keyId,
          status,
          ms: Math.round(ms),
          traceId: request.trace?.traceId,
          ...left,
        },
        'request',
      );
    });
  };
}

/** 405 where the path is known with another method; else the page for a person's browser, and 404 for all others. */
async function answerUnmatched<Deps>(
  parts: AppParts<Deps>,
  { paths, hintOf }: { paths: RoutedPath[]; hintOf(path: string): string | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  closeIfUnread(request.raw, reply.raw);
  const path = pathOf(request);
  const allowed = methodsAt(paths, path);
  if (allowed.length === 0 && parts.page && isNavigation(request.method, path, request.headers)) {
    return sendAnswer(request, reply, await parts.page(request.headers));
  }
  if (allowed.length === 0) {
    return sendJson(request, reply, 404, { error: hintOf(path) ?? 'There is nothing at this path' });
  }
  reply.header('Allow', allowed.join(', '));
  return sendJson(request, reply, 405, {
    error: `${request.method} is not a method of this path; it takes ${allowed.join(', ')}`,
  });
}

/** The request's path without its query: queries can hold addresses of people and are kept out of the log. */
function pathOf(request: FastifyRequest): string {
  // A client may name the whole URL, as it does to a proxy.
  const url = (request.raw.url ?? '').replace(/^https?:\/\/[^/?]*/i, '');
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/** A key that somebody put into a path, as to revoke it, is still a key. */
function withoutKeys(path: string): string {
  return path.includes('parley_') ? path.replaceAll(/parley_\w+/g, 'parley_…') : path;
}
