import type { Queries, Statement } from '../../../db/database.ts';
import { Fault } from '../../../lib/faults.ts';
import { noSuchSignal } from '../manage-signals.ts';
import { APPLIED, GIVEN, JUDGED } from './applied-labels.ts';
import { estimateQuality, type LabelCounts, type Quality } from './estimate-quality.ts';

/** The quality of a version of a signal, as the API shows it. */
export type SignalQuality = Quality & {
  signalId: number;
  version: number;
  /** The conversations that the version has evaluated. */
  evaluations: { fired: number; notFired: number };
  /** How many of them are labelled, and how many of those that did not fire were drawn at random. */
  labelled: { fired: number; notFired: number; drawn: number };
};

const selectVersion: Statement = {
  name: 'select-version-of-quality',
  // Served by the primary keys.
  text: `select v.version from signals s
         left join signal_versions v
           on v.organization_id = $1 and v.signal_id = s.id and v.version = coalesce($3::integer, s.version)
         where s.organization_id = $1 and s.id = $2 and s.deleted_at is null`,
};

const selectCounts: Statement = {
  name: 'select-label-counts',
  // Served as JUDGED says, by signal_labels_signal, and by the primary keys for what is labelled. If an evaluation has several labels, the
  // newest decides.
  text: `with ${JUDGED}, ${GIVEN}, ${APPLIED}, decided as (
      select run_id, state = 'fired' as fired, bool_or(is_drawn) as is_drawn, count(*) > 1 as is_twice,
        (array_agg(is_right order by labelled_at desc, evaluation_id desc, key_id desc))[1] as is_right,
        bool_and(is_right) = bool_or(is_right) as is_agreed
      from applied group by run_id, state
    )
    select (select count(*) from judged where state = 'fired') as fired,
      (select count(*) from judged where state = 'not_fired') as "notFired",
      count(*) filter (where fired and is_right) as "firedRight",
      count(*) filter (where fired and not is_right) as "firedWrong",
      count(*) filter (where not fired and is_right) as "notFiredRight",
      count(*) filter (where not fired and not is_right) as "notFiredWrong",
      count(*) filter (where not fired and is_drawn and is_right) as "drawnRight",
      count(*) filter (where not fired and is_drawn and not is_right) as "drawnWrong",
      count(*) filter (where is_twice) as "labelledTwice",
      count(*) filter (where is_twice and is_agreed) as agreed
    from decided`,
};

/**
 * Returns the version of a signal that is asked for, or its current one.
 * @throws Fault 404 if the organization has no such signal, or the signal no such version
 */
export async function versionAsked(
  db: Queries,
  organizationId: number,
  signalId: number,
  version: number | undefined,
): Promise<number> {
  const [row] = await db.query<{ version: number | null }>(selectVersion, [
    organizationId,
    signalId,
    version,
  ]);
  if (!row) throw noSuchSignal();
  if (row.version === null) throw new Fault('missing', 'The signal has no such version');
  return row.version;
}

/**
 * Estimates how often a version of a signal is right, from labels.
 * @param version the current one if undefined
 * @throws Fault 404 if the organization has no such signal, or the signal no such version
 */
export async function readQuality(
  db: Queries,
  organizationId: number,
  signalId: number,
  version: number | undefined,
): Promise<SignalQuality> {
  const asked = await versionAsked(db, organizationId, signalId, version);
  const [counts] = await db.query<LabelCounts>(selectCounts, [organizationId, signalId, asked]);
  const { fired, notFired, firedRight, firedWrong, notFiredRight, notFiredWrong } = counts!;
  return {
    signalId,
    version: asked,
    evaluations: { fired, notFired },
    labelled: {
      fired: firedRight + firedWrong,
      notFired: notFiredRight + notFiredWrong,
      drawn: counts!.drawnRight + counts!.drawnWrong,
    },
    ...estimateQuality(counts!),
  };
}
