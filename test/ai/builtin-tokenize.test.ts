import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readQuery } from '../../src/ai/builtin/query.ts';
import { MAX_QUOTE_LENGTH, spanAround } from '../../src/ai/builtin/sentences.ts';
import { createTokenizer } from '../../src/ai/builtin/tokenize.ts';

const tokenizer = createTokenizer();

function termsOf(text: string): string[] {
  const terms: string[] = [];
  tokenizer.scan(text, 0, text.length, (term) => terms.push(term));
  return terms;
}

test('a word is known in every form: case, accents, width, apostrophes and endings', () => {
  for (const forms of [
    ['price', 'Prices', 'PRICING', 'priced'],
    ['creme', 'Crème', 'CRÈME', 'cre\u0300me'],
    ['abc', 'ＡＢＣ'],
    ['цена', 'ЦЕНА'],
    ['sso2', 'SSO2'],
  ]) {
    const [first, ...others] = forms.map(termsOf);
    assert.equal(first!.length, 1);
    for (const other of others) assert.deepEqual(other, first);
  }
});

test('marks that are not accents of Latin letters make another word', () => {
  assert.notDeepEqual(termsOf('कि'), termsOf('की'));
  assert.notDeepEqual(termsOf('и'), termsOf('й'));
});

test('stop words and fillers are left out, with what apostrophes leave of them', () => {
  assert.deepEqual(termsOf("Um, yeah, I don't know, we've got to do it and they’re there."), []);
});

test('scripts without spaces are read in pairs of characters', () => {
  const table: [string, string[]][] = [
    ['価格交渉', ['価格', '格交', '交渉']],
    ['ราคา', ['รา', 'าค', 'คา']],
    ['가격이', ['가격', '격이']],
    ['𠮷野家', ['𠮷野', '野家']],
    ['価', ['価']],
    ['API連携 done', ['api', '連携']],
  ];
  for (const [text, terms] of table) assert.deepEqual(termsOf(text), terms, text);
});

test('strings longer than a word are ignored, and the words around them are not', () => {
  assert.deepEqual(termsOf(`price ${'x'.repeat(100_001)} discount`), ['price', 'discount']);
});

const character = fc.oneof(
  fc.constantFrom('a', 'é', ' ', '価', '格', '𠮷', 'ร', '가', '1', "'"),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const mixedText = fc.array(character, { maxLength: 60 }).map((characters) => characters.join(''));

test('reading in slices finds the same words at the same places', () => {
  fc.assert(
    fc.property(mixedText, fc.integer({ min: 1, max: 9 }), (text, length) => {
      const [whole, sliced]: unknown[][] = [[], []];
      tokenizer.scan(text, 0, text.length, (...found) => whole!.push(found));
      for (let at = 0; at < text.length; ) {
        at = tokenizer.scan(text, at, at + length, (...found) => sliced!.push(found));
      }
      assert.deepEqual(sliced, whole);
    }),
  );
});

test('a tokenizer that has read much finds what a new one finds', () => {
  const old = createTokenizer();
  for (let n = 0; n < 40_000; n++) old.scan(`w${n}`, 0, 10, () => {});
  const [before, after]: string[][] = [[], []];
  const text = 'Prices of crème brûlée were discussed at w39999';
  old.scan(text, 0, text.length, (term) => before!.push(term));
  createTokenizer().scan(text, 0, text.length, (term) => after!.push(term));
  assert.deepEqual(before, after);
});

test('a prompt is its topic words: each once, as it is written, without instructions to the judge', () => {
  const table: [string, string[]][] = [
    ['Did anyone mention pricing or prices, or ask for a Discount?', ['pricing', 'Discount']],
    ['Detect when the customer explicitly says that they evaluate a competitor.', ['evaluate', 'competitor']],
    ['Determine whether the meeting mentions this.', []],
    ['', []],
    ['?!', []],
  ];
  for (const [prompt, words] of table) {
    assert.deepEqual(
      readQuery(tokenizer, prompt).map(({ word }) => word),
      words,
      prompt,
    );
  }
});

test('a quote is the whole of a short text, else the sentence, else words around the place', () => {
  const filler = 'This is about something else entirely, and it goes on. '.repeat(4);
  const table: [string, string, string][] = [
    ['  Too expensive. Really. ', 'expensive', 'Too expensive. Really.'],
    [`${filler}The price is too high! ${filler}`, 'price', 'The price is too high!'],
    [
      `${filler}We met Dr. Park (e.g. on price) today. ${filler}`,
      'price',
      'We met Dr. Park (e.g. on price) today.',
    ],
    [`${filler}\nPrice: 5.50 per seat\n${filler}`, 'Price', 'Price: 5.50 per seat'],
    [`${'別の話です。'.repeat(30)}価格が高い。${'別の話です。'.repeat(30)}`, '価格', '価格が高い。'],
    [`${filler}He said "no price." And left. ${filler}`, 'price', 'He said "no price."'],
  ];
  for (const [text, word, quote] of table) {
    const { from, to } = spanAround(text, text.indexOf(word));
    assert.equal(text.slice(from, to), quote);
  }
  const endless = 'word '.repeat(500);
  const { from, to } = spanAround(endless, 1_000);
  assert.match(endless.slice(from, to), /^word( word)+$/);
});

test('a quote holds its place, is bounded, and splits no character', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', ' ', '.', '😀', '\n', '。', 'word ', 'x'.repeat(170), '𠮷'.repeat(170))),
      (parts) => {
        const text = parts.join('');
        for (let at = 0; at < text.length; at += 7) {
          if (/\s/.test(text[at]!) || /[\udc00-\udfff]/.test(text[at]!)) continue;
          const { from, to } = spanAround(text, at);
          assert.ok(from <= at && at < to && to - from <= MAX_QUOTE_LENGTH);
          assert.ok(text.slice(from, to).isWellFormed());
        }
      },
    ),
  );
});
