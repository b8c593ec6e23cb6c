import type { Database, Statement } from '../../db/database.ts';
import type { FeedPlace } from '../changes/cursor.ts';
import { type Change, readChanges, readHead } from '../changes/read-changes.ts';
import { readPresentIds } from '../changes/read-present-state.ts';
import type { EntityType } from '../events/record-event.ts';
import type { ExportOptions, ExportPlace } from './export-place.ts';

/** The source of an export: the data of one organization, on its view of the database. */
export type ExportSource = { db: Database; organizationId: number; options: ExportOptions };

/** An entity to be exported, and the point that the export has reached after it. */
export type ExportStep = { id: number; place: ExportPlace };

/**
 * A part of the entities of one type. `place` is the point after all of them. No file may end within or after an
 * `isUnfinished` page, because its place is before it.
 */
export type ExportPage = { steps: ExportStep[]; place: ExportPlace; isUnfinished?: true };

/** Entities that one page names. */
const PAGE_ENTITIES = 500;

/** Changes that one statement reads. */
const PAGE_CHANGES = 1000;

/**
 * Names the entities of one type and stage that are to be exported, from a place on.
 * @returns the place at which the next type or stage begins
 * @throws Fault 410 if the changes since the export began are no longer kept
 */
export async function* readPages(
  source: ExportSource,
  from: ExportPlace,
): AsyncGenerator<ExportPage, ExportPlace> {
  if (from.stage === 'done') return from;
  const pages = from.stage === 'present' ? presentPages(source, from) : changedPages(source, from);
  return nextStage(source, yield* pages);
}

type PresentPlace = Extract<ExportPlace, { stage: 'present' }>;
type ChangesPlace = Extract<ExportPlace, { stage: 'changes' }>;

async function* presentPages(
  { db, organizationId }: ExportSource,
  from: PresentPlace,
): AsyncGenerator<ExportPage, PresentPlace> {
  let place = from;
  for (let read = PAGE_ENTITIES; read === PAGE_ENTITIES; ) {
    const ids = await readPresentIds(db.patient, organizationId, place, PAGE_ENTITIES);
    read = ids.length;
    const steps = ids.map((id, index) => ({
      id,
      place: { ...from, afterId: id, examined: place.examined + index + 1 },
    }));
    place = steps.at(-1)?.place ?? place;
    yield { steps, place };
  }
  return place;
}

/**
 * Names each entity once, however often it changed: it is read after `until`, so what is read contains all of its changes.
 * The deletion of a signal implies the deletion of its executions, which are therefore named as well.
 */
async function* changedPages(
  { db, organizationId }: ExportSource,
  from: ChangesPlace,
): AsyncGenerator<ExportPage, ChangesPlace> {
  const { type, until } = from;
  const types: EntityType[] = type === 'execution' ? ['execution', 'signal'] : [type];
  const seen = new Set<number>();
  let place = from;
  while (place.at.position < until.position) {
    const page = await readChanges(db.patient, organizationId, place.at, { types, limit: PAGE_CHANGES });
    let steps: ExportStep[] = [];
    for (const change of page.changes) {
      if (change.position > until.position) break;
      const before = place;
      place = { ...place, at: page.cursorAfter(change) };
      if (change.type === type) {
        if (!seen.has(change.id)) steps.push({ id: change.id, place });
        seen.add(change.id);
      } else if (change.change === 'deleted') {
        // The entities that follow are exported from the place before it, so nothing may be pending then.
        yield { steps, place: before };
        steps = [];
        for await (const ids of executionsOfSignal({ db, organizationId }, change)) {
          const unseen = ids.filter((id) => !seen.has(id));
          for (const id of unseen) seen.add(id);
          yield { steps: unseen.map((id) => ({ id, place: before })), place: before, isUnfinished: true };
        }
      }
    }
    place = { ...place, at: atMost(page.next, until) };
    yield { steps, place };
  }
  return place;
}

const atMost = (place: FeedPlace, until: FeedPlace): FeedPlace =>
  place.position < until.position ? { position: place.position, mark: place.mark } : until;

const selectExecutionsOfSignal: Statement = {
  name: 'select-execution-ids-of-signal',
  // Served by signal_executions_triggered_at.
  text: `select id, triggered_at::text as "triggeredAt" from signal_executions
         where organization_id = $1 and signal_id = $2 and superseded_at is null
           and (triggered_at, id) > ($3::timestamptz, $4)
         order by triggered_at, id limit $5`,
};

async function* executionsOfSignal(
  { db, organizationId }: Pick<ExportSource, 'db' | 'organizationId'>,
  signal: Change,
): AsyncGenerator<number[], void> {
  let last = { id: 0, triggeredAt: '-infinity' };
  for (let read = PAGE_ENTITIES; read === PAGE_ENTITIES; ) {
    const rows = await db.patient.query<{ id: number; triggeredAt: string }>(selectExecutionsOfSignal, [
      organizationId,
      signal.id,
      last.triggeredAt,
      last.id,
      PAGE_ENTITIES,
    ]);
    read = rows.length;
    last = rows.at(-1) ?? last;
    yield rows.map(({ id }) => id);
  }
}

/** Returns the place at which the next type begins, or after the last one the next stage. */
async function nextStage(
  { db, organizationId, options: { types } }: ExportSource,
  { start, examined, total, ...rest }: Exclude<ExportPlace, { stage: 'done' }>,
): Promise<ExportPlace> {
  const common = { start, examined, total };
  const next = types[types.indexOf(rest.type) + 1];
  if (rest.stage === 'changes') {
    const { until } = rest;
    if (!next) return { ...common, stage: 'done', until };
    return { ...common, stage: 'changes', until, type: next, at: start };
  }
  if (next) return { ...common, stage: 'present', type: next, afterId: 0 };
  return beginChanges({ db, organizationId, types }, common);
}

/** Begins with the changes up to the newest one. */
export async function beginChanges(
  { db, organizationId, types }: { db: Database; organizationId: number; types: readonly EntityType[] },
  common: Pick<ExportPlace, 'start' | 'examined' | 'total'>,
): Promise<ExportPlace> {
  const until = await readHead(db, organizationId, common.start);
  if (until.position === common.start.position) return { ...common, stage: 'done', until };
  return { ...common, stage: 'changes', until, type: types[0]!, at: common.start };
}
