import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NO_ORGANIZATION } from '../lib/active-organizations.ts';
import { Fault, FaultList } from '../lib/faults.ts';
import type { Access, AppParts } from './app-parts.ts';
import { authenticate } from './authenticate.ts';
import { compileYieldingBodyCheck } from './check-body-yielding.ts';
import { type Connections, refuseOneTooMany } from './connections.ts';
import {
  type Answer,
  type Caller,
  type Endpoint,
  type EndpointRequest,
  type IdempotencyRequest,
  pathsOf,
  scopesOf,
} from './endpoint.ts';
import { parseJson } from './json-guard.ts';
import { createQueryParser, type QueryParser } from './parse-query.ts';
import { closeAfterPart, readBody, readWhole } from './read-body.ts';
import { readUpload } from './read-upload.ts';
import { encodingFor, sendAnswer, sendKept } from './send.ts';

/** A method of a path as it is declared, with what requests of it look like. */
export type RoutedPath = { method: string; path: string; pattern: RegExp };

/** The methods that a requested path takes; where it is a declared path itself, what others match it does not count. */
export function methodsAt(paths: readonly RoutedPath[], requested: string): string[] {
  const own = paths.filter(({ path }) => path === requested);
  const matching = own.length > 0 ? own : paths.filter(({ pattern }) => pattern.test(requested));
  return [...new Set(matching.map(({ method }) => method))];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operationId?: string;
    errors?: Endpoint<unknown>['errors'];
    needsKey?: boolean;
    forAgents?: boolean;
    isProbe?: boolean;
  }
}

/** Adds the routes of all endpoints of the application's address. */
export function addRoutes<Deps>(
  app: FastifyInstance,
  parts: AppParts<Deps>,
  connections: Connections,
): RoutedPath[] {
  const paths: RoutedPath[] = [];
  for (const endpoint of parts.endpoints) {
    if (endpoint.address !== 'both' && endpoint.address !== parts.address) continue;
    for (const path of pathsOf(endpoint)) {
      const pattern = patternOf(path);
      for (const method of methodsOf(endpoint)) paths.push({ method, path, pattern });
      addRoute(app, parts, connections, endpoint, path);
    }
  }
  return paths;
}

/** Matches the paths that a declared one stands for. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function accessOf<Deps>({ method, readsPrimary }: Endpoint<Deps>): Access {
  if (method !== 'GET') return 'writes';
  return readsPrimary ? 'reads' : 'reads anywhere';
}

function methodsOf<Deps>({ method, alsoHead }: Endpoint<Deps>): string[] {
  return alsoHead ? [method, 'HEAD'] : [method];
}

function addRoute<Deps>(
  app: FastifyInstance,
  parts: AppParts<Deps>,
  connections: Connections,
  endpoint: Endpoint<Deps>,
  path: string,
): void {
  const answerAnew = createAnswering(parts, connections, endpoint);
  const scopes = scopesOf(endpoint);
  app.route({
    method: methodsOf(endpoint),
    // Without the pattern `/things/` would be taken for `/things/{id}`.
    url: path.replaceAll(/\{(\w+)\}/g, ':$1(^[^]+$)'),
    config: {
      operationId: endpoint.operationId,
      errors: endpoint.errors,
      needsKey: scopes.length > 0,
      forAgents: endpoint.forAgents === true,
      isProbe: endpoint.isProbe === true,
    },
    onRequest: async (request, reply) => {
      if (scopes.length === 0) return;
      const { shouldKeepAlive } = reply.raw;
      if (connections.isOneTooMany(request.raw.socket)) reply.raw.shouldKeepAlive = false;
      await authenticate(request, reply, parts, {
        scopes,
        isAnyEnough: endpoint.anyScope === true,
        isForAgents: endpoint.forAgents === true,
      });
      parts.admission.note(request.caller!.organizationId);
      connections.vouchFor(request.raw, reply.raw);
      refuseOneTooMany(connections, request, reply);
      reply.raw.shouldKeepAlive = shouldKeepAlive;
    },
    handler: async (request, reply) => {
      const { caller } = request;
      const kept = endpoint.method === 'GET' && caller ? parts.keptAnswers : undefined;
      const question = kept ? questionOf(request, caller!.organizationId) : '';
      const keptBody = await kept?.find(question);
      if (keptBody) return sendKept(request, reply, keptBody);
      const held = holdings();
      try {
        const answer = await answerAnew(request, reply, held);
        const { state } = answer;
        const note = kept && state ? (body: Buffer) => kept.note(question, state, body) : undefined;
        return await sendAnswer(request, reply, answer, note);
      } finally {
        held.releaseAll();
      }
    },
  });
}

type Holdings = ReturnType<typeof holdings>;

/** Returns what reads a request of an operation and calls its handler. */
function createAnswering<Deps>(parts: AppParts<Deps>, connections: Connections, endpoint: Endpoint<Deps>) {
  const checkBody = endpoint.body && compileYieldingBodyCheck(endpoint.body);
  const parseQuery = createQueryParser(endpoint.query);
  return async (request: FastifyRequest, reply: FastifyReply, held: Holdings): Promise<Answer> => {
    const organizationId = request.caller?.organizationId ?? NO_ORGANIZATION;
    const permit = {
      acquire: async (most: number) => held.add(await parts.admission.toRead(most, organizationId)),
      isAwaited: parts.admission.isReadingAwaited,
    };
    const parsed = parseParams(endpoint, request, parseQuery);
    let body: unknown;
    let bytes: Buffer | undefined;
    if (endpoint.body && checkBody) {
      continueWhenRead(request.raw, reply.raw);
      bytes = await readBody(request.raw, endpoint.body.maxBytes, permit, parts.timeouts?.pace);
      held.add(await parts.admission.toWork(bytes.length, organizationId));
      body = await checkBody(await parseJson(bytes));
    }
    const { upload } = endpoint;
    let file: Buffer | undefined;
    if (upload) continueWhenRead(request.raw, reply.raw);
    if (upload?.isHeld) {
      file = await readWhole(request.raw, upload.maxBytes, permit, parts.timeouts?.pace);
      held.add(await parts.admission.toWorkOnFile(file.length, organizationId));
    }
    const asked: EndpointRequest<unknown, unknown, unknown> = {
      ...parsed,
      body,
      caller: request.caller as Caller,
      requestId: request.id,
      upload: upload && !file ? readUpload(request.raw, upload.maxBytes) : undefined,
      file,
      method: request.method,
      target: request.raw.url ?? '',
      headers: request.headers,
      untilLeft: () => closedSignal(reply.raw),
      whenLeft: (work) => void reply.raw.once('close', work),
      vouch: () => connections.vouchFor(request.raw, reply.raw),
      peer: request.ip,
      idempotency: endpoint.idempotent ? idempotencyOf(endpoint.operationId, request, bytes) : undefined,
      log: () => parts.log.child({ reqId: request.id }),
    };
    const deps = request.caller
      ? (parts.depsOf?.(organizationId, accessOf(endpoint)) ?? parts.deps)
      : parts.deps;
    const answer = await endpoint.handle(asked as never, deps);
    // A response to a part of the body may end the request.
    if (upload && answer.stream) reply.raw.once('finish', () => closeAfterPart(request.raw));
    return answer;
  };
}

