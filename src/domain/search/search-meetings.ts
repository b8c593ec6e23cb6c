import type { Queries, Statement } from '../../db/database.ts';
import { formatDateTime, toPostgresTime } from '../../lib/time.ts';
import type { SearchPlace } from './search-cursor.ts';

/** A meeting that a search found. */
export type FoundMeeting = {
  id: string;
  title: string;
  startTime: string;
  hostName?: string;
  hostEmail: string;
};

type FoundRow = { id: number; title: string; startMs: number; hostName: string | null; hostEmail: string };

/** The most words of a query that are looked up in the index in each month; the others are compared with its hits. */
const MAX_INDEXED_WORDS = 3;

const searchMeetingsStatement: Statement = {
  name: 'search-meetings',
  // The search proceeds month by month, from the newest that has meetings: each month is found by a step in
  // meetings_start_time, and its hits by meetings_title_words. LIMIT stops it at the month that fills the list; OFFSET
  // 0 prevents other plans. The query for the index is built once, with # for the month, because splitting the text
  // into words is expensive; the longest words, which are the rarest, suffice. At 200,000 meetings in two years, a word
  // of 7,000 titles a month takes 5 ms, and a word without hits 0.2 ms; with 6,000 months, it takes 34 ms.
  // $6 is false, which a plan for any values does not know: it reads the index of words and not one of organizations. Citus
  // plans for the values, and finds the node by the organization.
  text: `
    with recursive words as materialized (
      select word from unnest(words_of($2)) as word
    ), asked as materialized (
      select (select string_agg('''' || $1::bigint::text || '/#/' || word || ''':*', ' & ')
              from (select word from words order by length(word) desc, word limit ${MAX_INDEXED_WORDS}) as longest)
               as template,
             (select count(*) from words) > ${MAX_INDEXED_WORDS} as has_more
    ), months (month) as (
      (select date_trunc('month', start_time at time zone 'UTC') from meetings
       where organization_id = $1 and start_time <= $4::timestamptz order by start_time desc limit 1)
      union all
      select (select date_trunc('month', start_time at time zone 'UTC') from meetings
              where organization_id = $1 and start_time < months.month at time zone 'UTC'
              order by start_time desc limit 1)
      from months where month is not null
    ), newest as (
      select hit.* from months
      cross join lateral (
        select * from (
          select organization_id, id, title, start_time, host_name, host_email from meetings
          where search_terms(search_month(organization_id, start_time at time zone 'UTC'), title)
            @@ (select replace((select template from asked), '#',
                 (extract(year from months.month) * 12 + extract(month from months.month))::integer::text)::tsquery)
            and (organization_id = $1 or $6::boolean)
          offset 0
        ) as of_month
        where organization_id = $1 and (start_time, id) < ($4::timestamptz, $5::bigint)
          and case when (select has_more from asked)
              then search_terms('', title) @@ (select search_query('', $2)) else true end
        order by start_time desc, id desc limit $3
      ) as hit
      where months.month is not null limit $3
    )
    select id, title, start_time as "startMs", host_name as "hostName", host_email as "hostEmail"
    from newest order by start_time desc, id desc`,
};

/** Before any meeting that there can be. */
const NEWEST = ['infinity', 0];

/**
 * Finds meetings whose titles contain, for every word of the text, a word that begins with it, newest first.
 * @param page.after the last meeting of the page before
 * @returns the meetings of the page, and its last one if there are more
 */
export async function searchMeetings(
  db: Queries,
  organizationId: number,
  text: string,
  { limit, after }: { limit: number; after?: SearchPlace },
): Promise<{ meetings: FoundMeeting[]; next: SearchPlace | undefined }> {
  const end = after ? [toPostgresTime(after.startMs), after.id] : NEWEST;
  const rows = await db.query<FoundRow>(searchMeetingsStatement, [
    organizationId,
    text,
    limit + 1,
    ...end,
    false,
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    meetings: shown.map(({ id, title, startMs, hostName, hostEmail }) => ({
      id: `${id}`,
      title,
      startTime: formatDateTime(startMs),
      ...(hostName === null ? {} : { hostName }),
      hostEmail,
    })),
    next: rows.length > limit && last ? { startMs: last.startMs, id: last.id } : undefined,
  };
}
