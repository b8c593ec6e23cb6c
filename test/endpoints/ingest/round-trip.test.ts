import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { meeting } from '../../support/meetings.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

/** Any Unicode text that can be stored; the more wicked code points more often. */
const WICKED = [
  '\u200d',
  '\ufeff',
  '\u202e',
  '\ufffd',
  '\uffff',
  '\u0301',
  '\x7f',
  '\x01',
  '\r',
  '\n',
  '"',
  '\\',
  '😀',
  'ß',
  'İ',
];
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(...WICKED),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join('').replaceAll('\0', ''));
const notEmpty = text.map((value) => value || '-');

/** Milliseconds from the first to the last instant that RFC 3339 can write, in any zone. */
const FIRST_MS = Date.parse('0000-01-02T00:00:00Z');
const LAST_MS = Date.parse('9999-12-30T00:00:00Z');
const instant = fc.record({
  ms: fc.integer({ min: FIRST_MS, max: LAST_MS }),
  zoneMinutes: fc.integer({ min: -23 * 60, max: 23 * 60 }),
});

/** The instant as a clock in the zone shows it. */
function inZone({ ms, zoneMinutes }: { ms: number; zoneMinutes: number }): string {
  const clock = new Date(ms + zoneMinutes * 60_000).toISOString().slice(0, -1);
  const minutes = Math.abs(zoneMinutes);
  const two = (value: number) => `${value}`.padStart(2, '0');
  return `${clock}${zoneMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const inUtc = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');

const MEETING_SECONDS = 100 * 3600;
const seconds = fc.oneof(
  fc.integer({ min: 0, max: MEETING_SECONDS * 1000 }).map((ms) => ms / 1000),
  fc.integer({ min: 0, max: MEETING_SECONDS }),
  fc.double({ min: 0, max: MEETING_SECONDS, noNaN: true }),
);

type Segment = { text: string; timestampSeconds?: number; speaker?: { name?: string } };

const segments = fc
  .array(
    fc.record(
      { text, timestampSeconds: seconds, speaker: fc.record({ name: text }, { requiredKeys: [] }) },
      { requiredKeys: ['text'] },
    ),
    { maxLength: 30 },
  )
  .map((items) => inOrder(items as Segment[]));

/** Times may stand anywhere among the segments, but must not go back. */
function inOrder(items: Segment[]): Segment[] {
  const times = items.flatMap(({ timestampSeconds }) => timestampSeconds ?? []).sort((a, b) => a - b);
  return items.map((item) =>
    item.timestampSeconds === undefined ? item : { ...item, timestampSeconds: times.shift()! },
  );
}

/** Position as people read it, told apart from the service's own way. */
function clock(timestampSeconds: number): string {
  const ms = Math.round(timestampSeconds * 1000);
  const part = (value: number, digits: number) => `${value}`.padStart(digits, '0');
  const whole = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60];
  return whole.map((value) => part(value, 2)).join(':') + (ms % 1000 === 0 ? '' : `.${part(ms % 1000, 3)}`);
}

function entryOf({ text, timestampSeconds, speaker }: Segment) {
  return {
    text,
    ...(speaker?.name === undefined ? {} : { speaker: { name: speaker.name } }),
    ...(timestampSeconds === undefined
      ? {}
      : { timestamp: clock(timestampSeconds), timestampSeconds: timestampSeconds + 0 }),
  };
}

test('a transcript comes back word for word and millisecond for millisecond', async () => {
  await fc.assert(
    fc.asyncProperty(segments, async (given) => {
      const id = await service.client.ingest(
        meeting({
          id: 'transcript',
          startTime: '2026-01-01T00:00:00Z',
          endTime: inUtc(Date.parse('2026-01-01T00:00:00Z') + MEETING_SECONDS * 1000),
          transcript: { segments: given },
        }),
      );
      const { body } = await service.client.get(`/v1/meetings/${id}`);
      assert.deepEqual(body.transcript.entries, given.map(entryOf));
    }),
    { numRuns: 150 },
  );
});

test('texts and instants of a meeting come back as given', async () => {
  const mailbox = fc.emailAddress();
  const given = fc.record({
    title: notEmpty,
    times: fc.tuple(instant, instant),
    host: fc.record({ email: mailbox, name: text }, { noNullPrototype: true }),
    id: notEmpty,
    attendees: fc.uniqueArray(
      fc.record({ email: mailbox, name: notEmpty, isInternal: fc.boolean() }, { noNullPrototype: true }),
      {
        selector: ({ email }) => email.toLowerCase(),
        maxLength: 5,
      },
    ),
    account: notEmpty,
  });
  await fc.assert(
    fc.asyncProperty(given, async ({ title, times, host, id: externalId, attendees, account }) => {
      const [start, end] = times.sort((a, b) => a.ms - b.ms) as [(typeof times)[0], (typeof times)[1]];
      const id = await service.client.ingest({
        title,
        startTime: inZone(start),
        endTime: inZone(end),
        host,
        id: externalId,
        attendees,
        salesforceAccountId: `${account}!`,
      });
      const list = await service.client.get('/v1/meetings', {
        from: inUtc(start.ms),
        to: inUtc(end.ms),
        attendeeEmailAddresses: host.email.toUpperCase(),
        pageSize: '50',
      });
      const found = list.body.meetings.find((one: { id: string }) => one.id === id);
      assert.deepEqual(
        { ...found, attendees: found.attendees.map(({ id: _, ...rest }: Record<string, unknown>) => rest) },
        {
          id,
          title,
          startTime: inUtc(start.ms),
          endTime: inUtc(end.ms),
          host,
          attendees,
          crmAccountId: `${account}!`,
        },
      );
    }),
    { numRuns: 150 },
  );
});
