import type { Queries, Statement } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { formatDateTime } from '../../lib/time.ts';
import { evaluationId } from './labels/evaluation-id.ts';
import type { VerifiedQuote } from './quotes.ts';
import { type ShownCertainty, type StoredCertainty, showCertainty } from './show-certainty.ts';
import { type ShownQuote, showQuote } from './show-quote.ts';

/** The evidence of an execution, as the API shows it. */
export type Evidence = ShownCertainty & {
  executionId: number;
  evaluationId: string;
  signalId: number;
  version: number;
  provider: string;
  model: string;
  triggeredAt: string;
  sourceType: 'meeting' | 'email';
  sourceId: string;
  reason: string;
  superseded: boolean;
  quotes: ShownQuote[];
};

type EvidenceRow = StoredCertainty & {
  runId: number;
  version: number;
  provider: string;
  model: string;
  triggeredAtMs: number;
  meetingId: number | null;
  emailId: number | null;
  reason: string;
  superseded: boolean;
  quotes: VerifiedQuote[];
};

const selectEvidence: Statement = {
  name: 'select-evidence',
  // Served by the three primary keys.
  text: `
    select e.run_id as "runId", e.version, e.provider, e.model, x.triggered_at as "triggeredAtMs", x.meeting_id as "meetingId",
      x.email_id as "emailId", e.reason, x.superseded_at is not null as superseded, e.quotes,
      e.confidence, e.votes
    from signal_executions x
    join signals s on s.organization_id = x.organization_id and s.id = x.signal_id and s.deleted_at is null
    join signal_evaluations e
      on e.organization_id = x.organization_id and e.run_id = x.run_id and e.signal_id = x.signal_id
    where x.organization_id = $1 and x.signal_id = $2 and x.id = $3`,
};

/**
 * Returns the evidence of an execution, even if a newer judgement has superseded it.
 * @throws Fault 404 if the organization's signal has no such execution
 */
export async function readEvidence(
  db: Queries,
  organizationId: number,
  signalId: number,
  executionId: number,
): Promise<Evidence> {
  const [row] = await db.query<EvidenceRow>(selectEvidence, [organizationId, signalId, executionId]);
  if (!row) throw new Fault('missing', 'There is no such execution');
  return {
    executionId,
    evaluationId: evaluationId({ of: 'run', runId: row.runId, signalId }),
    signalId,
    version: row.version,
    provider: row.provider,
    model: row.model,
    triggeredAt: formatDateTime(row.triggeredAtMs),
    sourceType: row.meetingId === null ? 'email' : 'meeting',
    sourceId: `${row.meetingId ?? row.emailId}`,
    reason: row.reason,
    superseded: row.superseded,
    ...showCertainty(row),
    quotes: row.quotes.map(showQuote),
  };
}
