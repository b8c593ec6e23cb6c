import type { Statement } from '../../db/database.ts';
import type { Piece } from '../../lib/gzip-pieces.ts';
import { readEntities } from '../changes/read-entities.ts';
import type { EntityType } from '../events/record-event.ts';
import { readWholeMeetings } from '../meetings/read-whole-meetings.ts';
import type { ExportPlace } from './export-place.ts';
import { type ExportSource, type ExportStep, readPages } from './read-pages.ts';

/** An entity as the parts of its JSON, or without them if it is gone. */
export type ExportedEntity = { id: number; json?: readonly Piece[] };

/** Entities of one type, and the point that the export has reached after them. */
export type ExportBatch = { entities: ExportedEntity[]; place: ExportPlace };

/** The stored bytes after which a batch ends: what an export holds in memory is a few times as much. */
const BATCH_BYTES = 2 * 1024 * 1024;

/**
 * Reads the entities of one type and stage, from a place on. Each batch is read by one short statement, and so is not
 * older than the names that it was given.
 * @param isEnough ends the reading after the batch that was given last
 * @returns the place after all that was given
 */
export async function* readBatches(
  source: ExportSource,
  from: ExportPlace,
  isEnough: () => boolean,
): AsyncGenerator<ExportBatch, ExportPlace> {
  const pages = readPages(source, from);
  for (;;) {
    const { value: page, done } = await pages.next();
    if (done) return page;
    const { type } = page.place as Exclude<ExportPlace, { stage: 'done' }>;
    for (const steps of await intoBatches(source, type, page.steps)) {
      const { place } = steps.at(-1)!;
      const entities = await read(source, type, steps);
      // An entity that is gone by now was never exported as present: if it was deleted after the export began, that is a change.
      const shown = place.stage === 'present' ? entities.filter(({ json }) => json) : entities;
      if (shown.length > 0) yield { entities: shown, place };
      if (!page.isUnfinished && isEnough()) return place;
    }
  }
}

const selectMeetingSizes: Statement = {
  name: 'select-meeting-sizes',
  // Served by the primary keys. The size of a value that is stored out of line is known without reading it.
  text: `select m.id, octet_length(m.head) + (
           select coalesce(sum(octet_length(t.deflated)), 0) from meeting_transcript_pieces t
           where t.organization_id = $1 and t.meeting_id = m.id) as bytes
         from meetings m where m.organization_id = $1 and m.id = any ($2::bigint[])`,
};

const selectHeadSizes: Statement = {
  name: 'select-meeting-head-sizes',
  // Served by the primary key, as are the next ones.
  text: `select id, octet_length(head) as bytes from meetings
         where organization_id = $1 and id = any ($2::bigint[])`,
};

const selectEmailSizes: Statement = {
  name: 'select-email-sizes',
  text: `select id, octet_length(text) as bytes from emails
         where organization_id = $1 and id = any ($2::bigint[])`,
};

const selectExecutionSizes: Statement = {
  name: 'select-execution-sizes',
  text: `select id, octet_length(body) + octet_length(follow_ups) as bytes from signal_executions
         where organization_id = $1 and id = any ($2::bigint[])`,
};

/** Returns the statement for the sizes of entities of a type; undefined if they are always small. */
function sizesOf(type: EntityType, includeTranscripts: boolean): Statement | undefined {
  if (type === 'meeting') return includeTranscripts ? selectMeetingSizes : selectHeadSizes;
  if (type === 'email') return selectEmailSizes;
  return type === 'execution' ? selectExecutionSizes : undefined;
}

/** Divides the steps of a page into batches of a bounded size. */
async function intoBatches(
  { db, organizationId, options }: ExportSource,
  type: EntityType,
  steps: readonly ExportStep[],
): Promise<ExportStep[][]> {
  if (steps.length === 0) return [];
  const statement = sizesOf(type, options.includeTranscripts);
  if (!statement) return [[...steps]];
  const ids = steps.map(({ id }) => id);
  const rows = await db.patient.query<{ id: number; bytes: number }>(statement, [organizationId, ids]);
  const sizes = new Map(rows.map(({ id, bytes }) => [id, bytes]));
  const batches: ExportStep[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const step of steps) {
    bytes += sizes.get(step.id) ?? 0;
    if (bytes > BATCH_BYTES) {
      batches.push([]);
      bytes = sizes.get(step.id) ?? 0;
    }
    batches.at(-1)!.push(step);
  }
  return batches;
}

async function read(
  { db, organizationId, options }: ExportSource,
  type: EntityType,
  steps: readonly ExportStep[],
): Promise<ExportedEntity[]> {
  const ids = steps.map(({ id }) => id);
  if (type === 'meeting' && options.includeTranscripts) {
    const meetings = await readWholeMeetings(db.patient, organizationId, ids);
    return ids.map((id) => entity(id, meetings.get(id)));
  }
  const wanted = ids.map((id) => ({ type, id }));
  const textOf = await readEntities(db.patient, organizationId, wanted);
  return ids.map((id) => {
    const text = textOf({ type, id });
    return entity(id, text === undefined ? undefined : [text]);
  });
}

const entity = (id: number, json: readonly Piece[] | undefined): ExportedEntity =>
  json ? { id, json } : { id };
