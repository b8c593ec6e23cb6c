import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { InvalidAnswer, ProviderUnavailable } from '../../src/ai/errors.ts';
import { MAX_LINE_SHARE, splitIntoChunks } from '../../src/ai/language-model/chunks.ts';
import { excerptAround } from '../../src/ai/language-model/excerpts.ts';
import { createGate } from '../../src/ai/language-model/gate.ts';
import { linesOf } from '../../src/ai/language-model/lines.ts';
import { readRetryAfter } from '../../src/ai/language-model/retry-after.ts';
import { cut, estimateTokens, foldLine, splitText } from '../../src/ai/language-model/text.ts';
import { runWithoutYielding } from '../../src/lib/event-loop.ts';
import { meeting } from './language-model-fixtures.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 300 });
const entries = fc.array(
  fc.record(
    {
      text,
      speaker: fc.constantFrom('Ada', 'Bo'),
      timestampSeconds: fc.double({ min: 0, max: 1e6, noNaN: true }),
    },
    { requiredKeys: ['text'] },
  ),
  { maxLength: 60 },
);

test('a text split is the same text, each part within its tokens', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 50 }), (whole, maxTokens) => {
      const parts = splitText(whole, maxTokens);
      assert.equal(parts.join(''), whole);
      assert.ok(parts.every((part) => estimateTokens(part) <= maxTokens));
    }),
  );
});

test('a cut text is its own beginning and well formed', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 50 }), (whole, max) => {
      const beginning = cut(whole, max);
      assert.ok(whole.startsWith(beginning) && beginning.length <= max && beginning.isWellFormed());
      assert.ok(beginning.length === whole.length || beginning.length >= max - 1);
    }),
  );
});

test('no character that ends a line anywhere survives folding', () => {
  for (const breaking of [
    '\n',
    '\r',
    '\r\n',
    '\v',
    '\f',
    '\u0085',
    '\u2028',
    '\u2029',
    '\0',
    '\x1b',
    '\x1c',
  ]) {
    assert.equal(foldLine(`a${breaking}[1] b`), 'a [1] b');
  }
});

test('chunks have every line, fit, go on, and share lines with the next one only', () => {
  fc.assert(
    fc.property(entries, fc.integer({ min: 60, max: 2_000 }), (said, maxTokens) => {
      const lines = runWithoutYielding(linesOf(meeting(said), maxTokens * MAX_LINE_SHARE));
      const chunks = splitIntoChunks(lines, maxTokens);
      assert.deepEqual([...new Set(chunks.flat())], lines);
      let end = 0;
      for (const chunk of chunks) {
        assert.ok(chunk.reduce((sum, { tokens }) => sum + tokens, 0) <= maxTokens);
        const start = chunk.length === 0 ? 0 : lines.indexOf(chunk[0]!);
        assert.ok(start <= end && end - start <= 4);
        assert.ok(chunks.length === 1 || start + chunk.length > end);
        end = start + chunk.length;
      }
    }),
  );
});

test('lines bear the numbers of their entries, and all of their words', () => {
  fc.assert(
    fc.property(entries, (said) => {
      const lines = runWithoutYielding(linesOf(meeting(said), 40));
      const byEntry = Map.groupBy(lines, ({ entryIndex }) => entryIndex);
      assert.equal(byEntry.size, said.length);
      for (const [index, parts] of byEntry) {
        assert.ok(parts.every((part) => part.text.startsWith(`[${index}] `) && !/[\r\n]/.test(part.text)));
        const { text: whole, speaker } = said[index]!;
        assert.equal(parts.map((part) => part.text.replace(/^\[\d+\] /, '')).join(''), foldLine(whole));
        const heading = said.some((one) => one.speaker) ? `speaker: ${speaker ?? 'unknown'}` : undefined;
        assert.ok(parts.every((part) => part.heading === heading));
      }
    }),
  );
});

test('an excerpt fits and has the evidence, in the order of the conversation', () => {
  const said = Array.from({ length: 500 }, (_, n) => ({ text: `Sentence ${n}.` }));
  const lines = runWithoutYielding(linesOf(meeting(said), 100));
  const excerpt = excerptAround(
    lines,
    [
      { entryIndex: 400, text: 'x' },
      { entryIndex: 3, text: 'y' },
    ],
    300,
  );
  const shown = excerpt.map(({ entryIndex }) => entryIndex);
  assert.ok(shown.includes(3) && shown.includes(400) && shown.includes(410));
  assert.deepEqual(
    shown,
    shown.toSorted((a, b) => a - b),
  );
  assert.ok(excerpt.reduce((sum, { tokens }) => sum + tokens, 0) <= 300);
  assert.equal(excerptAround(lines, [{ text: 'of the title' }], 50)[0]?.entryIndex, 0);
  assert.equal(excerptAround(lines, [{ entryIndex: 900, text: 'nowhere' }], 50)[0]?.entryIndex, 0);
  assert.deepEqual(excerptAround([], [{ entryIndex: 0, text: 'x' }], 50), []);
});

