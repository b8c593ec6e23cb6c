import type { AiSettings } from '../../../ai/settings.ts';
import type { AiProvider } from '../../../ai/types.ts';
import type { Database, Statement } from '../../../db/database.ts';
import { Fault } from '../../../lib/faults.ts';
import { toPostgresTime } from '../../../lib/time.ts';
import type { Queue } from '../../../queue/queue.ts';
import { type Actor, recordAudit } from '../../audit/record-audit.ts';
import { runBacktestJob } from '../../jobs.ts';
import { lockOrganization } from '../signal-queries.ts';
import { type ChosenMeetings, chooseMeetings, type MeetingChoice } from './choose-meetings.ts';
import { type Draft, type DraftRequest, resolveDraft } from './draft.ts';
import { type Estimate, estimateBacktest } from './estimate.ts';

/** The most backtests of an organization that run at the same time. */
export const MAX_RUNNING = 5;

/** The number of meetings that one job judges, which bounds the work that a retried job repeats. */
const PART_MEETINGS = 10;

/** A backtest that could be started. */
export type BacktestPlan = { draft: Draft; chosen: ChosenMeetings; estimate: Estimate };

type PlanDeps = { db: Database; ai: AiProvider; aiSettings: Pick<AiSettings, 'prices'> };

/**
 * Returns the meetings on which a draft would be tried, and the expected usage; it changes nothing.
 * @throws Fault 404 for a signal and 400 for a meeting that the organization does not have
 */
export async function planBacktest(
  { db, ai, aiSettings: { prices } }: PlanDeps,
  organizationId: number,
  request: { draft: DraftRequest; choice: MeetingChoice },
): Promise<BacktestPlan> {
  const draft = await resolveDraft(db, organizationId, request.draft);
  const chosen = await chooseMeetings(db.patient, organizationId, request.choice, request.draft.signalId);
  const estimate = await estimateBacktest({ db, ai, prices }, organizationId, chosen, draft);
  return { draft, chosen, estimate };
}

const countRunning: Statement = {
  name: 'count-running-backtests',
  // Served by backtests_running.
  text: `select count(*) as running from backtests where organization_id = $1 and state = 'running'`,
};

const insertBacktest: Statement = {
  name: 'insert-backtest',
  text: `insert into backtests (organization_id, signal_id, version, prompt, phrases, from_time, to_time, estimate,
           actor_key_id, said_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
};

const insertMeetings: Statement = {
  name: 'insert-backtest-meetings',
  // A meeting that has been deleted since it was chosen is skipped; the lock keeps the others until the commit.
  text: `insert into backtest_meetings (organization_id, backtest_id, meeting_id, part)
         select m.organization_id, $2, m.id, (chosen.place - 1) / $4::integer
         from unnest($3::bigint[]) with ordinality as chosen (id, place)
         join meetings m on m.organization_id = $1 and m.id = chosen.id
         order by m.id for key share of m`,
};

/**
 * Starts a backtest: its rows fix the meetings, the draft and the version for comparison; a job does the rest.
 * @returns its id
 * @throws Fault 409 if too many are running already
 */
export function startBacktest(
  { db, queue }: { db: Database; queue: Queue },
  actor: Actor,
  { draft, chosen, estimate }: BacktestPlan,
): Promise<number> {
  const { organizationId, keyId = null } = actor;
  return db.transaction(async (tx) => {
    // The lock makes two concurrent starts count each other.
    await tx.query(lockOrganization, [organizationId]);
    const [row] = await tx.query<{ running: number }>(countRunning, [organizationId]);
    if (row!.running >= MAX_RUNNING) {
      throw new Fault(
        'conflict',
        `At most ${MAX_RUNNING} backtests can run at the same time; wait for one to finish, or delete one`,
      );
    }
    const { current, prompt, phrases, saidBy } = draft;
    const { window, meetings } = chosen;
    const [made] = await tx.query<{ id: number }>(insertBacktest, [
      organizationId,
      current?.signalId,
      current?.version,
      prompt,
      phrases,
      window && toPostgresTime(window.fromMs),
      window && toPostgresTime(window.toMs),
      JSON.stringify(estimate),
      keyId,
      saidBy,
    ]);
    const backtestId = made!.id;
    const ids = meetings.map(({ id }) => id);
    await tx.query(insertMeetings, [organizationId, backtestId, ids, PART_MEETINGS]);
    await queue.enqueue(tx, runBacktestJob, organizationId, { backtestId, part: 0 });
    await recordAudit(tx, actor, 'backtest.create', `backtest ${backtestId}`, {
      ...(current ? { signalId: current.signalId, version: current.version } : {}),
      meetings: meetings.length,
    });
    return backtestId;
  });
}
