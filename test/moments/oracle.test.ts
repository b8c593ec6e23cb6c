import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { detectLanguage } from '../../src/domain/words/detect-language.ts';
import { createEntryFilter } from '../../src/domain/words/entry-filter.ts';
import { knownWords } from '../../src/domain/words/known-words.ts';
import { createWordMatcher } from '../../src/domain/words/match-words.ts';
import { parseWordQuery, withoutStopWords } from '../../src/domain/words/parse-query.ts';
import { createPlaceFinder } from '../../src/domain/words/place-finder.ts';
import { readWords } from '../../src/domain/words/read-words.ts';
import { scanWords } from '../../src/domain/words/scan-words.ts';
import { runWithoutYielding } from '../../src/lib/event-loop.ts';
import { AS_WORDS, foldText } from '../../src/lib/fold-text.ts';
import type { TestClient } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';
import { allMoments, indexed, spoken } from './spoken.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const RUNS = 150;

/** Words in many forms, in several languages and scripts, that meet in queries and in texts. */
const VOCABULARY = [
  ...[
    'price',
    'prices',
    'pricing',
    'priced',
    'happy',
    'happily',
    'companies',
    'company',
    'the',
    'we',
    'running',
  ],
  ...[
    "don't",
    'e-mail',
    '3.5',
    'Node.js',
    'café',
    'CAFE',
    'Straße',
    'naïve',
    'ＡＢＣ',
    'flying',
    'flies',
    'a',
    'of',
  ],
  ...['preise', 'häuser', 'Haus', 'und', 'wir', 'nicht', 'chevaux', 'cheval', 'nous', 'avec'],
  ...[
    'цена',
    'цены',
    'ценой',
    'ёлка',
    'елка',
    'мой',
    'мои',
    'τιμή',
    'τιμές',
    'الكتاب',
    'كتاب',
    'किताब',
    'किताबें',
  ],
  ...['会议', '会', '议会', 'カタログ', '会議の', '회의를', '회의', 'ราคา', 'iPhone手机', '2026年'],
];
const text = fc
  .array(fc.tuple(fc.constantFrom(...VOCABULARY), fc.constantFrom(' ', ' ', ' ', ', ', '. ', '。', '')), {
    minLength: 1,
    maxLength: 9,
  })
  .map((words) => words.map((word) => word.join('')).join(''));
const word = fc.constantFrom(...VOCABULARY);
const piece = fc.oneof(
  { weight: 4, arbitrary: word },
  {
    weight: 2,
    arbitrary: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `"${words.join(' ')}"`),
  },
  { weight: 1, arbitrary: word.map((one) => `-${one}`) },
  { weight: 2, arbitrary: fc.tuple(word, fc.nat(5)).map(([one, cut]) => `${one.slice(0, cut + 1)}*`) },
);
const query = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(' '));

type Entry = { place: string; text: string; language: string };

/** Compares every entry with the query; undefined if a language refuses it. */
function scan(entries: readonly Entry[], asked: string): string[] | undefined {
  try {
    const clauses = parseWordQuery(asked);
    const languages = [...new Set(entries.map(({ language }) => language))];
    const matchers = new Map(
      languages.map((one) => [one, createWordMatcher(withoutStopWords(clauses, one), one)] as const),
    );
    return entries.flatMap((entry) =>
      runWithoutYielding(matchers.get(entry.language)!(entry.text)) ? [entry.place] : [],
    );
  } catch {
    return undefined;
  }
}

async function fill(client: TestClient): Promise<Entry[]> {
  const entries: Entry[] = [];
  const meetings = fc.sample(fc.array(text, { minLength: 1, maxLength: 30 }), { numRuns: 40, seed: 20 });
  for (const [number, texts] of meetings.entries()) {
    const id = await client.ingest(spoken(texts, { id: `${number}` }));
    const language = detectLanguage(texts.map((one) => foldText(one, AS_WORDS)));
    for (const [index, one] of texts.entries())
      entries.push({ place: `${id}#${index}`, text: one, language });
  }
  return entries;
}

test('the index names every entry that a full scan finds, and the pages have these and no others', async () => {
  const { client } = await service.tenant();
  const entries = await fill(client);
  let compared = 0;
  const compare = () =>
    fc.assert(
      fc.asyncProperty(query, async (asked) => {
        const expected = scan(entries, asked);
        if (!expected) {
          const answer = await client.get('/v1/moments', { query: asked });
          assert.equal(answer.status, 400, asked);
          return;
        }
        compared++;
        const { moments, meetingCount } = await allMoments(client, asked, { pageSize: '17' });
        const found = moments.map(({ meetingId, entryIndex }) => `${meetingId}#${entryIndex}`);
        assert.deepEqual(found.toSorted(), expected.toSorted());
        assert.equal(meetingCount, new Set(expected.map((place) => place.split('#')[0])).size);
      }),
      { numRuns: RUNS, seed: 21 },
    );
  await compare();
  await indexed(service.databaseUrl);
  await compare();
  assert.ok(compared > RUNS, `${compared} queries were compared`);
});

