import type { Queries, Statement } from '../../db/database.ts';
import { createEntryFilter } from './entry-filter.ts';
import { type IndexQuery, indexQueryOf } from './index-query.ts';
import { DEFAULT_LATIN } from './languages.ts';
import { createWordMatcher, type WordMatcher } from './match-words.ts';
import { type Clause, parseWordQuery, withoutStopWords } from './parse-query.ts';
import { createPlaceFinder, type PlaceFinder } from './place-finder.ts';

/** A query as it is asked in each language of an organization. */
export type SearchedWords = {
  /** For each language, what the index is asked. */
  index: IndexQuery[];
  /** The matcher of texts in a language, and what tells most texts that it does not match. */
  matcherOf(language: string): LanguageMatcher;
};

export type LanguageMatcher = {
  match: WordMatcher;
  filter: ReturnType<typeof createEntryFilter>;
  /** Texts without a place need no filter. */
  places: PlaceFinder | undefined;
};

const selectTranscriptLanguages: Statement = {
  name: 'select-transcript-languages',
  // Each language is found by a step in transcript_words_language.
  text: `with recursive languages (language) as (
           (select language from transcript_words where organization_id = $1 order by language limit 1)
           union all
           select (select language from transcript_words
                   where organization_id = $1 and language > languages.language order by language limit 1)
           from languages where language is not null
         )
         select language from languages where language is not null`,
};

const selectEmailLanguages: Statement = {
  name: 'select-email-languages',
  // Each language is found by a step in email_words_language.
  text: `with recursive languages (language) as (
           (select language from email_words where organization_id = $1 order by language limit 1)
           union all
           select (select language from email_words
                   where organization_id = $1 and language > languages.language order by language limit 1)
           from languages where language is not null
         )
         select language from languages where language is not null`,
};

/** Returns the languages of an organization's transcripts or e-mails, of which there are at most as many as stemmers. */
export async function wordLanguages(
  db: Queries,
  organizationId: number,
  of: 'transcripts' | 'emails',
): Promise<string[]> {
  const isOfEmails = of === 'emails';
  const values = [organizationId];
  const rows = await db.query<{ language: string }>(
    isOfEmails ? selectEmailLanguages : selectTranscriptLanguages,
    values,
  );
  return rows.map(({ language }) => language);
}

/**
 * Prepares a search for texts in several languages: in each of them, its own function words are left out and the others
 * are stemmed by its rules.
 * @throws Fault 400 if nothing in the query can be searched for
 */
export function searchWords(
  query: string,
  organizationId: number,
  languages: readonly string[],
): SearchedWords {
  const clauses = parseWordQuery(query);
  const searched = new Map<string, Clause[]>();
  for (const language of languages.length > 0 ? languages : [DEFAULT_LATIN]) {
    searched.set(language, withoutStopWords(clauses, language));
  }
  const matchers = new Map<string, LanguageMatcher>();
  return {
    index: [...searched].map(([language, kept]) => indexQueryOf(kept, language, organizationId)),
    matcherOf(language) {
      const kept = searched.get(language) ?? clauses;
      const matcher = matchers.get(language) ?? {
        match: createWordMatcher(kept, language),
        filter: createEntryFilter(kept, language),
        places: createPlaceFinder(kept, language),
      };
      matchers.set(language, matcher);
      return matcher;
    },
  };
}
