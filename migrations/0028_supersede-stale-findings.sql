-- Earlier versions kept the findings of a transcript that was replaced without processing. An execution tells under which
-- title its conversation was judged, so the hash of its input can be computed again and compared.
create temporary table stale_executions on commit drop as
select execution.organization_id, execution.id, execution.run_id, execution.meeting_id, evaluation.input_hash
from signal_executions execution
join signal_evaluations evaluation
  on evaluation.organization_id = execution.organization_id and evaluation.run_id = execution.run_id
    and evaluation.signal_id = execution.signal_id
left join meetings meeting
  on meeting.organization_id = execution.organization_id and meeting.id = execution.meeting_id
left join emails email
  on email.organization_id = execution.organization_id and email.id = execution.email_id
where execution.superseded_at is null and octet_length(evaluation.input_hash) = 32
  and evaluation.input_hash <> coalesce(
    sha256(convert_to(execution.body::jsonb ->> 'sourceTitle', 'UTF8') || '\x00' || meeting.transcript_hash),
    email.content_hash);

update signal_executions execution set superseded_at = now() from stale_executions stale
where execution.organization_id = stale.organization_id and execution.id = stale.id;

update processing_runs run set stale_at = now() from stale_executions stale
where run.organization_id = stale.organization_id and run.id = stale.run_id and run.stale_at is null
  and run.finished_at is not null;

delete from meeting_summaries summary using stale_executions stale
where summary.organization_id = stale.organization_id and summary.meeting_id = stale.meeting_id
  and summary.input_hash = stale.input_hash;
