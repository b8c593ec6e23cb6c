import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openDatabase } from '../../src/db/database.ts';
import { createLog } from '../../src/lib/log.ts';
import { createTestDatabase } from '../support/postgres.ts';

const SETTINGS = { seed: 4, numRuns: 300 };

const terms = {
  name: 'terms-and-words',
  text: `select given, search_terms('7/', given)::text as terms,
           coalesce(array_to_tsvector(array(select '7/' || word from unnest(words_of(given)) as word)), '')::text as words
         from unnest($1::text[]) as given`,
};

/** Letters, long words, and what stands between words, in and outside of ASCII. */
const part = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    ' ',
    '\n',
    '-',
    '_',
    '\u00a0',
    '\u2019',
    '\u3000',
    'İ',
    'ß',
    'é',
    'e\u0301',
    'ก',
    '東京',
    'か\u3099',
  ),
  fc.constantFrom(
    'Weekly',
    'REVIEW',
    '2026',
    "o'clock",
    'a'.repeat(39),
    'b'.repeat(40),
    'c'.repeat(41),
    'ü'.repeat(80),
  ),
  fc.string({ unit: fc.constantFrom('x', 'Y', '9', ' ', '.'), minLength: 450, maxLength: 600 }),
);
const title = fc.array(part, { maxLength: 12 }).map((parts) => parts.join('').replaceAll('\0', ''));

test('the terms of a title are its words, each behind its place', async (t) => {
  const database = await createTestDatabase();
  const db = openDatabase(database.connection, createLog('silent'));
  t.after(async () => {
    await db.close();
    await database.drop();
  });
  await fc.assert(
    fc.asyncProperty(fc.array(title, { minLength: 1, maxLength: 30 }), async (titles) => {
      const rows = await db.query<{ given: string; terms: string; words: string }>(terms, [titles]);
      for (const { given, terms, words } of rows) assert.equal(terms, words, JSON.stringify(given));
    }),
    SETTINGS,
  );
});
