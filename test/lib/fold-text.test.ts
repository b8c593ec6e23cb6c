import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Folding, foldText, LOOSELY, originOf, VERBATIM } from '../../src/lib/fold-text.ts';
import { hostileTexts, TRICKY, trickyText } from '../support/tricky-text.ts';

/** Each row: texts that are the same loosely, and what they become. */
const SAME: [string, ...string[]][] = [
  ['pricing', 'Pricing', 'PRICING', 'ｐｒｉｃｉｎｇ', 'pri\u00adcing', 'pr\u200bicing', '𝐏𝐫𝐢𝐜𝐢𝐧𝐠'],
  ['resume', 'Résumé', 're\u0301sume\u0301', 'RÉSUMÉ'],
  ['strasse', 'Straße', 'STRASSE', 'STRAẞE'],
  ['οδοσ', 'Οδός', 'ΟΔΟΣ', 'οδος'],
  ['елка и иод', 'Ёлка и Йод', 'ЕЛКА И ИОД'],
  ['smorrebrod', 'Smørrebrød', 'SMØRREBRØD'],
  ['lodz', 'Łódź', 'ŁÓDŹ'],
  ['dak lak', 'Đắk Lắk'],
  ['aeon oeuvre thor', 'Æon Œuvre Þor'],
  ['istanbul diyarbakir', 'İstanbul Diyarbakır', 'ISTANBUL DIYARBAKIR'],
  ['finance', 'ﬁnance'],
  ["don't", 'don’t', 'don‘t', 'donʼt', 'Don´t'],
  ['a - b - c-d', 'a – b — c‑d', 'a − b ― c‐d'],
  ['so "called"', 'so “called”', 'so «called»', 'so „called‟'],
  ['net new', 'net\u00a0new', 'net \t\r\n new', 'net\u3000new', 'net \u200b new'],
  ['كتاب', 'كِتَاب', 'كتـــاب'],
  ['אבגדה', 'אַבְגָדֵה'],
  ['میخواهد', 'می\u200cخواهد'],
  ['한국어', '\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165', '한국어'.normalize('NFD')],
  ['ガイド', 'ｶﾞｲﾄﾞ', 'カ\u3099イト\u3099'],
  ['が', 'か\u3099'],
  ['हिन्दी', 'हिन्दी'.normalize('NFD')],
  ['क़', '\u0915\u093c', '\u0958'],
  ['co2 10% 3', 'CO₂ １０％ ③'],
];

test('case, accents, width, white space, typography and the unseen do not count', () => {
  for (const [folded, ...forms] of SAME) {
    for (const form of forms) assert.equal(foldText(form, LOOSELY), foldText(folded, LOOSELY), form);
    assert.equal(foldText(folded, LOOSELY).normalize('NFC'), folded.normalize('NFC'), 'it is folded already');
  }
});

test('letters that make other words stay apart', () => {
  const others = [
    ['कम', 'कमी', 'काम'],
    ['か', 'が', 'カ'],
    ['한', '하', '항'],
    ['ดี', 'ดิ', 'ด'],
    ['ا', 'أ', 'آ'],
    ['=', '≠'],
    ['1½', '11⁄2', '112'],
    ['a', '¨a', 'a¨b'],
  ];
  for (const row of others) {
    assert.equal(new Set(row.map((text) => foldText(text, LOOSELY))).size, row.length, row.join());
  }
});

test('word for word, only white space, typography and the unseen do not count', () => {
  const same = [
    ['We "need" it - now', 'We “need” it – now', ' We\n"need"  it\u00a0— now ', 'We «ne\u00aded» it - now'],
    ["it's", 'it’s'],
    ['é', 'e\u0301'],
  ];
  for (const [first, ...others] of same) {
    for (const other of others) assert.equal(foldText(other, VERBATIM).trim(), first);
  }
  for (const [one, other] of ['a A', 'e é', 'ß ss', '２ 2', 'ﬁ fi', '… ...', 'ø o'].map((pair) =>
    pair.split(' '),
  )) {
    assert.notEqual(foldText(one!, VERBATIM), foldText(other!, VERBATIM));
  }
});

