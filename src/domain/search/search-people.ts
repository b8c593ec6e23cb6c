import type { Queries, Statement } from '../../db/database.ts';
import { emailKey } from '../../lib/text.ts';

/** A participant of a meeting, with the name in their newest meeting. */
export type FoundPerson = { email: string; name?: string };

/**
 * The most addresses that begin with the text, and the most users whose names do, among whom those with the newest
 * meetings are chosen.
 */
export const MAX_CANDIDATES = 100;

/**
 * The newest meetings whose people are found by name although they are no users. Meetings with very many attendees, such as
 * webinars, are passed over: to read their lists would take as long as reading all the others.
 */
const NAMED_MEETINGS = 1000;
const MAX_NAMED_ATTENDEES = 100;

const searchPeopleStatement: Statement = {
  name: 'search-people',
  // Addresses are found one after the other, each by a step in the primary key of meeting_participants; names of users
  // by users_name_words; names of others in the newest meetings, read by meetings_start_time, of which only those that have
  // the longest word anywhere are split into words; the newest meeting of each by a step in the primary key of
  // meeting_participants again.
  // $6 is false, which a plan for any values does not know: it reads the index of names and not one of organizations. Citus
  // plans for the values, and finds the node by the organization.
  text: `
    with recursive addresses (email_key, number) as (
      (select email_key, 1 from meeting_participants
       where organization_id = $1 and email_key >= $2 and email_key <= $3 order by email_key limit 1)
      union all
      select (select email_key from meeting_participants
              where organization_id = $1 and email_key > addresses.email_key and email_key <= $3
              order by email_key limit 1), number + 1
      from addresses where email_key is not null and number < ${MAX_CANDIDATES}
    ), recent as (
      select host_email, host_name, attendees from meetings
      where organization_id = $1 and position('@' in $4) = 0
      order by start_time desc limit ${NAMED_MEETINGS}
    ), people as (
      select host_email as email, host_name as name from recent
      union
      select attendee->>'email', attendee->>'name' from recent
      cross join lateral jsonb_array_elements(attendees) as attendee
      where jsonb_array_length(attendees) <= ${MAX_NAMED_ATTENDEES} and attendee ? 'email'
    ), candidates as (
      select email_key from addresses where email_key is not null
      union
      (select lower(email) from people
       where position((select word from unnest(words_of($4)) as word order by length(word) desc, word limit 1)
           in title_key(name)) > 0
         and search_terms('', name) @@ (select search_query('', $4))
       order by 1 limit ${MAX_CANDIDATES})
      union
      (select email_key from (
         select organization_id, email_key from users
         where search_terms(organization_id::text || '/', name) @@ (select search_query($1::bigint::text || '/', $4))
           and (organization_id = $1 or $6::boolean)
         offset 0
       ) as named where organization_id = $1 order by email_key limit ${MAX_CANDIDATES})
    ), met as (
      select candidates.email_key, newest.* from candidates
      cross join lateral (
        select start_time, meeting_id from meeting_participants p
        where p.organization_id = $1 and p.email_key = candidates.email_key
        order by start_time desc, meeting_id desc limit 1
      ) as newest
      order by start_time desc, email_key limit $5
    )
    select coalesce(person.email, met.email_key) as email, person.name
    from met
    join meetings m on m.organization_id = $1 and m.id = met.meeting_id
    left join lateral (
      select * from (
        select m.host_email as email, m.host_name as name
        union all
        select attendee->>'email', attendee->>'name' from jsonb_array_elements(m.attendees) as attendee
      ) as there where lower(email) = met.email_key order by name is null limit 1
    ) as person on true
    order by met.start_time desc, met.email_key`,
};

/** The last character in the order of addresses. */
const LAST_CHARACTER = '\u{10ffff}';

/**
 * Finds participants of meetings whose addresses begin with the text, or whose names contain, for every word of the text, a
 * word that begins with it: names of users, and of the people of the newest 1,000 meetings. Those with the newest
 * meetings come first. Only the first 100 matching addresses of each kind are considered.
 */
export async function searchPeople(
  db: Queries,
  organizationId: number,
  text: string,
  limit: number,
): Promise<FoundPerson[]> {
  const start = emailKey(text.trim());
  if (start === '') return [];
  const values = [organizationId, start, start + LAST_CHARACTER, text, limit, false];
  const rows = await db.query<{ email: string; name: string | null }>(searchPeopleStatement, values);
  return rows.map(({ email, name }) => (name === null ? { email } : { email, name }));
}
