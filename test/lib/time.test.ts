import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatDateTime, formatOffset, parseDateTime, toPostgresTime } from '../../src/lib/time.ts';

const SETTINGS = { seed: 3, numRuns: 500 };
const FIRST_MS = Date.parse('0000-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

const instantMs = fc.oneof(
  fc.integer({ min: FIRST_MS, max: LAST_MS }),
  fc.integer({ min: FIRST_MS / 1000, max: Math.floor(LAST_MS / 1000) }).map((seconds) => seconds * 1000),
  fc.constantFrom(FIRST_MS, LAST_MS, 0, -1, 1),
);

/** `+05:30` for 330 minutes. */
const zoneOf = (minutes: number) => {
  const two = (value: number) => `${value}`.padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
};

test('a shown time read again is the same instant', () => {
  fc.assert(
    fc.property(instantMs, (ms) => {
      const shown = formatDateTime(ms);
      assert.equal(parseDateTime(shown), ms);
      assert.equal(Date.parse(shown), ms);
      assert.match(shown, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$/);
      assert.equal(shown.includes('.'), ms % 1000 !== 0);
    }),
    SETTINGS,
  );
});

test('an instant can be written in every zone, as Date reads it', () => {
  const offset = fc.oneof(fc.integer({ min: -1439, max: 1439 }), fc.constantFrom(0, 330, 345, -210));
  fc.assert(
    fc.property(instantMs, offset, (ms, minutes) => {
      const localMs = ms + minutes * 60_000;
      fc.pre(localMs >= FIRST_MS && localMs <= LAST_MS);
      const text = new Date(localMs).toISOString().replace('Z', zoneOf(minutes));
      assert.equal(Date.parse(text), ms);
      assert.equal(parseDateTime(text), ms);
      // Without its colon a zone is the same, although Date.parse does not read it in every form.
      assert.equal(parseDateTime(text.replace(/:(\d\d)$/, '$1')), ms);
    }),
    SETTINGS,
  );
});

test('if fields are in range, exactly the dates that Date does not roll over are valid', () => {
  const field = (min: number, max: number, digits: number) =>
    fc.integer({ min, max }).map((value) => `${value}`.padStart(digits, '0'));
  const year = fc.oneof(field(0, 9999, 4), fc.constantFrom('1900', '2000', '2024', '2100'));
  fc.assert(
    fc.property(year, field(0, 13, 2), field(0, 32, 2), (yyyy, mm, dd) => {
      const text = `${yyyy}-${mm}-${dd}T00:00:00Z`;
      const ms = Date.parse(text);
      const isDate = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text.slice(0, 10));
      assert.equal(parseDateTime(text), isDate ? ms : undefined);
    }),
    SETTINGS,
  );
});

test('digits past the millisecond are cut', () => {
  const ms = Date.parse('2026-01-31T09:30:00.123Z');
  for (const fraction of ['123', '1230', '1239', '123999999', `123${'9'.repeat(50)}`]) {
    assert.equal(parseDateTime(`2026-01-31T09:30:00.${fraction}Z`), ms);
  }
  assert.equal(parseDateTime('2026-01-31T09:30:00.1Z'), ms - 23);
  assert.equal(parseDateTime('2026-01-31T09:30:00.12Z'), ms - 3);
});

test('a leap second is the first second of the next day, and stands nowhere else', () => {
  const nextDayMs = Date.parse('2017-01-01T00:00:00Z');
  assert.equal(parseDateTime('2016-12-31T23:59:60Z'), nextDayMs);
  assert.equal(parseDateTime('2016-12-31T23:59:60.5Z'), nextDayMs + 500);
  assert.equal(parseDateTime('2017-01-01T05:29:60+05:30'), nextDayMs);
  assert.equal(parseDateTime('1969-12-31T23:59:60Z'), 0);
  for (const text of ['2016-12-31T12:34:60Z', '2016-12-31T23:59:60+01:00', '9999-12-31T23:59:60Z']) {
    assert.equal(parseDateTime(text), undefined, text);
  }
});

test('t and z may be small', () => {
  assert.equal(parseDateTime('2026-01-31t09:30:00z'), Date.parse('2026-01-31T09:30:00Z'));
});

test('text that is not an RFC 3339 date-time with seconds and a zone is refused', () => {
  const others = [
    '',
    'now',
    '2026-01-31',
    '2026-01-31T09:30:00',
    '2026-01-31T09:30Z',
    '2026-01-31T09Z',
    '2026-01-31 09:30:00Z',
    '2026-01-31T09:30:00 02:00',
    ' 2026-01-31T09:30:00Z',
    '2026-01-31T09:30:00Z ',
    '2026-01-31T09:30:00Z\n',
    '2026-01-31T09:30:00.Z',
    '2026-01-31T09:30:00,5Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T09:60:00Z',
    '2026-01-31T09:30:61Z',
    '2026-01-31T09:30:00+2',
    '2026-01-31T09:30:00+020',
    '2026-01-31T09:30:00+02000',
    '2026-01-31T09:30:00+02:0',
    '2026-01-31T09:30:00+02',
    '2026-01-31T09:30:00+2400',
    '2026-01-31T09:30:00+0260',
    '2026-01-31T09:30:00Z00',
    '2026-01-31T09:30:00+24:00',
    '2026-01-31T09:30:00+02:60',
    '2026-01-31T09:30:00 Z',
    '2026-01-31T09:30:00Europe/Berlin',
    '2026-02-29T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-13-10T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-1-31T09:30:00Z',
    '26-01-31T09:30:00Z',
    '+002026-01-31T09:30:00Z',
    '-0001-01-31T09:30:00Z',
    '10000-01-01T00:00:00Z',
    '0000-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '2026-W05-6T09:30:00Z',
    '1769851800',
    '２０２６-01-31T09:30:00Z',
  ];
  for (const text of others) assert.equal(parseDateTime(text), undefined, text);
});

test('the year 0000 is sent to PostgreSQL as 0001 BC', () => {
  assert.equal(toPostgresTime(FIRST_MS), '0001-01-01T00:00:00.000Z BC');
  assert.equal(toPostgresTime(Date.parse('0001-01-01T00:00:00Z')), '0001-01-01T00:00:00.000Z');
  assert.equal(toPostgresTime(LAST_MS), '9999-12-31T23:59:59.999Z');
});

test('a position is HH:MM:SS, with milliseconds only where they are not zero', () => {
  const shown: [number, string][] = [
    [0, '00:00:00'],
    [-0, '00:00:00'],
    [4.25, '00:00:04.250'],
    [59.9994, '00:00:59.999'],
    [59.9996, '00:01:00'],
    [3599.9999, '01:00:00'],
    [3661.001, '01:01:01.001'],
    [360_000, '100:00:00'],
    [-1.5, '-00:00:01.500'],
    [-0.0001, '00:00:00'],
    [1.0005, '00:00:01.001'],
  ];
  for (const [seconds, text] of shown) assert.equal(formatOffset(seconds), text);
});

test('a position read back is the given one to the millisecond', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400_000_000 }), (ms) => {
      const [clock = '', fraction = '0'] = formatOffset(ms / 1000).split('.');
      const [hours, minutes, seconds] = clock.split(':').map(Number);
      assert.equal(((hours! * 60 + minutes!) * 60 + seconds!) * 1000 + Number(fraction), ms);
      assert.ok(minutes! < 60 && seconds! < 60);
    }),
    SETTINGS,
  );
});
