import fc from 'fast-check';
import type { Conversation, Entry } from '../../src/ai/types.ts';

/** Characters and sequences in which scripts, case, accents, width and invisible characters cause errors. */
export const TRICKY = [
  ...['a', 'b', 'A', 'B', '1', '2', ' ', '  ', '.', '+', '-', "'", '"', '\n', '\t', '_'],
  ...['é', 'e\u0301', 'É', 'ß', 'ẞ', 'ss', 'ø', 'Ł', 'ı', 'İ', 'æ', 'ﬁ', 'Ａ', '＋', '½', '²', '¨', '´', 'ŉ'],
  ...['Σ', 'σ', 'ς', 'ά', 'α', 'ᾳ', 'й', 'Ё', 'е', '≠', '='],
  ...['ب', '\u064e', '\u0640', 'أ', 'ﻻ', 'ש', '\u05b8', 'שׁ', 'क', 'ि', '\u093c', 'क़', '\u094d'],
  ...[
    '한',
    '\u1112',
    '\u1161',
    '\u11ab',
    'ㅋ',
    'か',
    '\u3099',
    'ガ',
    'ｶ',
    'ﾞ',
    'ー',
    '漢',
    '。',
    'ไ',
    '\u0e48',
    'ำ',
  ],
  ...['’', '“', '—', '\u2011', '…', '\u00a0', '\u3000', '\u200b', '\u00ad', '\ufeff', '\u200d', '\u0301'],
  ...['😀', '𝐀', '𝛓', '\u{1d11e}', '\u{e0101}'],
];

export const trickyText = (maxLength: number) =>
  fc.array(fc.constantFrom(...TRICKY), { maxLength }).map((parts) => parts.join(''));

/** Makes a conversation with these texts. */
export function conversationOf(
  texts: readonly (string | Entry)[],
  other: Partial<Conversation> = {},
): Conversation {
  return {
    kind: 'meeting',
    title: 'Weekly',
    startedAt: '2026-01-31T09:30:00Z',
    participants: ['Ada Park <ada@parley.example>'],
    entries: texts.map((text) => (typeof text === 'string' ? { text } : text)),
    ...other,
  };
}

/** Makes texts that make careless code slow, by name, with `length` characters. */
export function hostileTexts(length: number): [string, string][] {
  const of = (part: string) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
  return [
    ['one letter', of('a')],
    ['marks on one letter', `e${of('\u0301')}`],
    ['marks that stay', of('\u0e48\u0e38')],
    ['marks in the wrong order', of('\u093c\u094d')],
    ['jamo', of('\u1112\u1161')],
    ['spaces', of(' ')],
    ['spaces and marks', of(' \u0301')],
    ['what cannot be seen', of('\u200b\u00ad')],
    ['spaces and what cannot be seen', of(' \u200b')],
    ['full stops', of('.')],
    ['characters that are kept', of('½')],
    ['ligatures', of('ﷺ')],
    ['words that almost match', of('aaa ab')],
  ];
}