/** Returns what the bytes of an answer to a GET depend on besides the state of the database. */
function questionOf(request: FastifyRequest, organizationId: number): string {
  return `${organizationId} ${encodingFor(request) ?? 'identity'} ${request.raw.url}`;
}

/** The semaphores that a request has acquired. Those that it acquires after its end are released immediately. */
function holdings() {
  const releases: (() => void)[] = [];
  let isOver = false;
  return {
    add(release: () => void) {
      if (isOver) release();
      else releases.push(release);
    },
    releaseAll() {
      isOver = true;
      for (const release of releases) release();
    },
  };
}

/**
 * A sender that waits for permission (Expect: 100-continue) receives it when its body is read, and not if it never is.
 */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.expect === undefined) return;
  let isTold = false;
  const tell = () => {
    if (!isTold && !response.headersSent) response.writeContinue();
    isTold = true;
  };
  request.once('resume', tell);
  // An iteration does not resume the stream, but listens for what can be read.
  request.on('newListener', (event) => {
    if (event === 'readable') tell();
  });
}

function closedSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}

/** Parses path and query; all their faults are reported together. */
function parseParams<Deps>(endpoint: Endpoint<Deps>, request: FastifyRequest, parseQuery: QueryParser) {
  const faults = new FaultList();
  const params: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(endpoint.params)) {
    params[name] = spec.parse((request.params as Record<string, string>)[name] ?? '');
    if (params[name] === undefined) faults.add(`${name} must be ${spec.takes}`);
  }
  const url = request.raw.url ?? '';
  const mark = endpoint.anyQuery ? -1 : url.indexOf('?');
  const query = parseQuery(mark < 0 ? '' : url.slice(mark + 1), faults);
  faults.throwIfAny('invalid');
  return { params, query };
}

const MAX_IDEMPOTENCY_KEY_LENGTH = 255;

/** The query counts as part of the request; the path does not, so that both paths of an operation are one. */
function idempotencyOf(
  operation: string,
  request: FastifyRequest,
  body: Buffer | undefined,
): IdempotencyRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x20-\x7e]+$/.test(key) || key.length > MAX_IDEMPOTENCY_KEY_LENGTH) {
    throw new Fault(
      'invalid',
      `Idempotency-Key must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable ASCII characters`,
    );
  }
  // A second question mark is part of the query.
  const [, query = ''] = /\?(.*)$/s.exec(request.raw.url ?? '') ?? [];
  const fingerprint = createHash('sha256')
    .update(query)
    .update('\0')
    .update(body ?? '')
    .digest();
  return { operation, key, fingerprint };
}
