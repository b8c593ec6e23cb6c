import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseAttendee } from '../../src/domain/meetings/files/details.ts';
import { startFromName, titleFromName } from '../../src/domain/meetings/files/from-file-name.ts';
import { forEach } from '../../src/lib/for-each.ts';
import { parseDuration, parseMoment } from '../../src/lib/moments.ts';
import { formatDateTime } from '../../src/lib/time.ts';

test('a duration has units; a bare number has none', () => {
  const cases: [string, number | undefined][] = [
    ['45m', 2_700_000],
    ['1h30m', 5_400_000],
    ['1h30m15s', 5_415_000],
    ['90s', 90_000],
    ['01:30:00', 5_400_000],
    ['00:00:01.5', 1500],
    ['0:00:00.007', 7],
    ['90', undefined],
    ['', undefined],
    ['h', undefined],
    ['30m1h', undefined],
    ['1:60:00', undefined],
    ['-5m', undefined],
    ['1.5h', undefined],
  ];
  for (const [text, ms] of cases) assert.equal(parseDuration(text), ms, text);
});

test('a moment is a date in UTC or a date-time with a zone', () => {
  const cases: [string, string | undefined][] = [
    ['2026-01-31', '2026-01-31T00:00:00Z'],
    ['2026-01-31T09:30:00+01:00', '2026-01-31T08:30:00Z'],
    ['2026-02-30', undefined],
    ['2026-01-31T09:30:00', undefined],
    ['31.01.2026', undefined],
    ['20260131', undefined],
  ];
  for (const [text, expected] of cases) {
    const ms = parseMoment(text);
    assert.equal(ms === undefined ? undefined : formatDateTime(ms), expected, text);
  }
});

test('an attendee is a name with an address, or either', () => {
  const cases: [string, ReturnType<typeof parseAttendee>][] = [
    ['Ada Park <ada@acme.example>', { name: 'Ada Park', email: 'ada@acme.example' }],
    ['Park, Ada<ada@acme.example>', { name: 'Park, Ada', email: 'ada@acme.example' }],
    [' <ada@acme.example> ', { email: 'ada@acme.example' }],
    ['ada@acme.example', { email: 'ada@acme.example' }],
    ['Ada Park', { name: 'Ada Park' }],
    ['Ada <ada@acme.example', undefined],
    ['Ada <>', undefined],
    [' ', undefined],
  ];
  for (const [text, expected] of cases) assert.deepEqual(parseAttendee(text), expected, text);
});

test('a file’s name tells its start where it holds one date', () => {
  const cases: [string, string | undefined][] = [
    ['/calls/2026-01-01/acdc__2026-02-05_174.vtt', '2026-02-05T00:00:00Z'],
    ['call 2026-02-05T14:00:00+01:00.srt', '2026-02-05T13:00:00Z'],
    ['2026-02-05 again 2026-02-05.vtt', '2026-02-05T00:00:00Z'],
    ['GMT20260205-140312_Recording.transcript.vtt', '2026-02-05T14:03:12Z'],
    ['GMT20261305-140312_Recording.vtt', undefined],
    ['2026-13-05.vtt', undefined],
    ['12026-02-055.vtt', undefined],
    ['20260205.vtt', undefined],
    ['call.vtt', undefined],
  ];
  for (const [name, expected] of cases) {
    const ms = startFromName(name, 'a start');
    assert.equal(ms === undefined ? undefined : formatDateTime(ms), expected, name);
  }
  assert.throws(() => startFromName('2026-02-05 2026-02-06.vtt', 'a start'), /several dates/);
});

test('a title is made of the file’s name', () => {
  assert.equal(titleFromName('/calls/acdc__2026-02-05_174.vtt'), 'acdc 2026-02-05 174');
  assert.equal(titleFromName('Weekly sync.part 2.srt'), 'Weekly sync.part 2');
  assert.equal(titleFromName('___.vtt'), '___.vtt');
});

test('work is bounded, begun in order, and stops at a failure or a signal', async () => {
  let inWork = 0;
  let most = 0;
  const begun: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    inWork += 1;
    most = Math.max(most, inWork);
    await nextTurn();
    inWork -= 1;
    if (item === 6) throw new Error('six');
  };
  await assert.rejects(forEach([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], { concurrency: 3 }, work), /six/);
  assert.deepEqual({ most, inWork }, { most: 3, inWork: 0 });
  assert.deepEqual(begun.slice(0, 6), [1, 2, 3, 4, 5, 6]);
  assert.ok(begun.length < 9, `${begun.length} were begun`);

  begun.length = 0;
  await forEach([1, 2, 3], { concurrency: 2, signal: AbortSignal.abort() }, work);
  assert.deepEqual(begun, []);
});
