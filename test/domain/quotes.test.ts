import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createQuoteVerifier, MAX_QUOTES, verifyQuotes } from '../../src/domain/signals/quotes.ts';
import { comparedWords } from '../../src/domain/signals/words-across-entries.ts';
import { foldText, VERBATIM } from '../../src/lib/fold-text.ts';
import { conversationOf, hostileTexts, trickyText } from '../support/tricky-text.ts';

const MEETING = conversationOf(
  [
    { text: 'Thanks for joining.', speaker: 'Ada', timestampSeconds: 1 },
    {
      text: 'The  price is “too high”, it’s\nnot in our budget – sorry.',
      speaker: 'Bo',
      timestampSeconds: 9.5,
    },
    { text: 'Understood. Thanks.' },
    { text: 'Our cafe\u0301 opens; 预算太高了。', speaker: 'Cy' },
  ],
  { title: 'Price talk' },
);

test('words that stand in the named entry are kept as they stand there, with who said them and when', () => {
  const quotes = verifyQuotes(MEETING, [
    { entryIndex: 1, text: ' price is "too high", it\'s not in our budget - sorry. ' },
    { entryIndex: 0, text: 'Thanks for joining.' },
    { entryIndex: 2, text: 'Understood' },
    { text: 'Price talk' },
    { text: 'Price talk', entryIndex: 0 },
  ]);
  assert.deepEqual(quotes, [
    {
      text: 'price is “too high”, it’s\nnot in our budget – sorry.',
      entryIndex: 1,
      speaker: 'Bo',
      timestampSeconds: 9.5,
    },
    { text: 'Thanks for joining.', entryIndex: 0, speaker: 'Ada', timestampSeconds: 1 },
    { text: 'Understood', entryIndex: 2 },
  ]);
  // A meeting's title is nothing that anybody said; an e-mail's subject is.
  assert.deepEqual(verifyQuotes({ ...MEETING, kind: 'email' }, [{ text: 'Price talk' }]), [
    { text: 'Price talk' },
  ]);
});

test('quotes that do not occur word for word are dropped', () => {
  const untrue = [
    'the price is too low',
    'price too high',
    'rice is',
    'The pric',
    'Our cafe',
    'Thanks... joining',
    '',
    '   ',
    '“',
    '–',
    '\u200b',
  ];
  for (const text of untrue) {
    for (const place of [{}, { entryIndex: 0 }, { entryIndex: 1 }, { entryIndex: 3 }]) {
      assert.deepEqual(verifyQuotes(MEETING, [{ ...place, text }]), [], JSON.stringify(text));
    }
  }
});

test('case and punctuation are ignored near the named entry, and what is shown is what was said', () => {
  const said = (text: string, entryIndex: number) =>
    verifyQuotes(MEETING, [{ text, entryIndex }]).map((quote) => [quote.entryIndex, quote.text]);
  assert.deepEqual(said('the price is TOO HIGH; it’s not', 1), [[1, 'The  price is “too high”, it’s\nnot']]);
  assert.deepEqual(said('budget, sorry!', 3), [[1, 'budget – sorry']]);
  assert.deepEqual(said('thanks understood', 2), [], 'in another order');
});

test('a quote may run over neighbouring entries of one speaker', () => {
  const captions = ['Well, I think we', 'would need a', 'discount. Or two.', 'No. Never.', 'Or two.'];
  const conversation = conversationOf(
    captions.map((text, n) => ({ text, speaker: n === 3 ? 'Ada' : 'Bo', timestampSeconds: n })),
  );
  const said = (text: string, entryIndex: number) =>
    verifyQuotes(conversation, [{ text, entryIndex }]).map((quote) => [quote.entryIndex, quote.text]);
  const whole = [
    [0, 'I think we'],
    [1, 'would need a'],
    [2, 'discount'],
  ];
  for (const entryIndex of [0, 1, 2, 4]) {
    assert.deepEqual(said('i think we would need a discount', entryIndex), whole, `${entryIndex}`);
  }
  assert.deepEqual(said('Or two. No. Never.', 2), [], 'not over two speakers');
  assert.deepEqual(said('Or two. Or two.', 2), [], 'not over what another one says between');
  assert.deepEqual(said('we would need two', 1), []);
});

