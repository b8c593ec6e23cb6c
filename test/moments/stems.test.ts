import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { beginningOf, hasStemmer, stemOf } from '../../src/domain/words/languages.ts';
import { AS_WORDS, foldText } from '../../src/lib/fold-text.ts';
import { startService, type TestService } from '../support/service.ts';
import { spoken, textsOf } from './spoken.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const LANGUAGES = [...LETTERS]
  .flatMap((first) => [...LETTERS].map((second) => first + second))
  .filter(hasStemmer);

/** The endings and beginnings that a stemmer knows, which are strings in its source. */
function affixesOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/["'|(](\p{Ll}{1,10})(?=["'|)$])/gu);
  return [...new Set([...found].map(([, affix]) => foldText(affix!, AS_WORDS)))];
}

/** Makes words of letters and of what the stemmers of all languages know, from a fixed seed. */
function* invented(count: number): Generator<string> {
  let seed = 1;
  const below = (limit: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >>> 8) % limit;
  };
  for (const file of globSync('node_modules/@orama/stemmers/dist/*.cjs')) {
    const affixes = affixesOf(file);
    const letters = [...new Set(affixes.join(''))].filter((one) => /\p{L}/u.test(one));
    if (letters.length === 0) continue;
    for (let made = 0; made < count; made++) {
      let word = '';
      for (let length = 1 + below(6); length > 0; length--) {
        word += below(2) === 0 ? letters[below(letters.length)]! : 'aeiou'[below(5)]!;
      }
      for (let added = below(4); added > 0; added--) word += affixes[below(affixes.length)]!;
      yield word;
    }
  }
}

test('words that a stemmer fails for are stored, and found as they are written', async () => {
  const { client } = await service.tenant();
  const said = 'Нашите ученици и техните езици са важни.';
  await client.ingest(spoken([said, 'Цената е висока, а договорът е за две години.']));
  assert.deepEqual(await textsOf(client, 'ученици'), [said]);
  assert.deepEqual(await textsOf(client, 'езици -договор'), [said]);
});

test('every word has a stem in every language, and the beginning that a search looks for', () => {
  assert.equal(LANGUAGES.length, 23);
  let shorter = 0;
  for (const word of invented(400)) {
    for (const language of [...LANGUAGES, 'und']) {
      const stem = stemOf(word, language);
      assert.notEqual(stem, '', word);
      const beginning = beginningOf(stem, language);
      assert.ok(word.startsWith(beginning), `${word} in ${language}: ${stem}`);
      if (!word.startsWith(stem) && beginning !== '') shorter++;
    }
  }
  assert.ok(shorter > 100, `${shorter} words do not begin with their stems`);
});
