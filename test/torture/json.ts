import { type Cost, leastOf, measured } from '../support/measured.ts';
import { atLeast, atMost, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { answerFaults } from './support/answer-faults.ts';
import { type Operation, operationCalled, operations } from './support/api-document.ts';
import { completed, placesIn, put } from './support/body-places.ts';
import { type FuzzedService, startFuzzedService } from './support/fuzzed-service.ts';
import type { FuzzingTenant } from './support/fuzzing-tenant.ts';
import type { WireAnswer, WireRequest } from './support/http-exchange.ts';
import { plainRequest } from './support/plain-request.ts';
import type { Draft } from './support/request-draft.ts';

/** The promised limit; the quick form runs next to other tests, whose work also delays the event loop. */
const MAX_BLOCKED_MS = { full: 50, quick: 400 };

const TRIES = 8;

/** Bodies have the largest permitted size, but at most this in the quick form. */
const QUICK_BYTES = 512 * 1024;

/** In the quick form each field gets one in this many values; different fields get different ones. */
const QUICK_EVERY = 3;

const members = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',');

/** JSON that replaces a whole body, or is the value of an unknown field; `known` is the right body. */
const LARGE: Record<string, (known: string, bytes: number) => string> = {
  'arrays 100,000 deep': () => '['.repeat(100_000),
  'arrays 100,000 deep and closed': (known) => beside(known, '['.repeat(100_000) + ']'.repeat(100_000)),
  'objects 100,000 deep': (known) => beside(known, '{"a":'.repeat(100_000)),
  '400,000 members': (known, bytes) =>
    beside(known, `{${members(Math.min(400_000, Math.floor(bytes / 14)))}}`),
  '400,000 members of one name': (known, bytes) =>
    beside(known, `{${'"a":1,'.repeat(Math.min(400_000, Math.floor(bytes / 7)))}"a":1}`),
  'a body full of empty objects': (known, bytes) =>
    beside(known, `[${'{},'.repeat(Math.floor(bytes / 3.1))}{}]`),
  'a body full of digits': (known, bytes) => beside(known, '9'.repeat(Math.floor(bytes * 0.99))),
  'a body full of escapes': (known, bytes) => beside(known, `"${'\\u0000'.repeat(Math.floor(bytes / 6.1))}"`),
  'a text without an end': (_known, bytes) => `{"a":"${'\\"'.repeat(Math.floor(bytes / 2.1))}`,
  'a body of spaces': (_known, bytes) => ' '.repeat(bytes),
};

function beside(known: string, json: string): string {
  return `${known.slice(0, -1)},"unknown":${json}}`;
}

/** An object may have unknown fields; this one must not change any other object. */
const PROTO = 'a __proto__';

/** JSON that replaces a field's value; no field accepts any of it except {@link PROTO}. */
const SMALL: Record<string, string> = {
  'an escaped NUL': '"a\\u0000b"',
  'a bare NUL': '"a\0b"',
  'an unpaired surrogate': '"\\ud83d"',
  'surrogates in the wrong order': '"\\udc00\\ud800"',
  '1e999': '1e999',
  '-1e999': '-1e999',
  'more than 2^64': '18446744073709551617',
  'arrays 100 deep': '['.repeat(100) + ']'.repeat(100),
  'an object of 1001 members': `{${members(1001)}}`,
  [PROTO]: '{"__proto__":{"toString":1},"constructor":{"prototype":{"polluted":1}}}',
};

/** A fault of the body as a whole names no field. */
const OF_THE_BODY = /^The body must /;

export const json: ReliabilityPromise = {
  number: 16,
  name: 'json',
  harm: 'hostile JSON in every body and every field of every operation of openapi.json',
  async run(stage) {
    const service = await startFuzzedService();
    try {
      const caller = await service.makeTenant();
      await service.restart({ PARLEY_ROLES: 'api,receiver' });
      return await tellAll(service, caller, stage);
    } finally {
      await service.stop();
    }
  },
};

const withJson = operations.filter(({ contents }) => {
  const content = contents['application/json'];
  return content && content.schema.format !== 'binary';
});

/** The operation that accepts a file, which may be JSON. */
const FILES = operationCalled('importMeeting');

