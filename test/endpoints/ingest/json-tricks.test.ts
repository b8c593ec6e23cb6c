import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ChildService, startChildService } from '../../support/child-service.ts';
import { eventLoopSteps } from '../../support/event-loop-steps.ts';
import { assertBlockedAtMost, leastOf, measured } from '../../support/measured.ts';
import { meeting } from '../../support/meetings.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { post } from './bodies.ts';

/** 50 ms is promised, and kept on an idle machine; this one may be busy. In one go the worst takes over a second. */
const MAX_BLOCKED_MS = 400;
const PROMISED_MS = 50;
const TRIES = 4;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let service: ChildService;
const steps = eventLoopSteps();
before(async () => {
  database = await createTestDatabase();
  service = await startChildService({
    databaseUrl: database.url,
    key: 'a-key-for-json-tricks',
    env: steps.env,
  });
});
after(async () => {
  await service.stop();
  await database.drop();
  steps.remove();
});

const LIMIT_BYTES = 5_242_880;

/** A meeting that is taken, with raw JSON in an unknown field, in attendees, or in segments. */
const right = JSON.stringify(meeting({ id: 'tricks' })).slice(0, -1);
const unknown = (json: string) => `{"unknown":${json},"meeting":${right}}}`;
const attendees = (json: string) => `{"meeting":${right},"attendees":[${json}]}}`;
const segments = (json: string) => `{"meeting":${right},"transcript":{"segments":[${json}]}}}`;
const title = (json: string) => `{"meeting":${right},"title":${json}}}`;
const seconds = (json: string) => segments(`{"text":"a","timestampSeconds":${json}}`);

/** As many as fit into the largest body. */
function filled(wrap: (json: string) => string, item: (index: number) => string): string {
  const items: string[] = [];
  let left = LIMIT_BYTES - wrap('').length;
  for (let index = 0; ; index++) {
    const next = item(index);
    left -= next.length + 1;
    if (left < 0) return wrap(items.join(','));
    items.push(next);
  }
}

const members = (count: number, from = 0) =>
  `{${Array.from({ length: count }, (_, index) => `"${(from + index).toString(36)}":1`).join(',')}}`;
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

const TOO_DEEP = 'The body must not be nested deeper than 32 levels';
const TOO_WIDE = 'The body must not have an object of more than 1000 members';
const NOT_JSON = /^The body must be JSON: it /;
const TEXT = 'must be text without NUL characters and unpaired surrogates';
const PAST_END = "must not be more than 60 seconds past the meeting's end";
const SECONDS = 'meeting.transcript.segments[0].timestampSeconds';

type Trick = [status: number, fault: string | RegExp | undefined, body: () => string];

