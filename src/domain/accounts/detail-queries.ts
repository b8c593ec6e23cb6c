import type { Statement } from '../../db/database.ts';

/** The conversations from which details are read, of each kind and newest first; counts are of all. */
const MAX_CONVERSATIONS = 5000;

const MAX_PEOPLE = 100;

/** The meetings whose next steps are looked at, and how many of those are shown that have any. */
const MEETINGS_LOOKED_AT = 200;
const MEETINGS_WITH_STEPS = 20;

// Served by meetings_account and emails_account, read backwards.
const MEETINGS = `select * from meetings where organization_id = $1 and account_id = $2
  order by start_time desc, id desc limit ${MAX_CONVERSATIONS}`;
const EMAILS = `select * from emails where organization_id = $1 and account_id = $2
  order by sent_at desc, id desc limit ${MAX_CONVERSATIONS}`;

/**
 * The people of an account, last contact first. A colleague is left out: somebody whom a meeting marks as internal, or
 * whom no meeting marks and who has a domain of the organization or was the host.
 */
export const selectPeople: Statement = {
  name: 'select-people-of-account',
  text: `
    with contact as (
      select a ->> 'email' as email, a ->> 'name' as name, (a ->> 'isInternal')::boolean as internal,
        false as is_host, m.id as meeting_id, m.start_time as at
      from (${MEETINGS}) m cross join lateral jsonb_array_elements(m.attendees) a where a ? 'email'
      union all
      select m.host_email, m.host_name, null, true, m.id, m.start_time from (${MEETINGS}) m
      union all
      select e.from_email, e.from_name, null, false, null, e.sent_at from (${EMAILS}) e
      union all
      select a ->> 'email', a ->> 'name', null, false, null, e.sent_at
      from (${EMAILS}) e cross join lateral jsonb_array_elements(e.to_addresses || e.cc_addresses) a
    ), person as (
      select lower(email) as key, (array_agg(email order by at desc))[1] as email,
        (array_agg(name order by at desc) filter (where name is not null))[1] as name,
        count(distinct meeting_id)::int as "meetingCount", max(at) as "lastMs",
        bool_or(internal) as internal, bool_or(is_host) as is_host
      from contact group by 1
    )
    select email, name, "meetingCount", "lastMs" from person
    where not coalesce(internal, is_host or exists (
      select from organizations o cross join lateral unnest(o.domains) own
      where o.id = $1 and ('@' || split_part(key, '@', -1) = '@' || own
        or right(split_part(key, '@', -1), length(own) + 1) = '.' || own)))
    order by "lastMs" desc, key limit ${MAX_PEOPLE}`,
};

/** Matches by signal and month. Served by signal_executions_meeting and signal_executions_email. */
export const selectSignals: Statement = {
  name: 'select-signals-of-account',
  text: `
    with fired as (
      select x.signal_id, m.start_time as at from (${MEETINGS}) m
      join signal_executions x on x.organization_id = $1 and x.meeting_id = m.id and x.superseded_at is null
      union all
      select x.signal_id, e.sent_at from (${EMAILS}) e
      join signal_executions x on x.organization_id = $1 and x.email_id = e.id and x.superseded_at is null
    )
    select fired.signal_id as "signalId", s.name as "signalName",
      to_char(fired.at at time zone 'UTC', 'YYYY-MM') as month, count(*)::int as count, max(fired.at) as "lastMs"
    from fired
    join signals s on s.organization_id = $1 and s.id = fired.signal_id and s.deleted_at is null
    group by 1, 2, 3 order by 1, 3`,
};

/** The next steps of the newest meetings that have any. Served by meetings_account and the primary key of the summaries. */
export const selectNextSteps: Statement = {
  name: 'select-next-steps-of-account',
  text: `
    select m.id as "meetingId", m.title, m.start_time as "startMs", s.body::json ->> 'provider' as provider,
      s.body::json -> 'nextSteps' as steps
    from (select id, title, start_time from meetings where organization_id = $1 and account_id = $2
          order by start_time desc, id desc limit ${MEETINGS_LOOKED_AT}) m
    join meeting_summaries s on s.organization_id = $1 and s.meeting_id = m.id
    where json_array_length(s.body::json -> 'nextSteps') > 0
    order by m.start_time desc, m.id desc limit ${MEETINGS_WITH_STEPS}`,
};

export const selectOpportunities: Statement = {
  name: 'select-opportunities-of-account',
  text: `
    select o.id, r.name
    from (select opportunity_id as id from (${MEETINGS}) m where opportunity_id is not null
          union select opportunity_id from (${EMAILS}) e where opportunity_id is not null) o
    left join crm_records r on r.organization_id = $1 and r.type = 'OPPORTUNITY' and r.id = o.id
    order by lower(r.name), o.id`,
};