test('an excerpt from a long entry has the part with the evidence', () => {
  const words = Array.from({ length: 1_000 }, (_, n) => `word${n}`).join(' ');
  const excerpt = excerptAround(
    runWithoutYielding(linesOf(meeting([{ text: words }]), 100)),
    [{ entryIndex: 0, text: 'word900 word901' }],
    250,
  );
  assert.ok(excerpt.some((line) => line.text.includes('word900 word901')));
});

const NOW = Date.parse('2026-02-05T14:00:00Z');
const RETRY_AFTER: [Record<string, string>, number | undefined][] = [
  [{}, undefined],
  [{ 'retry-after': '7' }, 7_000],
  [{ 'retry-after': '1.5' }, 1_500],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
  [{ 'retry-after-ms': 'soon', 'retry-after': '9' }, 9_000],
  [{ 'retry-after': 'Thu, 05 Feb 2026 14:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Thu, 05 Feb 2026 13:00:00 GMT' }, 0],
  [{ 'retry-after': '86400' }, 3_600_000],
  [{ 'retry-after': '99999999999999999999' }, undefined],
  [{ 'retry-after': 'Thu, 05 Feb 2099 14:00:00 GMT' }, 3_600_000],
  [{ 'retry-after': '-5' }, undefined],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '2026' + '-02-06' }, undefined],
  [{ 'retry-after': 'NaN GMT' }, undefined],
];

test('Retry-After is read in all its forms, and bounded', () => {
  for (const [headers, expected] of RETRY_AFTER) {
    assert.equal(readRetryAfter(new Headers(headers), NOW), expected, JSON.stringify(headers));
  }
});

/** A gate on a clock of the test's, without jitter. */
function gateAt() {
  const clock = { ms: 0 };
  return { clock, gate: createGate({ nowMs: () => clock.ms, random: () => 0 }) };
}

const away = (retryAfterMs?: number) =>
  new ProviderUnavailable('away', {
    wasCalled: true,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });

/** Returns the time for which the gate remains closed; 0 if it is open. */
function closedForMs({ check }: ReturnType<typeof createGate>): number {
  try {
    check();
    return 0;
  } catch (error) {
    assert.ok(error instanceof ProviderUnavailable && !error.wasCalled);
    return error.retryAfterMs!;
  }
}

test('gate: pauses double up to a minute, and an answer of any kind ends them', async () => {
  const { clock, gate } = gateAt();
  const pauses: number[] = [];
  for (let failure = 0; failure < 9; failure++) {
    await assert.rejects(gate.pass(() => Promise.reject(away())));
    pauses.push(closedForMs(gate));
    clock.ms += pauses.at(-1)!;
  }
  assert.deepEqual(
    pauses,
    [1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1000),
  );
  await assert.rejects(
    gate.pass(() => Promise.reject(new InvalidAnswer('prose'))),
    InvalidAnswer,
  );
  await assert.rejects(gate.pass(() => Promise.reject(away())));
  assert.equal(closedForMs(gate), 1000);
});

test('gate: jitter only shortens', async () => {
  const gate = createGate({ nowMs: () => 0, random: () => 0.999 });
  await assert.rejects(gate.pass(() => Promise.reject(away())));
  assert.ok(closedForMs(gate) >= 750 && closedForMs(gate) < 1000);
});

test('gate: calls that fail together are one failure', async () => {
  const { clock, gate } = gateAt();
  const calls = Array.from({ length: 8 }, () => gate.pass(() => Promise.reject(away())));
  await Promise.allSettled(calls);
  assert.equal(closedForMs(gate), 1000);
  clock.ms = 1000;
  assert.equal(closedForMs(gate), 0);
  const other = gateAt();
  const asking = Array.from({ length: 8 }, () => other.gate.pass(() => Promise.reject(away(3_000))));
  await Promise.allSettled(asking);
  other.clock.ms = 3_000;
  await assert.rejects(other.gate.pass(() => Promise.reject(away())));
  assert.equal(closedForMs(other.gate), 2_000, 'the second failure');
});

test('gate: while one call tries, the others wait; who gives up trying leaves the place to the next', async () => {
  const { clock, gate } = gateAt();
  await assert.rejects(gate.pass(() => Promise.reject(away())));
  clock.ms = 1000;
  const trying = Promise.withResolvers<void>();
  const probe = gate.pass(() => trying.promise);
  assert.equal(closedForMs(gate), 1000);
  await assert.rejects(
    gate.pass(() => Promise.resolve()),
    ProviderUnavailable,
  );
  trying.reject(new Error('nobody waits any more'));
  await assert.rejects(probe);
  assert.equal(closedForMs(gate), 0);
  await gate.pass(() => Promise.resolve());
});

test('gate: a call from before the pause neither ends nor lengthens it, but its Retry-After counts', async () => {
  const { gate } = gateAt();
  const [early, late, asking] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const calls = [early, late, asking].map((one) => gate.pass(() => one!.promise));
  await assert.rejects(gate.pass(() => Promise.reject(away(5_000))));
  assert.equal(closedForMs(gate), 5_000);
  early!.resolve();
  await calls[0];
  assert.equal(closedForMs(gate), 5_000);
  late!.reject(away());
  await assert.rejects(calls[1]!);
  assert.equal(closedForMs(gate), 5_000);
  asking!.reject(away(9_000));
  await assert.rejects(calls[2]!);
  assert.equal(closedForMs(gate), 9_000);
});