test('one word, or words without the negation before them, are no proof', () => {
  const proves = (said: string[], text: string, entryIndex = said.length - 1) =>
    createQuoteVerifier(conversationOf(said)).keepTrue([{ text, entryIndex }]).length > 0;
  assert.ok(!proves(['We never discount.'], 'discount'));
  assert.ok(!proves(['We would like a discount.'], 'discount'));
  assert.ok(!proves(['We never discount our plans.'], 'discount our plans'));
  assert.ok(!proves(["We don't really offer a discount."], 'offer a discount'));
  assert.ok(!proves(['We will never', 'discount our plans.'], 'discount our plans'));
  assert.ok(!proves(['Wir wollen keinen Rabatt haben.'], 'Rabatt haben'));
  assert.ok(proves(['We never discount our plans.'], 'We never discount our plans'));
  assert.ok(proves(['No, we need a discount.'], 'we need a discount'));
  assert.ok(proves(['That is not it. We need a discount.'], 'We need a discount'));
  assert.ok(proves(['They will not.', 'Discount our plans.'], 'Discount our plans'));
  assert.ok(proves(['预算太高了。'], '预算太高'));
  const email = { ...conversationOf([], { title: 'Cancellation' }), kind: 'email' } as const;
  assert.equal(createQuoteVerifier(email).keepTrue([{ text: 'Cancellation' }]).length, 1);
});

test('differences in typography, white space, composition and invisible characters are ignored', () => {
  const [quote, other] = verifyQuotes(MEETING, [
    { entryIndex: 3, text: 'Our caf\u00e9 op\u00adens' },
    { entryIndex: 3, text: '预算' },
  ]);
  assert.equal(quote?.text, 'Our cafe\u0301 opens');
  assert.equal(other?.text, '预算');
});

test('if the named entry does not contain the words, the nearest one that does is used', () => {
  const conversation = conversationOf(['yes', 'no', 'yes', 'no', 'no', 'yes', 'why'], { title: 'So: how' });
  const entryOf = (text: string, entryIndex?: number) =>
    verifyQuotes(conversation, [entryIndex === undefined ? { text } : { text, entryIndex }])[0]?.entryIndex;
  assert.equal(entryOf('yes', 1), 0, 'the earlier of two');
  assert.equal(entryOf('yes', 3), 2);
  assert.equal(entryOf('yes', 4), 5);
  assert.equal(entryOf('yes', 6), 5);
  assert.equal(entryOf('yes', 0), 0);
  assert.equal(entryOf('why', 0), 6);
  assert.equal(entryOf('no'), 1, 'the first, where none is named');
  for (const [far, nearest] of [
    [99, 5],
    [-7, 0],
    [1e300, 5],
    [Number.NaN, 0],
    [2.2, 2],
    [-Infinity, 0],
  ] as const) {
    assert.equal(entryOf('yes', far), nearest, `${far}`);
  }
  const email = { ...conversation, kind: 'email' } as const;
  assert.deepEqual(verifyQuotes(email, [{ text: 'how' }]), [{ text: 'how' }]);
  assert.deepEqual(
    verifyQuotes(email, [{ text: 'how', entryIndex: 3 }]),
    [{ text: 'how' }],
    'the title last',
  );
  const same = { ...conversationOf(['how'], { title: 'how' }), kind: 'email' } as const;
  assert.deepEqual(verifyQuotes(same, [{ text: 'how' }]), [{ text: 'how' }], 'the title first');
  assert.deepEqual(verifyQuotes(conversationOf([]), [{ text: 'how', entryIndex: 0 }]), []);
});

test('a quote is given once, and 10 at most', () => {
  const once = verifyQuotes(MEETING, [
    { entryIndex: 0, text: 'Thanks' },
    { entryIndex: 0, text: ' Thanks ' },
    { entryIndex: 2, text: 'Thanks' },
    { entryIndex: 1, text: 'it’s' },
    { entryIndex: 1, text: "it's" },
  ]);
  assert.deepEqual(
    once.map(({ text, entryIndex }) => [entryIndex, text]),
    [
      [0, 'Thanks'],
      [2, 'Thanks'],
      [1, 'it’s'],
    ],
  );
  const many = conversationOf(Array.from({ length: 40 }, (_, index) => `entry ${index}`));
  const claimed = Array.from({ length: 40 }, (_, entryIndex) => ({
    entryIndex,
    text: `entry ${entryIndex}`,
  }));
  const kept = verifyQuotes(many, [{ text: 'invented' }, ...claimed]);
  assert.deepEqual(
    kept.map((quote) => quote.entryIndex),
    Array.from({ length: MAX_QUOTES }, (_, index) => index),
  );
});

