import type { Queries, Statement } from '../../../db/database.ts';
import { Fault } from '../../../lib/faults.ts';
import type { VerifiedQuote } from '../quotes.ts';
import type { StoredCertainty } from '../show-certainty.ts';
import { type EvaluationRef, evaluationRef, noSuchEvaluation } from './evaluation-id.ts';

/** An evaluation that can be labelled. */
export type FoundEvaluation = StoredCertainty & {
  id: string;
  ref: EvaluationRef;
  signalId: number;
  /** Null for a draft. */
  version: number | null;
  meetingId: number | null;
  emailId: number | null;
  wordsHash: Buffer | null;
  state: 'fired' | 'not_fired';
  quotes: VerifiedQuote[];
  /** Null for a backtest, which does not store it. */
  model: string | null;
};

type EvaluationRow = Omit<FoundEvaluation, 'id' | 'ref' | 'signalId' | 'state'> & {
  signalId: number | null;
  state: 'fired' | 'not_fired' | 'failed';
  isStale: boolean;
};

const selectOfRun: Statement = {
  name: 'select-evaluation-of-run',
  // Served by the primary keys.
  text: `select e.signal_id as "signalId", e.version, r.meeting_id as "meetingId", r.email_id as "emailId",
           coalesce(m.transcript_hash, mail.content_hash) as "wordsHash", e.state, e.quotes,
           e.model, e.confidence, e.votes, r.stale_at is not null as "isStale"
         from signal_evaluations e
         join signals s on s.organization_id = $1 and s.id = e.signal_id and s.deleted_at is null
         join processing_runs r on r.organization_id = $1 and r.id = e.run_id
         left join meetings m on m.organization_id = $1 and m.id = r.meeting_id
         left join emails mail on mail.organization_id = $1 and mail.id = r.email_id
         where e.organization_id = $1 and e.run_id = $2 and e.signal_id = $3`,
};

const selectOfBacktest: Statement = {
  name: 'select-evaluation-of-backtest',
  // Served by the primary keys.
  text: `select s.id as "signalId", case when $4 then null else b.version end as version, r.meeting_id as "meetingId",
           null::bigint as "emailId", m.transcript_hash as "wordsHash",
           case when $4 then r.draft_state else r.current_state end as state,
           case when $4 then r.draft_quotes else r.current_quotes end as quotes, false as "isStale",
           null as model, case when $4 then r.draft_confidence else r.current_confidence end as confidence,
           case when $4 then r.draft_votes else r.current_votes end as votes
         from backtest_meetings r
         join backtests b on b.organization_id = $1 and b.id = r.backtest_id
         join meetings m on m.organization_id = $1 and m.id = r.meeting_id
         left join signals s on s.organization_id = $1 and s.id = b.signal_id and s.deleted_at is null
         where r.organization_id = $1 and r.backtest_id = $2 and r.meeting_id = $3
           and case when $4 then r.draft_state else r.current_state end is not null`,
};

/**
 * Finds an evaluation by its id.
 * @throws Fault 404 if the organization has no such evaluation; 409 if it cannot be labelled, because it failed, its words have been
 *   replaced, or its backtest is of a draft without a signal
 */
export async function findEvaluation(
  db: Queries,
  organizationId: number,
  id: string,
): Promise<FoundEvaluation> {
  const ref = evaluationRef(id);
  const [row] =
    ref.of === 'run'
      ? await db.query<EvaluationRow>(selectOfRun, [organizationId, ref.runId, ref.signalId])
      : await db.query<EvaluationRow>(selectOfBacktest, [
          ...[organizationId, ref.backtestId, ref.meetingId],
          ref.of === 'draft',
        ]);
  if (!row) throw noSuchEvaluation();
  const { signalId, state, isStale, ...rest } = row;
  if (signalId === null) {
    throw new Fault(
      'conflict',
      'The backtest is of a draft without a signal; save the draft as a signal first',
    );
  }
  if (state === 'failed')
    throw new Fault('conflict', 'The evaluation failed, so it is neither right nor wrong');
  if (isStale) {
    throw new Fault('conflict', 'The words of the conversation have been replaced since this evaluation');
  }
  return { id, ref, signalId, state, ...rest };
}