const TRICKS: Record<string, Trick> = {
  'arrays 100,000 deep': [400, TOO_DEEP, () => '['.repeat(100_000)],
  'arrays 100,000 deep and closed, in an unknown field': [400, TOO_DEEP, () => unknown(nested(100_000))],
  'objects 100,000 deep': [400, TOO_DEEP, () => '{"a":'.repeat(100_000)],
  'objects 1,000,000 deep, in the transcript': [400, TOO_DEEP, () => segments('{"a":'.repeat(1_000_000))],
  '33 levels': [400, TOO_DEEP, () => unknown(nested(32))],
  '32 levels': [200, undefined, () => unknown(nested(31))],
  'an object of 400,000 members': [400, TOO_WIDE, () => unknown(members(400_000))],
  'an object of 1001 members': [400, TOO_WIDE, () => unknown(members(1001))],
  'an object of 1000 members': [200, undefined, () => unknown(members(1000))],
  '400,000 members of the same name': [400, TOO_WIDE, () => unknown(`{${'"a":1,'.repeat(400_000)}"a":1}`)],
  '400,000 members in objects of 1000': [
    200,
    undefined,
    () => unknown(`[${Array.from({ length: 400 }, (_, index) => members(1000, index * 1000)).join(',')}]`),
  ],
  'a name that comes twice: the wrong last': [400, 'meeting.title must be a string', () => title('5')],
  '__proto__ twice': [200, undefined, () => unknown('{"__proto__":{"a":1},"__proto__":5}')],
  '1e999 as a time': [422, `${SECONDS} must be a number`, () => seconds('1e999')],
  '-1e999 as a time': [422, `${SECONDS} must be a number`, () => seconds('-1e999')],
  '1e999 as a text': [400, 'meeting.title must be a string', () => title('1e999')],
  '1e999 in an unknown field': [200, undefined, () => unknown('1e999')],
  '2^53 + 1 as a time': [422, `${SECONDS} ${PAST_END}`, () => seconds('9007199254740993')],
  '2^64 as a time': [422, `${SECONDS} ${PAST_END}`, () => seconds('18446744073709551616')],
  'a number of five million digits': [200, undefined, () => unknown('9'.repeat(5_000_000))],
  'a fraction of five million digits': [200, undefined, () => seconds(`0.${'1'.repeat(5_000_000)}`)],
  'an escaped NUL': [400, `meeting.title ${TEXT}`, () => title('"a\\u0000b"')],
  'an escaped NUL in the transcript': [
    422,
    `meeting.transcript.segments[0].text ${TEXT}`,
    () => segments('{"text":"\\u0000"}'),
  ],
  'a bare NUL': [400, NOT_JSON, () => title('"a\0b"')],
  'a NUL between tokens': [400, NOT_JSON, () => title('\0"a"')],
  'an unpaired surrogate': [400, `meeting.title ${TEXT}`, () => title('"\\ud83d"')],
  'an unpaired surrogate in the transcript': [
    422,
    `meeting.transcript.segments[0].text ${TEXT}`,
    () => segments('{"text":"\\udc00\\ud800"}'),
  ],
  'an unpaired surrogate in an unknown name': [200, undefined, () => unknown('{"\\ud800\\u0000":"\\udc00"}')],
  'escapes of a pair': [200, undefined, () => title('"\\ud83d\\ude00"')],
  'five million brackets': [400, TOO_DEEP, () => '['.repeat(5_000_000)],
  'five million closing brackets': [400, NOT_JSON, () => ']'.repeat(5_000_000)],
  'five million quotes': [400, NOT_JSON, () => '"'.repeat(5_000_000)],
  'five million backslashes': [400, NOT_JSON, () => `"${'\\'.repeat(5_000_000)}`],
  'five million colons': [400, NOT_JSON, () => ':'.repeat(5_000_000)],
  'five million commas': [400, NOT_JSON, () => ','.repeat(5_000_000)],
  'five million spaces': [400, NOT_JSON, () => ' '.repeat(5_000_000)],
  'a text that does not end': [400, NOT_JSON, () => title(`"${'\\"'.repeat(2_500_000)}`)],
  'a body full of empty arrays': [
    200,
    undefined,
    () =>
      filled(
        (json) => unknown(`[${json}]`),
        () => '[]',
      ),
  ],
  'a body full of new names': [
    200,
    undefined,
    () =>
      filled(
        (json) => unknown(`[${json}]`),
        (index) => `{"${index}":1}`,
      ),
  ],
  'a body full of empty attendees': [
    400,
    /^meeting\.attendees must have at most 10000 items/,
    () => filled(attendees, () => '{}'),
  ],
  'a body full of wrong segments': [
    422,
    /^meeting\.transcript\.segments\[0\] must be an object; .*; and more$/,
    () => filled(segments, () => '1'),
  ],
  'a body full of segments without text': [
    422,
    /^meeting\.transcript\.segments\[0\]\.text is required; .*; and more$/,
    () => filled(segments, () => '{}'),
  ],
  'a body full of negative times': [
    422,
    /^meeting\.transcript\.segments\[0\]\.timestampSeconds must not be negative; .*; and more$/,
    () => filled(segments, () => '{"text":"","timestampSeconds":-1}'),
  ],
};

for (const [name, [status, fault, make]] of Object.entries(TRICKS)) {
  test(`${name}: ${status}`, async (t) => {
    const body = Buffer.from(make());
    const { result, blockedMs, cpuMs } = await leastOf(
      TRIES,
      () => measured(service, () => post(service, body), steps),
      (cost) => cost.blockedMs <= PROMISED_MS,
    );
    assert.equal(result.status, status, result.text.slice(0, 500));
    if (fault instanceof RegExp) assert.match(result.body.error, fault);
    else assert.equal(result.body.error, fault);
    if (blockedMs > PROMISED_MS / 2)
      t.diagnostic(`blocked ${blockedMs.toFixed(0)} ms, CPU ${cpuMs.toFixed(0)} ms`);
    assertBlockedAtMost(MAX_BLOCKED_MS, { blockedMs });
  });
}

test('the last of two equal names counts', async () => {
  const answer = await post(service, title('"Last"'));
  assert.equal(answer.status, 200, answer.text);
  const { body } = await service.client.get(`/v1/meetings/${answer.body.meetingId}`);
  assert.equal(body.title, 'Last');
});

test('text that resembles JSON but is not JSON is 400', async () => {
  for (const json of [
    "{'meeting': {}}",
    '{meeting: {}}',
    '{"meeting": {},}',
    '{"meeting": {}} {}',
    '{"meeting": {}} x',
    '{"meeting": {}',
    '{"meeting": }',
    '{"meeting" {}}',
    '{"meeting": {}]',
    '[{"meeting": {}}',
    '// comment\n{"meeting": {}}',
    '{"meeting": /* comment */ {}}',
    '{"meeting": NaN}',
    '{"meeting": Infinity}',
    '{"meeting": undefined}',
    '{"meeting": 0x10}',
    '{"meeting": 01}',
    '{"meeting": +1}',
    '{"meeting": .5}',
    '{"meeting": 1.}',
    '{"meeting": "\n"}',
    '{"meeting": "\\x41"}',
    '{"meeting": "\\u12g4"}',
    '\u00a0{"meeting": {}}',
    'meeting',
    'tru',
  ]) {
    const answer = await post(service, json);
    assert.equal(answer.status, 400, json);
    assert.match(answer.body.error, NOT_JSON, json);
  }
});
