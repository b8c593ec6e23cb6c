import type { Statement, Transaction } from '../../db/database.ts';
import { collectTermsSteps, type IndexedPart } from './collect-terms.ts';
import { hasStemmer, UNDETERMINED } from './languages.ts';

const deleteWords: Statement = {
  name: 'delete-transcript-words',
  // Served by the primary key.
  text: 'delete from transcript_words where organization_id = $1 and meeting_id = $2',
};

const insertWords: Statement = {
  name: 'insert-transcript-words',
  text: `insert into transcript_words
           (organization_id, meeting_id, part, language, first_entry, entry_count, fresh_terms, pairs, triples)
         values ($1, $2, $3, $4, $5, $6, array_to_tsvector(string_to_array($7, ' ')), $8, $9)`,
};

/**
 * Collects the words of a transcript for the index.
 * @param language the transcript's, as a BCP 47 tag, if its source names it
 * @returns steps, to be run in turns
 */
export function collectTranscriptWords(
  segments: readonly { text: string }[],
  language: string | null | undefined,
): Generator<void, IndexedPart[]> {
  const texts = segments.map(({ text }) => text);
  return collectTermsSteps(texts, language ? stemmedLanguage(language) : undefined);
}

/** Returns the language by whose rules a text in the language of the tag is stemmed. */
function stemmedLanguage(tag: string): string {
  const [language = ''] = tag.toLowerCase().split('-');
  // Both forms of Norwegian have one stemmer.
  if (language === 'nb' || language === 'nn') return 'no';
  return hasStemmer(language) ? language : UNDETERMINED;
}

/**
 * Stores the words of a meeting's transcript. The statements are sent before this returns. The caller, which has locked
 * the meeting's row, sets `words_hash`.
 * @param options.replaces whether the meeting may have words, which these replace
 */
export async function storeTranscriptWords(
  tx: Transaction,
  meeting: readonly [organizationId: number, meetingId: number],
  parts: readonly IndexedPart[],
  { replaces }: { replaces: boolean },
): Promise<void> {
  await Promise.all([
    replaces && tx.query(deleteWords, [...meeting]),
    ...parts.map(({ language, firstEntry, entryCount, terms, pairs, triples }, part) =>
      tx.query(insertWords, [...meeting, part, language, firstEntry, entryCount, terms, pairs, triples]),
    ),
  ]);
}
