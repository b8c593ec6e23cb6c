import type { Statement } from '../../db/database.ts';

/** The state of one part of a run; null if it was not requested. */
export type RunState = 'pending' | 'done' | 'failed' | 'superseded' | null;

/** The two parts of a run, by their names in the follow-ups of remaps. */
export type Aspect = 'signals' | 'summary';

export type RunRow = {
  meetingId: number | null;
  emailId: number | null;
  signalsState: RunState;
  summaryState: RunState;
  signalIds: number[];
  signalVersions: number[];
  /** The reason why it waits or failed; also null if it was not attempted yet. */
  note: string | null;
  /** A newer run was requested for the same part, so the findings of this one are outdated. */
  isSignalsSuperseded: boolean;
  isSummarySuperseded: boolean;
};

/** A failed part is open again, because an operator has retried the job. */
export function isOpen({ signalsState, summaryState }: RunRow, aspect: Aspect): boolean {
  const state = aspect === 'signals' ? signalsState : summaryState;
  return state === 'pending' || state === 'failed';
}

export function isSuperseded(run: RunRow, aspect: Aspect): boolean {
  return aspect === 'signals' ? run.isSignalsSuperseded : run.isSummarySuperseded;
}

// Served by processing_runs_meeting and processing_runs_email.
const SAME = `other.organization_id = $1
  and (other.meeting_id = run.meeting_id or other.email_id = run.email_id)`;

const COLUMNS = `run.meeting_id as "meetingId", run.email_id as "emailId", run.signals_state as "signalsState",
  run.summary_state as "summaryState", run.signal_ids::float8[] as "signalIds",
  run.signal_versions as "signalVersions", run.note,
  exists (select 1 from processing_runs other where ${SAME} and other.id > run.id
    and other.signals_state is not null) as "isSignalsSuperseded",
  exists (select 1 from processing_runs other where ${SAME} and other.id > run.id
    and other.summary_state is not null) as "isSummarySuperseded"`;

export const selectRun: Statement = {
  name: 'select-processing-run',
  text: `select ${COLUMNS} from processing_runs run where run.organization_id = $1 and run.id = $2`,
};

/** A run that is about to be settled, locked until the end of the transaction. */
export type LockedRun = RunRow & {
  /** The time of the transaction in milliseconds since the epoch. */
  nowMs: number;
  isFirst: boolean;
  /** The time since a conversation that is judged because it arrived did so; null for other runs. */
  lagSeconds: number | null;
};

export const lockSource: Statement = {
  name: 'lock-source-of-processing-run',
  // The meeting or e-mail is locked before its runs and remaps, in the same order as in ingest, remap and delete. This
  // prevents deadlocks; no newer run is requested until this one is settled, and its executions exist when a newer one
  // settles. Served by the primary keys.
  text: `select coalesce(
             (select transcript_hash from meetings where organization_id = $1 and id = run.meeting_id
              for no key update),
             (select content_hash from emails where organization_id = $1 and id = run.email_id for no key update)
           ) as "wordsHash"
         from processing_runs run where run.organization_id = $1 and run.id = $2`,
};

export const lockRun: Statement = {
  name: 'lock-processing-run',
  text: `select ${COLUMNS}, now()::timestamptz(3) as "nowMs",
           not exists (select 1 from processing_runs other where ${SAME} and other.id < run.id) as "isFirst",
           case when run.cause = 'ingest' then extract(epoch from now() - run.created_at)::float8 end as "lagSeconds"
         from processing_runs run where run.organization_id = $1 and run.id = $2 for update`,
};

/** The signals that have judged replace the requested ones, some of which may have been disabled since. */
export const settleSignals: Statement = {
  name: 'settle-run-signals',
  text: `update processing_runs set signals_state = $3, signal_ids = $4, signal_versions = $5,
           note = coalesce($6, case when summary_state = 'failed' then note end),
           finished_at = case when summary_state = 'pending' then null else clock.at end
         from (select now() as at offset 0) as clock where organization_id = $1 and id = $2`,
};

export const settleSummary: Statement = {
  name: 'settle-run-summary',
  text: `update processing_runs set summary_state = $3,
           note = coalesce($4, case when signals_state = 'failed' then note end),
           finished_at = case when signals_state = 'pending' then null else clock.at end
         from (select now() as at offset 0) as clock where organization_id = $1 and id = $2`,
};

export const noteOnRun: Statement = {
  name: 'note-on-processing-run',
  text: `update processing_runs set note = $3
         where organization_id = $1 and id = $2 and note is distinct from $3
           and (signals_state = 'pending' or summary_state = 'pending')`,
};

export const settleFollowUps: Statement = {
  name: 'settle-remap-follow-ups',
  // Served by remaps_meeting. The newest run contains the follow-ups of all earlier remaps.
  text: `update remaps set follow_ups = settled,
           status = case when settled ->> 'signals' = 'pending' or settled ->> 'summary' = 'pending' then 'applied'
                         when settled ->> 'signals' = 'failed' or settled ->> 'summary' = 'failed' then 'failed'
                         else 'completed' end,
           reason = case when settled ->> 'signals' = 'failed' or settled ->> 'summary' = 'failed'
                         then coalesce($5, reason) end,
           completed_at = case when settled ->> 'signals' = 'pending' or settled ->> 'summary' = 'pending'
             or settled ->> 'signals' = 'failed' or settled ->> 'summary' = 'failed' then null else open.at end
         from (select request_id as asked, follow_ups || $4::jsonb as settled, statement_timestamp() as at from remaps
               where organization_id = $1 and meeting_id = $2 and follow_ups ->> $3 in ('pending', 'failed')
               offset 0) as open
         where organization_id = $1 and request_id = asked`,
};
