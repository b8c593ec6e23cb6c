import type { FeedPlace } from '../changes/cursor.ts';
import type { EntityType } from '../events/record-event.ts';

export const EXPORT_FORMATS = ['ndjson', 'parquet'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The content of an export. */
export type ExportOptions = {
  format: ExportFormat;
  /** At least one, in the order of ENTITY_TYPES. */
  types: readonly EntityType[];
  includeTranscripts: boolean;
};

/**
 * The point that an export has reached. It is stored after each file, and whoever continues from it writes the files that
 * follow.
 *
 * An export begins at a place in the feed (`start`), writes the present state type by type in the order of the ids, and
 * then, type by type again, the entities that changed between `start` and `until`, as they are by then. The changes after
 * `until` lead from the files to the present.
 */
export type ExportPlace = {
  start: FeedPlace;
  /** Entities that have been read, of those that there were when the export began. Both are for the progress only. */
  examined: number;
  total: number;
} & (
  | { stage: 'present'; type: EntityType; afterId: number }
  | { stage: 'changes'; type: EntityType; until: FeedPlace; at: FeedPlace }
  | { stage: 'done'; until: FeedPlace }
);

/** Returns how much has been exported, in percent; 100 only if everything has. */
export function percentOf(place: ExportPlace | undefined, types: readonly EntityType[]): number {
  if (!place) return 0;
  if (place.stage === 'done') return 100;
  if (place.stage === 'present') return share(place.examined, place.total);
  const { start, until, at, type } = place;
  // If the present state was exported as well, little is left.
  if (place.total > 0) return 99;
  const length = until.position - start.position;
  return share(types.indexOf(type) * length + at.position - start.position, types.length * length);
}

const share = (part: number, whole: number) =>
  whole === 0 ? 99 : Math.min(99, Math.floor((part / whole) * 100));
