import type { Queries, Statement } from '../../db/database.ts';
import { type AskScope, scopeValues } from './scope.ts';

/** More people than take part in a meeting of customers. */
const MAX_PEOPLE = 50;

const selectNames: Statement = {
  name: 'select-names-of-meetings-to-ask',
  // Served by the primary keys.
  text: `
    select m.id, m.start_time as "startMs", concat_ws(' ', m.title, m.host_name, m.host_email, a.name, (
        select string_agg(concat_ws(' ', one ->> 'name', one ->> 'email'), ' ')
        from (select one from jsonb_array_elements(m.attendees) as one limit ${MAX_PEOPLE}) as people
      )) as text
    from meetings m
    left join crm_records a on a.organization_id = $1 and a.type = 'ACCOUNT' and a.id = m.account_id
    where m.organization_id = $1 and m.id = any($6::bigint[])
      and ($2::bigint[] is null or m.id = any($2)) and ($3::timestamptz is null or m.start_time >= $3)
      and ($4::timestamptz is null or m.end_time <= $4) and ($5::text is null or m.account_id = $5)`,
};

/** Returns the names that those of the meetings have which are in the scope: title, people and account, as one text. */
export async function namesOfMeetings(
  db: Queries,
  organizationId: number,
  meetingIds: readonly number[],
  scope: AskScope,
): Promise<Map<number, { startMs: number; text: string }>> {
  const values = [...scopeValues(organizationId, scope), meetingIds];
  const rows = await db.query<{ id: number; startMs: number; text: string }>(selectNames, values);
  return new Map(rows.map(({ id, startMs, text }) => [id, { startMs, text }]));
}