const UNSEEN = /^\p{Default_Ignorable_Code_Point}$/u;
const TYPOGRAPHIC: Record<string, string> = { '’': "'", '´': "'", ʼ: "'", '“': '"', '—': '-', '\u2011': '-' };
const ALONE = ['½', '¨'];
const DROPPED = /[\u0300-\u0337\u0339-\u036f\u064b-\u0652\u0640\u05b0-\u05bd\u05bf\u05c1\u05c2]/;
const SPECIAL: Record<string, string> = { ø: 'o', ł: 'l', æ: 'ae' };

/** Loose folding as one would say it: character by character. True for what {@link TRICKY} holds. */
function slowlyLoose(text: string): string {
  const folded = [...text].flatMap((character) => {
    if (UNSEEN.test(character)) return [];
    if (TYPOGRAPHIC[character]) return [TYPOGRAPHIC[character]];
    if (/\s/.test(character)) return [' '];
    if (ALONE.includes(character)) return [character];
    return [...character.normalize('NFKD')]
      .filter((part) => !DROPPED.test(part))
      .map((part) => TYPOGRAPHIC[part] ?? part.toLowerCase().toUpperCase().toLowerCase())
      .map((part) => SPECIAL[part] ?? part);
  });
  return folded.join('').normalize('NFC').replaceAll(/ +/g, ' ');
}

function slowlyVerbatim(text: string): string {
  const folded = [...text].map((character) => {
    if (UNSEEN.test(character)) return '';
    return /\s/.test(character) ? ' ' : (TYPOGRAPHIC[character] ?? character);
  });
  return folded.join('').normalize('NFC').replaceAll(/ +/g, ' ');
}

/** 200,000 characters take about 20 ms, and minutes where time goes by their square. */
/** The limit: quadratic work would take minutes, and a busy machine takes a second. */
const MAX_HOSTILE_MS = 10_000;

const FOLDINGS: [string, Folding, (text: string) => string][] = [
  ['loosely', LOOSELY, slowlyLoose],
  ['word for word', VERBATIM, slowlyVerbatim],
];

for (const [name, folding, slowly] of FOLDINGS) {
  test(`${name}: as a slow folding of character after character has it`, () => {
    for (const text of TRICKY) assert.equal(foldText(text, folding), slowly(text), JSON.stringify(text));
    fc.assert(
      fc.property(trickyText(20), (text) => {
        assert.equal(foldText(text, folding), slowly(text));
      }),
      { numRuns: 2000 },
    );
  });

  test(`${name}: folding again changes nothing, for every character there is`, () => {
    const changed: string[] = [];
    for (let code = 0; code < 0x110000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const once = foldText(String.fromCodePoint(code), folding);
      if (foldText(once, folding) !== once) changed.push(code.toString(16));
    }
    assert.deepEqual(changed, []);
  });

  test(`${name}: every place in the folded text leads to the characters that it comes from`, () => {
    fc.assert(
      fc.property(trickyText(15), trickyText(8), trickyText(15), (before, words, after) => {
        const text = `${before} ${words} ${after}`;
        const folded = foldText(text, folding);
        const origin = originOf(text, folding);
        const from = foldText(`${before} `, folding).length;
        const to = folded.length - foldText(` ${after}`, folding).length;
        if (to <= from) return;
        const [start, end] = origin(from, to);
        assert.equal(foldText(text.slice(start, end), folding).trim(), foldText(words, folding).trim());
        // In the middle of a word too the characters are whole.
        const middle = (from + to) >> 1;
        for (const [left, right] of [
          [from, middle + 1],
          [middle, to],
          [middle, middle + 1],
        ] as const) {
          const part = text.slice(...origin(left, right));
          assert.ok(part.isWellFormed());
          assert.ok(foldText(part, folding).includes(folded.slice(left, right)), JSON.stringify(part));
        }
      }),
      { numRuns: 2000 },
    );
  });

  test(`${name}: hostile text is no slower than by its length`, () => {
    for (const [what, text] of hostileTexts(200_000)) {
      const startedMs = performance.now();
      foldText(text, folding);
      originOf(text, folding);
      const tookMs = performance.now() - startedMs;
      assert.ok(tookMs < MAX_HOSTILE_MS, `${what}: ${tookMs} ms`);
    }
  });
}
