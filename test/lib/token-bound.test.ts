import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { tokenBound } from '../../src/lib/token-bound.ts';

/**
 * Texts with the tokens that four tokenizers count in them, recorded once: cl100k_base and o200k_base of gpt-tokenizer 4.0.0,
 * @anthropic-ai/tokenizer 0.0.4, and llama3-tokenizer-js 1.2.0 without its marks for the beginning and the end.
 */
const RECORDED = JSON.parse(readFileSync(new URL('recorded-tokens.json', import.meta.url), 'utf8')) as {
  kind: 'language' | 'format' | 'hard';
  name: string;
  text: string;
  counts: Record<string, number>;
}[];

/** The factor by which an estimate for text of people may exceed the largest count. */
const MAX_EXCESS = 2.5;

test('no tokenizer counts more than the estimate, in any language, format or hard case', () => {
  assert.ok(RECORDED.length >= 45);
  for (const { name, text, counts } of RECORDED) {
    for (const [tokenizer, count] of Object.entries(counts)) {
      assert.ok(tokenBound(text) >= count, `${name}: ${tokenBound(text)}, ${tokenizer} ${count}`);
    }
  }
});

test('the estimate for what people say and for the formats is not far above', () => {
  for (const { kind, name, text, counts } of RECORDED) {
    const most = Math.max(...Object.values(counts));
    if (kind !== 'hard') assert.ok(tokenBound(text) <= MAX_EXCESS * most, `${name}: ${most}`);
  }
});

test('an ideograph is some one token', () => {
  const { text } = RECORDED.find(({ name }) => name === 'Chinese (simplified)')!;
  const perCharacter = tokenBound(text) / [...text].length;
  assert.ok(perCharacter >= 1 && perCharacter <= 1.6, `${perCharacter}`);
});

test('the estimates of parts add up to at least that of the whole', () => {
  const part = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(' a', 'a ', 'b', ' ', '會'),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const sum = parts.reduce((tokens, one) => tokens + tokenBound(one), 0);
      assert.ok(sum >= tokenBound(parts.join('')));
    }),
    { numRuns: 500 },
  );
  assert.equal(tokenBound(''), 0);
});