/** Texts, some with characters that fold in company, disappear, or are several. */
const tricky = fc.oneof(
  { weight: 5, arbitrary: text },
  {
    weight: 1,
    arbitrary: fc.constantFrom('e\u0301', ' \u0301x', '\u200b', 'か\u3099', 'ｶﾞ', '각', '\u00a0', '𠀀'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
);

test('words are read from a text as from its folded form', () => {
  const known = knownWords('en');
  const long = fc.array(
    fc.oneof(tricky, fc.constantFrom('ß', 'Æ', 'é', 'Й', 'ё', '’', '½', 'a'.repeat(64))),
    { maxLength: 8 },
  );
  let read = 0;
  fc.assert(
    fc.property(long, (parts) => {
      const one = parts.join('');
      const into: number[] = [];
      const count = readWords(one, 0, one.length, { known, into });
      if (count < 0) return;
      read++;
      const folded = foldText(one, AS_WORDS);
      const expected: string[] = [];
      scanWords(folded, (from, to) => expected.push(folded.slice(from, to)));
      assert.deepEqual(
        into.slice(0, count).map((number) => known.at(number).word),
        expected,
      );
    }),
    { numRuns: 5000 },
  );
  assert.ok(read > 1000, `${read} texts were read`);
});

/** Words that are the same once they are folded, or have the same stem. */
const folding = fc.oneof(
  word,
  fc.constantFrom('strasse', 'Straße', 'cafe\u0301', 'cafés', 'ﬁnance', 'Finance', 'ＰＲＩＣＥ'),
);

test('the filter lets every text pass that the matcher matches, and the places are in every such text', () => {
  let matched = 0;
  let kept = 0;
  let without = 0;
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          tricky,
          folding,
          folding.map((one) => ` ${one} `),
        ),
        { maxLength: 4 },
      ),
      fc.oneof(
        folding,
        fc.tuple(folding, query).map((parts) => parts.join(' ')),
      ),
      fc.constantFrom('en', 'de', 'ru', 'und'),
      (parts, asked, language) => {
        const one = parts.join('');
        const clauses = parseWordQuery(asked);
        const isMatch = runWithoutYielding(createWordMatcher(clauses, language)(one)) !== undefined;
        const isLetPass = createEntryFilter(clauses, language)(`-${one}-`, 1, one.length + 1);
        const isAscii = /^[\0-\x7f]*$/.test(one);
        const place = createPlaceFinder(clauses, language)?.(`price "${one}" price`, isAscii)(7) ?? 7;
        const hasPlace = place < 7 + one.length;
        if (isMatch) matched++;
        else if (!isLetPass) kept++;
        if (!hasPlace) without++;
        assert.ok(isLetPass || !isMatch);
        assert.ok(hasPlace || !isMatch, `${JSON.stringify(one)} has no place for ${asked} in ${language}`);
      },
    ),
    { numRuns: 5000 },
  );
  assert.ok(matched > 20 && kept > 1000, `${matched} texts matched, and ${kept} were kept back`);
  assert.ok(without > 1000, `${without} texts have no place`);
});

test('a text that is looked through in slices matches as the whole does, and others have their turn in between', () => {
  const long = fc.array(tricky, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
  const positive = fc.tuple(word, query).map((parts) => parts.join(' '));
  fc.assert(
    fc.property(long, positive, fc.integer({ min: 1, max: 20 }), (one, asked, length) => {
      const clauses = parseWordQuery(asked);
      const inSlices = createWordMatcher(clauses, 'english', length)(one);
      const whole = createWordMatcher(clauses, 'english', one.length + 1)(one);
      assert.deepEqual(runWithoutYielding(inSlices), runWithoutYielding(whole));
    }),
    { numRuns: 2000 },
  );
  const words = Array.from({ length: 60_000 }, (_, index) => `word${index % 700} price`).join(' ');
  const steps = createWordMatcher(parseWordQuery('price'), 'english')(words);
  let count = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) {
      assert.equal(step.value!.highlights.length, 60_000);
      break;
    }
    count++;
  }
  assert.ok(count > words.length / 20_000, `${count} steps for ${words.length} characters`);
});
