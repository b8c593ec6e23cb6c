import type { Database, Queries, Statement } from '../../db/database.ts';
import { runYielding } from '../../lib/event-loop.ts';
import { Fault } from '../../lib/faults.ts';
import { acquireOrRefuse, type Semaphore } from '../../lib/semaphore.ts';
import { searchedText } from '../words/email-words.ts';
import { LACKS_BIT } from '../words/run-filter.ts';
import { type SearchedWords, searchWords, wordLanguages } from '../words/search-languages.ts';

/** The most e-mails that a query may find. */
const MAX_FOUND = 50_000;

/** The most text that is read to compare e-mails with a query that the index cannot answer alone. */
const MAX_READ_BYTES = 16 * 1024 * 1024;

/** E-mails that are read by one statement. */
const BATCH = 50;

/** The time that a search waits for the others of its process. */
const SEARCH_WAIT_MS = 5000;

type Candidate = { id: number; language: string; bytes: number };

const findByWords: Statement = {
  name: 'find-emails-by-words',
  // Served by email_words_terms and email_words_fresh; each e-mail that is found is looked up by its primary key, and its
  // addresses by email_participants_email. OFFSET 0 prevents other plans.
  // $11 is false, which a plan for any values does not know: it reads the index of words and not one of organizations. Citus
  // plans for the values, and finds the node by the organization.
  text: `
    with asked as materialized (
      select language, terms::tsquery as terms, indexed_terms::tsquery as indexed_terms
      from unnest($2::text[], $3::text[], $4::text[]) as one (language, terms, indexed_terms)
    ), hits as materialized (
      select w.email_id, w.language from asked cross join lateral (
        select * from (
          select organization_id, email_id, language, pairs from email_words
          where word_terms(organization_id, terms) @@ asked.indexed_terms and terms is not null
            and (organization_id = $1 or $11::boolean) offset 0
        ) as indexed
        union all
        select * from (
          select organization_id, email_id, language, pairs from email_words
          where organization_id = $1 and fresh_terms is not null and fresh_terms @@ asked.terms offset 0
        ) as fresh
      ) as w
      where w.organization_id = $1 and w.language = asked.language and not exists (
        select from (select w.pairs) as one (filter), unnest($5::bigint[]) as hash where ${LACKS_BIT})
    )
    select e.id, hits.language, octet_length(e.subject) + octet_length(e.text) as bytes
    from hits cross join lateral (
      select * from emails where organization_id = $1 and id = hits.email_id offset 0
    ) as e
    where e.sent_at >= $6 and e.sent_at <= $7
      and ($8::text is null or e.account_id = $8) and ($9::text is null or e.opportunity_id = $9)
      and case when $10::text[] is null then true else (
        select count(*) = cardinality($10) from email_participants p
        where p.organization_id = $1 and p.email_id = e.id and p.email_key = any($10)) end
    order by e.sent_at, e.id limit ${MAX_FOUND} + 1`,
};

const selectTexts: Statement = {
  name: 'select-email-texts',
  // Served by the primary key.
  text: 'select id, subject, text from emails where organization_id = $1 and id = any($2::bigint[])',
};

/** The conditions on e-mails besides the words, as the values of their parameters. */
export type EmailConditions = {
  from: string;
  to: string;
  accountId: string | null;
  opportunityId: string | null;
  participants: string[] | null;
};

/**
 * Finds the e-mails whose subjects and texts have the words of a query.
 * @returns their ids, by the time they were sent, then id
 * @throws Fault 400 if nothing in the query can be searched for, or too many e-mails have its words, 503 if too many
 *   searches are in progress
 */
export async function findEmailsByWords(
  { db, searches }: { db: Database; searches: Semaphore },
  organizationId: number,
  query: string,
  conditions: EmailConditions,
): Promise<number[]> {
  const words = searchWords(query, organizationId, await wordLanguages(db.quick, organizationId, 'emails'));
  const { from, to, accountId, opportunityId, participants } = conditions;
  const release = await acquireOrRefuse(searches, organizationId, 1, SEARCH_WAIT_MS);
  try {
    const candidates = await db.brief.query<Candidate>(findByWords, [
      organizationId,
      words.index.map(({ language }) => language),
      words.index.map(({ terms }) => terms),
      words.index.map(({ indexedTerms }) => indexedTerms),
      words.index[0]!.pairs,
      ...[from, to, accountId, opportunityId, participants],
      false,
    ]);
    const isExact = words.index.every(({ isExactForOneEntry }) => isExactForOneEntry);
    const bytes = isExact ? 0 : candidates.reduce((sum, one) => sum + one.bytes, 0);
    if (candidates.length > MAX_FOUND || bytes > MAX_READ_BYTES) {
      throw new Fault('invalid', 'query finds too many e-mails: use a shorter window of time or rarer words');
    }
    if (isExact) return candidates.map(({ id }) => id);
    return await matching(db, organizationId, candidates, words);
  } finally {
    release();
  }
}

async function matching(
  db: Queries,
  organizationId: number,
  candidates: readonly Candidate[],
  words: SearchedWords,
): Promise<number[]> {
  const found: number[] = [];
  for (let from = 0; from < candidates.length; from += BATCH) {
    const batch = candidates.slice(from, from + BATCH);
    const rows = await db.query<{ id: number; subject: string; text: string }>(selectTexts, [
      organizationId,
      batch.map(({ id }) => id),
    ]);
    const texts = new Map(rows.map((row) => [row.id, searchedText(row)]));
    found.push(...(await runYielding(matchSteps(batch, texts, words))));
  }
  return found;
}

function* matchSteps(
  batch: readonly Candidate[],
  texts: ReadonlyMap<number, string>,
  words: SearchedWords,
): Generator<void, number[]> {
  const found: number[] = [];
  for (const { id, language } of batch) {
    const text = texts.get(id);
    if (text !== undefined && (yield* words.matcherOf(language).match(text))) found.push(id);
    yield;
  }
  return found;
}
