import type { Queries, Statement } from '../../db/database.ts';

/** Whether another run would produce the findings that a meeting already has. */
export type CurrentFindings = { signals: boolean; summary: boolean };

const selectCurrentFindings: Statement = {
  name: 'select-current-findings',
  // Served by the primary keys of meeting and summary; for each enabled signal, of which there are tens, by
  // processing_runs_meeting, newest first, and the primary key of evaluations. The hash is that of load-conversation.ts.
  text: `with input as materialized (
           select sha256(convert_to(title, 'UTF8') || '\\x00' || transcript_hash) as hash
           from meetings where organization_id = $1 and id = $2
         )
         select exists (
             select 1 from meeting_summaries where organization_id = $1 and meeting_id = $2
               and input_hash = (select hash from input)
               and body::jsonb ->> 'provider' = $3 and body::jsonb ->> 'model' = $4
           ) as summary,
           not exists (
             select 1 from signals signal
             join signal_versions version on version.organization_id = $1 and version.signal_id = signal.id
               and version.version = signal.version
             left join lateral (
               select evaluation.* from processing_runs run
               join signal_evaluations evaluation on evaluation.organization_id = $1
                 and evaluation.run_id = run.id and evaluation.signal_id = signal.id
               where run.organization_id = $1 and run.meeting_id = $2 and run.stale_at is null
               order by run.id desc limit 1
             ) as newest on true
             where signal.organization_id = $1 and signal.enabled and signal.deleted_at is null
               and signal.context_source in ('ALL', 'MEETING')
               and (newest.version is distinct from signal.version or newest.state = 'failed'
                 or newest.input_hash <> (select hash from input)
                 or (version.phrases = '{}' and (newest.provider, newest.model) <> ($3, $4)))
           ) as signals`,
};

/**
 * Determines which findings were made from the current meeting: from the same title and text, by the current version of
 * each enabled signal, and by the same model if a prompt is judged.
 */
export async function readCurrentFindings(
  db: Queries,
  organizationId: number,
  meetingId: number,
  ai: { name: string; model: string },
): Promise<CurrentFindings> {
  const values = [organizationId, meetingId, ai.name, ai.model];
  return (await db.query<CurrentFindings>(selectCurrentFindings, values))[0]!;
}
