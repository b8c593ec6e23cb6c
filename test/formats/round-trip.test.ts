import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { subRip } from '../../src/domain/meetings/formats/srt.ts';
import type { ParsedTranscript } from '../../src/domain/meetings/formats/types.ts';
import { webVtt } from '../../src/domain/meetings/formats/vtt.ts';
import { anyText, cuesOf, fileForm, personName, subRipText } from './arbitraries.ts';
import { type EncodedCue, encodeSrt, encodeVtt } from './encode.ts';

const RUNS = 300;

/** The parts that a round trip must preserve: every word, name and millisecond, and nothing else. */
function expected(cues: EncodedCue[]): ParsedTranscript {
  return {
    segments: cues.map(({ text, speaker, startMs, endMs }) => {
      const segment = { text, timestampSeconds: startMs / 1000, endSeconds: endMs / 1000 };
      return speaker ? { ...segment, speaker } : segment;
    }),
    durationSeconds: Math.max(...cues.map((cue) => cue.endMs)) / 1000,
    warnings: [],
  };
}

test('WebVTT with voice tags comes back word for word and millisecond for millisecond', () => {
  const name = fc.oneof(
    personName.map((name) => name.trim()),
    fc.constantFrom('A & B <c>', 'Ng: "x"', '張偉'),
    fc.constant(undefined),
  );
  fc.assert(
    fc.property(cuesOf(anyText, name), personName, fileForm, (cues, firstName, form) => {
      // One voice tag at least: without any, `Name: text` would be looked for.
      const voiced = cues.map((cue, index) =>
        index === 0 ? { ...cue, speaker: { name: firstName.trim() } } : cue,
      );
      assert.deepEqual(webVtt.parse(encodeVtt(voiced, form, 'voice')), expected(voiced));
    }),
    { numRuns: RUNS },
  );
});

test('WebVTT with Name: text comes back word for word and millisecond for millisecond', () => {
  fc.assert(
    fc.property(cuesOf(anyText, personName), fileForm, (cues, form) => {
      assert.deepEqual(webVtt.parse(encodeVtt(cues, form, 'prefix')), expected(cues));
    }),
    { numRuns: RUNS },
  );
});

test('SubRip with Name: text comes back word for word and millisecond for millisecond', () => {
  fc.assert(
    fc.property(cuesOf(subRipText, personName), fileForm, (cues, form) => {
      assert.deepEqual(subRip.parse(encodeSrt(cues, form)), expected(cues));
    }),
    { numRuns: RUNS },
  );
});