async function tellAll(service: FuzzedService, caller: FuzzingTenant, stage: Stage): Promise<Figure[]> {
  const maxMs = MAX_BLOCKED_MS[stage.full ? 'full' : 'quick'];
  const told = { large: 0, small: 0, broken: 0, taken: 0, unclear: 0, blockedMs: 0, longest: '' };
  const tell = (count: 'broken' | 'taken' | 'unclear', at: string, what: string) => {
    if (told[count]++ < 5) stage.say(`${count}: ${at}: ${what.slice(0, 400)}`);
  };
  for (const operation of withJson) {
    const { sender } = service;
    for (const { at, field, request } of smallOnes(operation, caller, stage)) {
      told.small++;
      const answer = await sender.send(request);
      judge(request, answer, at, tell);
      if (answer.status < 400 && !at.endsWith(PROTO)) tell('taken', at, `answered ${answer.status}`);
      else if (answer.status >= 400 && !isClear(answer, field))
        tell('unclear', at, `${answer.status} ${answer.bytes}`);
    }
  }
  for (const operation of [...withJson, FILES]) {
    const { sender } = service;
    for (const { at, request } of largeOnes(operation, caller, stage.full)) {
      told.large++;
      const cost = await cheapest(service, maxMs, () => sender.send(request));
      judge(request, cost.result, at, tell);
      if (cost.blockedMs > told.blockedMs) Object.assign(told, { blockedMs: cost.blockedMs, longest: at });
      if (cost.blockedMs > maxMs) stage.say(`${at}: blocked for ${cost.blockedMs.toFixed(0)} ms`);
    }
  }
  return [
    atLeast('operations that take JSON', withJson.length, 1),
    atLeast('bodies of hostile JSON', told.large, withJson.length),
    atLeast('fields with hostile JSON', told.small, withJson.length),
    none('answers of 5xx, or off the contract', told.broken),
    none('values taken that no field takes', told.taken),
    none('refusals that name neither the field nor the form', told.unclear),
    atMost(`event loop blocked longest (${told.longest})`, told.blockedMs, maxMs, 'ms'),
  ];
}

type Tell = (count: 'broken' | 'taken' | 'unclear', at: string, what: string) => void;

function judge(request: WireRequest, answer: WireAnswer, at: string, tell: Tell): void {
  const [fault] = answerFaults(request, answer);
  if (fault) tell('broken', at, fault.message);
}

function isClear({ status, bytes }: WireAnswer, field: string): boolean {
  const { error } = JSON.parse(bytes.toString());
  return [400, 422].includes(status) && (error.includes(field) || OF_THE_BODY.test(error));
}

function* smallOnes(operation: Operation, caller: FuzzingTenant, { full, seed }: Stage) {
  for (const { path } of placesIn(operation.contents['application/json']!.schema)) {
    const fitting = Object.entries(SMALL).filter(([, token]) => token.length < operation.maxBytes! / 2);
    for (const [at, [name, token]] of fitting.entries()) {
      if (!full && (at + path.join().length + seed) % QUICK_EVERY !== 0) continue;
      const change = (draft: Draft) => {
        const value = put(completed(operation, draft.content!.value, path), path, PLACEHOLDER);
        draft.content!.raw = JSON.stringify(value).replace(`"${PLACEHOLDER}"`, () => token);
      };
      const field = path.findLast((one) => one !== '0')!;
      yield {
        at: `${operation.id}, ${path.join('.')}: ${name}`,
        field,
        request: write(operation, caller, change),
      };
    }
  }
}

const PLACEHOLDER = '…here…';

const MEETING = operationCalled('ingestMeeting').contents['application/json']!.example;

function* largeOnes(operation: Operation, caller: FuzzingTenant, full: boolean) {
  const bytes = (full ? operation.maxBytes! : Math.min(operation.maxBytes!, QUICK_BYTES)) - 2000;
  for (const [name, make] of Object.entries(LARGE)) {
    const change = (draft: Draft) => {
      const known = operation === FILES ? MEETING : draft.content!.value;
      draft.content!.raw = make(JSON.stringify(known), bytes);
      if (operation === FILES) draft.query = [['fileName', 'hostile.json']];
    };
    yield { at: `${operation.id}: ${name}`, request: write(operation, caller, change) };
  }
}

function write(operation: Operation, caller: FuzzingTenant, change: (draft: Draft) => void): WireRequest {
  return caller.write({
    draft: plainRequest(operation),
    twist: { name: 'JSON', isWrong: false, apply: change },
  });
}

function cheapest(service: FuzzedService, maxMs: number, send: () => Promise<WireAnswer>) {
  return leastOf(
    TRIES,
    () => measured(service, send),
    ({ blockedMs }: Cost) => blockedMs <= maxMs,
  );
}
