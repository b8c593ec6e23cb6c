import type { Queries, Statement } from '../../db/database.ts';
import { emailKey } from '../../lib/text.ts';
import { toPostgresTime } from '../../lib/time.ts';
import type { SourceType } from '../meetings/source-types.ts';
import type { IndexQuery } from '../words/index-query.ts';
import { LACKS_BIT } from '../words/run-filter.ts';

/** The meetings that are searched; bounds are inclusive, in milliseconds since the epoch. */
export type MomentFilter = {
  fromMs?: number | undefined;
  toMs?: number | undefined;
  accountId?: string | undefined;
  opportunityId?: string | undefined;
  /** The meeting has all of these as its host or attendees. */
  emails?: readonly string[] | undefined;
  sourceTypes?: readonly SourceType[] | undefined;
  meetingIds?: readonly number[] | undefined;
};

/** A meeting that may have moments, and the entries that may be among them. */
export type Candidate = {
  id: number;
  startMs: number;
  language: string;
  firstEntries: number[];
  entryCounts: number[];
};

export type Candidates = {
  /** The number of meetings that the index finds in all. */
  found: number;
  /** The newest of them, newest first. */
  candidates: Candidate[];
  /** The number of meetings of the organization that cannot be searched yet, up to {@link MAX_UNINDEXED_COUNTED}. */
  unindexed: number;
};

/** The most meetings without words that are counted. */
const MAX_UNINDEXED_COUNTED = 10_000;

type Row = { found: number; unindexed: number } & (Candidate | { id: null });

const findCandidatesStatement: Statement = {
  name: 'find-moment-candidates',
  // The parts of transcripts are found by transcript_words_terms, and those whose terms are not in it yet, of which there
  // are few, by transcript_words_fresh. Triples of neighbouring words, and then pairs, are looked up in the parts that have
  // all words; those of earlier versions have no triples. Meetings are looked up by their primary key, and addresses by
  // meeting_participants_meeting; OFFSET 0 prevents other plans.
  // $16 is false, which a plan for any values does not know: it reads the index of words and not one of organizations. Citus
  // plans for the values, and finds the node by the organization. IS TRUE makes the hits look up the page in a hash table, where
  // a join might compare each with each.
  // $2 to $4 are what is asked in each language. All hits are counted, and the newest are returned.
  text: `
    with asked as materialized (
      select language, terms::tsquery as terms, indexed_terms::tsquery as indexed_terms
      from unnest($2::text[], $3::text[], $4::text[]) as one (language, terms, indexed_terms)
    ), hits as materialized (
      select part.meeting_id, part.language, part.first_entry, part.entry_count
      from asked cross join lateral (
        select * from (
          select organization_id, meeting_id, language, first_entry, entry_count, pairs, triples from transcript_words
          where word_terms(organization_id, terms) @@ asked.indexed_terms and terms is not null
            and (organization_id = $1 or $16::boolean)
          offset 0
        ) as indexed
        union all
        select * from (
          select organization_id, meeting_id, language, first_entry, entry_count, pairs, triples from transcript_words
          where organization_id = $1 and fresh_terms is not null and fresh_terms @@ asked.terms
          offset 0
        ) as fresh
      ) as part
      where part.organization_id = $1 and part.language = asked.language
        and ($6::bigint[] is null or part.meeting_id = any($6))
        and case when exists (
          select from (select part.triples) as one (filter), unnest($17::bigint[]) as hash where ${LACKS_BIT}
        ) then false else not exists (
          select from (select part.pairs) as one (filter), unnest($5::bigint[]) as hash where ${LACKS_BIT}
        ) end
    ), found as materialized (
      select m.id, m.start_time from (select distinct meeting_id from hits) as hit
      cross join lateral (
        select id, start_time, end_time, account_id, opportunity_id, source_type from meetings
        where organization_id = $1 and id = hit.meeting_id offset 0
      ) as m
      where ($7::timestamptz is null or m.start_time >= $7) and ($8::timestamptz is null or m.end_time <= $8)
        and ($9::text is null or m.account_id = $9) and ($10::text is null or m.opportunity_id = $10)
        and ($11::text[] is null or m.source_type = any($11))
        and case when $12::text[] is null then true else (
          select count(*) = cardinality($12) from meeting_participants p
          where p.organization_id = $1 and p.meeting_id = m.id and p.email_key = any($12)) end
    ), page as materialized (
      select id, start_time from found
      where $13::timestamptz is null or (start_time, id) <= ($13, $14::bigint)
      order by start_time desc, id desc limit $15
    ), parts as materialized (
      select meeting_id, min(language) as language,
        array_agg(first_entry order by first_entry) as "firstEntries",
        array_agg(entry_count order by first_entry) as "entryCounts"
      from hits where (meeting_id in (select id from page)) is true group by meeting_id
    )
    select (select count(*)::int from found) as found, (
        select count(*)::int from (
          select from meetings where organization_id = $1 and transcript_hash is distinct from words_hash
          limit ${MAX_UNINDEXED_COUNTED}
        ) as unindexed
      ) as unindexed, candidate.*
    from (select) as one left join (
      select page.id, page.start_time as "startMs", parts.language, parts."firstEntries", parts."entryCounts"
      from page join parts on parts.meeting_id = page.id
    ) as candidate on true
    order by candidate."startMs" desc, candidate.id desc`,
};

/**
 * Finds the meetings whose transcripts may have moments, newest first.
 * @param page.from the meeting with which to begin; undefined is the newest
 */
export async function findCandidates(
  db: Queries,
  organizationId: number,
  index: readonly IndexQuery[],
  filter: MomentFilter,
  { from, limit }: { from: { startMs: number; id: number } | undefined; limit: number },
): Promise<Candidates> {
  const time = (ms: number | undefined) => (ms === undefined ? null : toPostgresTime(ms));
  const rows = await db.query<Row>(findCandidatesStatement, [
    organizationId,
    index.map(({ language }) => language),
    index.map(({ terms }) => terms),
    index.map(({ indexedTerms }) => indexedTerms),
    // The runs of words are the same in all languages, because phrases are not stemmed.
    index[0]!.pairs,
    filter.meetingIds ?? null,
    time(filter.fromMs),
    time(filter.toMs),
    filter.accountId ?? null,
    filter.opportunityId ?? null,
    filter.sourceTypes ?? null,
    filter.emails ? [...new Set(filter.emails.map(emailKey))] : null,
    time(from?.startMs),
    from?.id ?? null,
    limit,
    false,
    index[0]!.triples,
  ]);
  const { found, unindexed } = rows[0]!;
  return { found, unindexed, candidates: rows.filter((row): row is Row & Candidate => row.id !== null) };
}
