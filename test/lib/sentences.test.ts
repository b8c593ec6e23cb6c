import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentenceAround } from '../../src/lib/sentences.ts';

function quoted(text: string, words: string): string {
  const start = text.indexOf(words);
  assert.ok(start >= 0, `${words} in ${text}`);
  const { from, to } = sentenceAround(text, start, start + words.length);
  return text.slice(from, to);
}

/** Texts that are one sentence, each with words after what might be taken for its end. */
const WHOLE: [text: string, words: string][] = [
  ['We like the… the alpha one… and then the beta two.', 'beta two'],
  ['We like the... the alpha one ... and then the beta two.', 'beta two'],
  ['Well… Ada would take the blue one.', 'blue'],
  ['The price went up by 3.5 percent.', '5 percent'],
  ['The price went up by 3.5 percent.', 'percent'],
  ['It runs on ASP.NET and Node.js today.', '.NET'],
  ['Please ask Mr. Park about the price.', 'price'],
  ['Dr. Lund and J. R. Park signed the offer.', 'offer'],
  ['We need a tool, e.g. Parley, for the calls.', 'calls'],
  ['That is the rule in the U.S. and in the E.U. for now.', 'for now'],
  ['The call is at 9 a.m. Berlin time.', 'Berlin'],
  ['It was Acme Inc. Germany that paid.', 'paid'],
  ['Look at no. 5 of the list.', 'list'],
  ['Am 3. Mai reden wir über den Preis.', 'Preis'],
  ['Das ist z. B. der Preis.', 'Preis'],
  ['Compare it vs. Globex, fig. 3 has the price.', 'price'],
  ['I think the price\nis too high for us.', 'high'],
  [
    'We would like to talk about the offer that you sent to\nAda Park last week, and about its price.',
    'price',
  ],
  ['It’s about the price\r\nand nothing else.', 'price'],
];

/** Texts of which the words' own sentence is a part. */
const PARTS: [text: string, words: string, sentence: string][] = [
  ['They said no. The price is too high. Bye.', 'price', 'The price is too high.'],
  ['Is it 2026? It is 2025. Then we wait.', '2025', 'It is 2025.'],
  ['So what?! The price is fine!!! Good.', 'price', 'The price is fine!!!'],
  ['Really…? The price is fine.', 'price', 'The price is fine.'],
  ['预算是3.5万。我们的预算太高了！好。', '我们', '我们的预算太高了！'],
  ['「高いです。」価格が高い｡ はい', '価格', '価格が高い｡'],
  ['a。\u094d', 'a', 'a。\u094d'],
  ['は。a。\u093fb', 'a', 'a。\u093fb'],
  ['a。\u0e33', 'a', 'a。\u0e33'],
  ['यह ठीक है। बजट कम है। ठीक।', 'बजट', 'बजट कम है।'],
  ['هل هذا جيد؟ السعر مرتفع. نعم', 'السعر', 'السعر مرتفع.'],
  ['Hello Ada,\nThe price is fine.\n\nRegards', 'price', 'The price is fine.'],
  ['Agenda:\n- the price\n- the date', 'price', '- the price'],
  ['So do I. The price is 5. Then we wait.', 'price', 'The price is 5.'],
  ['He said: “Stop.” The price is fine.', 'price', 'The price is fine.'],
];

test('an ellipsis, a decimal, an abbreviation and a wrapped line end no sentence', () => {
  for (const [text, words] of WHOLE) assert.equal(quoted(text, words), text);
});

test('other marks, stops of other scripts and line breaks end one', () => {
  for (const [text, words, sentence] of PARTS) assert.equal(quoted(text, words), sentence);
});

test('a sentence of up to 1,000 characters is whole, wherever the words stand in it', () => {
  const sentence = `The price ${'and more '.repeat(108)}ends here.`;
  assert.ok(sentence.length > 980 && sentence.length <= 1000);
  for (const words of ['price', 'ends here.']) {
    assert.equal(quoted(`Before. ${sentence} After.`, words), sentence);
  }
  assert.ok(quoted(`Before. ${sentence.repeat(2)}`, 'ends here.The').length < 450);
});
