import fc from 'fast-check';
import { type Content, type Operation, operations, type Parameter } from './api-document.ts';
import { uploadedFile } from './arbitrary-uploads.ts';
import { plainRequest } from './plain-request.ts';
import type { Draft, Plan, Who } from './request-draft.ts';
import { faultsOf, odditiesOf } from './request-twists.ts';
import { fitting, seen } from './schema-values.ts';
import { kindInPath } from './seen-values.ts';

/** Generates requests of an operation: half of them are valid, others have one fault, and some are arbitrary. */
function requestsOf(operation: Operation): fc.Arbitrary<Plan> {
  const draft = fc.oneof(
    { weight: 2, arbitrary: fc.nat({ max: 60 }).map((index) => plainRequest(operation, index)) },
    { weight: 3, arbitrary: draftOf(operation) },
  );
  return fc.oneof(
    { weight: 10, arbitrary: draft.map((draft): Plan => ({ draft, twist: undefined })) },
    { weight: 6, arbitrary: fc.record({ draft, twist: fc.oneof(...faultsOf(operation)) }) },
    { weight: 3, arbitrary: fc.record({ draft, twist: fc.oneof(...odditiesOf(operation)) }) },
  );
}

function draftOf(operation: Operation): fc.Arbitrary<Draft> {
  const { parameters, method } = operation;
  const within = (place: Parameter['in']) => parameters.filter((one) => one.in === place);
  const params = within('path').map(({ name, schema, example }) => {
    const kind = kindInPath(operation, name);
    const made = fitting(schema, name, example);
    if (kind === undefined) return [name, made] as const;
    return [name, fc.oneof({ weight: 12, arbitrary: seen(kind) }, { weight: 1, arbitrary: made })] as const;
  });
  const query = within('query').map(({ name, schema, required, example }) => {
    const value = fitting(schema, name, example);
    return [name, required ? value : fc.option(value, { nil: undefined, freq: 1 })] as const;
  });
  const own = within('header').length > 0 ? { 'Idempotency-Key': idempotencyKey } : {};
  return fc
    .record({
      who: callers(operation),
      params: fc.record(Object.fromEntries(params)),
      query: fc.record(Object.fromEntries(query)),
      headers: fc.record({ ...headers, ...own }, { requiredKeys: [] }),
      content: contentOf(operation.contents),
    })
    .map(({ query, headers, ...rest }) => ({
      ...rest,
      operation,
      method,
      query: Object.entries(query).filter(([, value]) => value !== undefined),
      headers: Object.fromEntries(
        Object.entries(headers).filter((one): one is [string, string] => one[1] !== undefined),
      ),
    }));
}

function callers({ scopes, security }: Operation): fc.Arbitrary<Who> {
  const right: Who['kind'] = scopes.includes('operator') ? 'operator' : 'owner';
  const isSessionTaken = security.includes('Session') && !scopes.includes('operator');
  const others = ['made', 'scoped', 'operator', 'nobody', 'garbage', 'revoked'] as const;
  const kinds: [Who['kind'], number][] = [
    [right, 80],
    ['session', isSessionTaken ? (security.length === 1 ? 300 : 12) : 1],
    ...others.map((kind): [Who['kind'], number] => [kind, 2]),
  ];
  const kind = fc.oneof(...kinds.map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) })));
  return fc.record({ kind, index: fc.nat({ max: 20 }) });
}

/** A few keys are used repeatedly, for the same request and for others. */
const idempotencyKey = fc.option(
  fc.oneof(
    fc.constantFrom('first', 'second', 'third'),
    fc.uuid(),
    fc.constantFrom('x'.repeat(255), '~', '{"a": 1}'),
  ),
  { nil: undefined, freq: 1 },
);

const sometimes = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 1 });

const headers = {
  'Accept-Encoding': sometimes('gzip', 'identity', '*;q=0', 'br, gzip;q=0.5', 'gzip;q=0'),
  Accept: sometimes('application/json', 'text/html', '*/*', 'image/png'),
  'X-Request-Id': sometimes('an-id', 'x'.repeat(128), 'a b', '{}', 'x'.repeat(300)),
  Range: sometimes('bytes=0-3', 'bytes=99999999999-', 'bytes=-2', 'lines=1-2', 'bytes=0-0,2-2', 'bytes=5-2'),
  'If-None-Match': sometimes('*', '"x"'),
  'X-Forwarded-For': sometimes('10.0.0.1'),
};

/** Generates a body as documented, sometimes mixed with the example. */
function contentOf(contents: Record<string, Content>): fc.Arbitrary<Draft['content']> {
  const all = Object.entries(contents);
  if (all.length === 0) return fc.constant(undefined);
  return fc.oneof(
    ...all.map(([type, { schema, example }]): fc.Arbitrary<Draft['content']> => {
      if (schema.format === 'binary') return uploadedFile(type);
      const value = fc.oneof(
        { weight: 4, arbitrary: fitting(schema, '', example) },
        { weight: 1, arbitrary: fitting(schema) },
      );
      return value.map((value) => ({ type, value }));
    }),
  );
}

/**
 * The weights of operations whose weight is not 10: deletions remove resources that others need, and operations that
 * require a resource in a certain state seldom find it.
 */
const WEIGHTS: Record<string, number> = {
  ...{ createSignal: 4, deleteSignal: 4, deleteMeeting: 5, deleteEmail: 5, endSession: 5 },
  ...{ replayWebhook: 20, unlabelEvaluation: 20, downloadExportFile: 20, listBacktestResultsToLabel: 20 },
  ...{ undoRemap: 20, getRemap: 20, downloadRecording: 20, retryJob: 15, trySignal: 15 },
};

/** Generates requests of all operations. */
export const anyRequest: fc.Arbitrary<Plan> = fc.oneof(
  ...operations.map((operation) => ({
    weight: WEIGHTS[operation.id] ?? 10,
    arbitrary: requestsOf(operation),
  })),
);