test('a long quote is cut after a whole word', () => {
  const text = 'so it goes on '.repeat(200);
  const [quote] = verifyQuotes(conversationOf([text]), [{ entryIndex: 0, text }]);
  assert.ok(text.startsWith(quote!.text) && quote!.text.length <= 1000 && quote!.text.length > 990);
  assert.match(quote!.text, / (so|it|goes|on)$/);
});

/** The first place of the words in a text where they are bounded, as one would look. */
function slowlyHas(text: string, claimed: string): boolean {
  const words = foldText(claimed, VERBATIM).trim();
  const folded = foldText(text, VERBATIM);
  const isWord = (one: string | undefined) => one !== undefined && /[\p{L}\p{N}\p{M}]/u.test(one);
  const isUnspaced = (one: string | undefined) =>
    one !== undefined && /[\p{scx=Han}\p{scx=Kana}\p{scx=Hira}\p{scx=Thai}]/u.test(one);
  const apart = (left: string | undefined, right: string | undefined) =>
    left === undefined ||
    right === undefined ||
    ((left === ' ' || !/\p{M}/u.test(right)) &&
      !(isWord(left) && isWord(right) && !isUnspaced(left) && !isUnspaced(right)));
  for (let at = 0; at <= folded.length - words.length; at++) {
    if (!folded.startsWith(words, at)) continue;
    const [before, said, after] = [folded.slice(0, at), words, folded.slice(at + words.length)].map(
      (part) => [...part],
    );
    if (apart(before!.at(-1), said![0]) && apart(said!.at(-1), after![0])) return true;
  }
  return false;
}

test('a quote is kept exactly if its words occur, and is part of its entry', () => {
  let kept = 0;
  fc.assert(
    fc.property(
      fc.array(trickyText(12), { minLength: 1, maxLength: 5 }),
      trickyText(3),
      fc.nat(),
      fc.boolean(),
      (texts, made, seed, cut) => {
        const source = texts[seed % texts.length]!;
        const text = cut ? source.slice(seed % 5, (seed % 5) + 1 + (seed % 6)).toWellFormed() : made;
        const entryIndex = (seed >> 3) % texts.length;
        const found = verifyQuotes(conversationOf(texts, { title: '' }), [{ entryIndex, text }]);
        const isWords = /[\p{L}\p{N}]/u.test(foldText(text, VERBATIM));
        const having = texts.flatMap((one, index) => (isWords && slowlyHas(one, text) ? [index] : []));
        having.sort((a, b) => Math.abs(a - entryIndex) - Math.abs(b - entryIndex) || a - b);
        for (const quote of found) {
          assert.ok(texts[quote.entryIndex!]!.includes(quote.text) && quote.text.isWellFormed());
        }
        if (having.length === 0) {
          // The same words in another spelling.
          const wordsOf = (one: string) => comparedWords(foldText(one, VERBATIM)).join(' ');
          if (found.length > 0)
            assert.equal(wordsOf(found.map((quote) => quote.text).join(' ')), wordsOf(text));
          return;
        }
        assert.deepEqual(
          found.map((quote) => quote.entryIndex),
          having.slice(0, 1),
        );
        kept += found.length;
        for (const quote of found) {
          // Characters are whole: a letter comes with what Unicode has continue it.
          assert.ok(foldText(quote.text, VERBATIM).includes(foldText(text, VERBATIM).trim()));
        }
      },
    ),
    { numRuns: 3000 },
  );
  assert.ok(kept > 150, `only ${kept} kept: the test says little`);
});

test('a hundred invented quotes about a long conversation are refused at once', () => {
  const conversation = conversationOf(
    Array.from(
      { length: 4000 },
      (_, index) => `And then, in sprint ${index}, we shipped what they’d asked for.`,
    ),
  );
  const verifier = createQuoteVerifier(conversation);
  const claims = Array.from({ length: 100 }, (_, entryIndex) => ({
    entryIndex,
    text: `we shipped ${entryIndex}`,
  }));
  const startedMs = performance.now();
  assert.deepEqual(verifier.keepTrue(claims), []);
  assert.ok(performance.now() - startedMs < 5000);
  for (const [what, text] of hostileTexts(200_000)) {
    const hostileMs = performance.now();
    verifyQuotes(conversationOf(['x', text]), [
      { entryIndex: 0, text: 'aaaa' },
      { entryIndex: 0, text },
    ]);
    assert.ok(performance.now() - hostileMs < 10_000, what);
  }
});
