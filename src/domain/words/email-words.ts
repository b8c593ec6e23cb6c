import type { Statement, Transaction } from '../../db/database.ts';
import { runYielding } from '../../lib/event-loop.ts';
import { collectTermsSteps, type IndexedPart } from './collect-terms.ts';

/** The text of an e-mail that is searched. */
export function searchedText({ subject, text }: { subject: string; text: string }): string {
  return `${subject}\n\n${text}`;
}

/** Collects the words of an e-mail for the index. */
export async function collectEmailWords(email: { subject: string; text: string }): Promise<IndexedPart> {
  const [part] = await runYielding(collectTermsSteps([searchedText(email)]));
  return part!;
}

const upsertWords: Statement = {
  name: 'upsert-email-words',
  text: `insert into email_words (organization_id, email_id, language, fresh_terms, pairs)
         values ($1, $2, $3, array_to_tsvector(string_to_array($4, ' ')), $5)
         on conflict (organization_id, email_id) do update
           set language = excluded.language, fresh_terms = excluded.fresh_terms, terms = null, pairs = excluded.pairs`,
};

/** Stores the words of an e-mail. The caller, which has locked the e-mail's row, sets `words_hash`. */
export async function storeEmailWords(
  tx: Transaction,
  organizationId: number,
  emailId: number,
  { language, terms, pairs }: IndexedPart,
): Promise<void> {
  await tx.query(upsertWords, [organizationId, emailId, language, terms, pairs]);
}
