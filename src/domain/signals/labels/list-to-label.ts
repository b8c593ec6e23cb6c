import type { Queries, Statement } from '../../../db/database.ts';
import { formatDateTime } from '../../../lib/time.ts';
import type { VerifiedQuote } from '../quotes.ts';
import { type ShownCertainty, type StoredCertainty, showCertainty } from '../show-certainty.ts';
import { type ShownQuote, showQuote } from '../show-quote.ts';
import { APPLIED, GIVEN, JUDGED, PLACE } from './applied-labels.ts';
import { evaluationId } from './evaluation-id.ts';
import { versionAsked } from './read-quality.ts';

/** The results of evaluations that can be labelled. */
export const LABELLED_STATES = ['fired', 'not_fired'] as const;

/** The evaluations to be labelled: the signal and version (undefined: the current one), and which evaluations. */
export type ToLabelFilter = {
  signalId: number;
  version?: number | undefined;
  state?: (typeof LABELLED_STATES)[number] | undefined;
  /** Those that other keys have labelled and this one has not, instead of those without a label. */
  again: boolean;
  limit: number;
};

/** An evaluation that is to be labelled. */
export type ToLabel = ShownCertainty & {
  evaluationId: string;
  state: 'fired' | 'not_fired';
  reason: string;
  quotes: ShownQuote[];
  sourceType: 'meeting' | 'email';
  sourceId: string;
  sourceTitle: string;
  /** When the meeting started or the e-mail was sent. */
  sourceTime: string;
};

type Row = Pick<ToLabel, 'state' | 'reason' | 'sourceTitle'> &
  StoredCertainty & {
    /** Null, like all fields after it, if nothing is left. */
    runId: number | null;
    total: number;
    quotes: VerifiedQuote[];
    source: number;
    timeMs: number;
  };

/** A constant, because the planner assumes that a limit which is a parameter returns a tenth of the table. */
export const MAX_TO_LABEL = 50;

const selectToLabel: Statement = {
  name: 'select-evaluations-to-label',
  // Served as JUDGED says; the page by the primary keys. Both states take turns, each in the random order.
  text: `with ${JUDGED}, ${GIVEN}, ${APPLIED}, labelled as (
      select run_id, bool_or(key_id = $4) as is_own from applied group by run_id
    ), waiting as materialized (
      select j.source, j.run_id, j.state, row_number() over (partition by j.state order by ${PLACE}) as turn
      from judged j left join labelled on labelled.run_id = j.run_id
      where j.state = coalesce($5, j.state)
        and case when $6 then not labelled.is_own else labelled.run_id is null end
    ), page as materialized (
      select * from (select * from waiting order by turn, state limit $7) as keys limit ${MAX_TO_LABEL}
    )
    select (select count(*) from waiting) as total, page.run_id as "runId", page.source, page.state, e.reason, e.quotes,
      e.confidence, e.votes,
      coalesce(m.title, mail.subject) as "sourceTitle", coalesce(m.start_time, mail.sent_at) as "timeMs"
    from (select 1) as one
    left join page on true
    left join signal_evaluations e on e.organization_id = $1 and e.run_id = page.run_id and e.signal_id = $2
    left join meetings m on m.organization_id = $1 and m.id = page.source
    left join emails mail on mail.organization_id = $1 and mail.id = -page.source
    order by page.turn, page.state`,
};

/**
 * Lists evaluations of a version that are to be labelled, those that fired and those that did not in turns, each in an order that is
 * random and always the same.
 * @throws Fault 404 if the organization has no such signal, or the signal no such version
 */
export async function listToLabel(
  db: Queries,
  { organizationId, keyId }: { organizationId: number; keyId: number },
  { signalId, version, state, again, limit }: ToLabelFilter,
): Promise<{ version: number; total: number; evaluations: ToLabel[] }> {
  if (limit > MAX_TO_LABEL) throw new RangeError(`a page holds at most ${MAX_TO_LABEL} evaluations`);
  const asked = await versionAsked(db, organizationId, signalId, version);
  const values = [organizationId, signalId, asked, keyId, state, again, limit];
  const rows = await db.query<Row>(selectToLabel, values);
  const found = rows.filter(({ runId }) => runId !== null);
  return {
    version: asked,
    total: rows[0]!.total,
    evaluations: found.map(({ runId, source, reason, quotes, sourceTitle, timeMs, ...row }) => ({
      evaluationId: evaluationId({ of: 'run', runId: runId!, signalId }),
      state: row.state,
      reason,
      quotes: quotes.map(showQuote),
      ...showCertainty(row),
      sourceType: source < 0 ? 'email' : 'meeting',
      sourceId: `${Math.abs(source)}`,
      sourceTitle,
      sourceTime: formatDateTime(timeMs),
    })),
  };
}
