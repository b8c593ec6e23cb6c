import type { BlobStore } from '../../blobs/types.ts';
import type { Queries, Statement } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { formatDateTime } from '../../lib/time.ts';
import type { EntityType } from '../events/record-event.ts';
import { DOWNLOAD_URL_SECONDS } from '../recordings/download-urls.ts';
import { ENCODINGS } from './encodings.ts';
import { type ExportFormat, type ExportPlace, percentOf } from './export-place.ts';

export const EXPORT_STATES = ['pending', 'running', 'done', 'failed'] as const;

/** The version of the layout of the files. It changes if readers have to change. */
export const SCHEMA_VERSION = 1;

const DAY_MS = 86_400_000;

/** An export as it is stored, with the totals of its files. Times are milliseconds since the epoch. */
type ExportRow = {
  id: number;
  state: (typeof EXPORT_STATES)[number];
  format: ExportFormat;
  types: EntityType[];
  includeTranscripts: boolean;
  after: string | null;
  place: ExportPlace | null;
  changesCursor: string | null;
  reason: string | null;
  createdMs: number;
  finishedMs: number | null;
  files: number;
  rows: number;
  bytes: number;
  nowMs: number;
};

const COLUMNS = `e.id, e.state, e.format, e.types, e.with_transcripts as "includeTranscripts", e.after_cursor as after,
  e.place, e.changes_cursor as "changesCursor", e.reason, e.created_at as "createdMs", e.finished_at as "finishedMs",
  totals.*, (extract(epoch from clock_timestamp()) * 1000)::bigint as "nowMs"`;

/** Adds up the files of export `e`: some thousand rows at most, by their primary key. */
const TOTALS = `
  select count(*) as files, coalesce(sum(rows), 0)::bigint as rows, coalesce(sum(bytes), 0)::bigint as bytes
  from export_files where organization_id = $1 and export_id = e.id`;

const selectExport: Statement = {
  name: 'select-export',
  // Served by the primary keys.
  text: `select ${COLUMNS} from exports e cross join lateral (${TOTALS}) as totals
         where e.organization_id = $1 and e.id = $2 and e.types <@ $3::text[]`,
};

/** A constant, because the planner assumes that a limit which is a parameter returns a tenth of the table. */
const MAX_PAGE_ROWS = 50;

const selectExports: Statement = {
  name: 'select-exports',
  // Served by the primary keys: an organization has few exports.
  text: `
    with page as materialized (
      select * from (
        select id from exports where organization_id = $1 and types <@ $2::text[]
        order by id desc limit $3 offset $4
      ) as keys limit ${MAX_PAGE_ROWS}
    ), total as materialized (
      select count(*) as total from exports where organization_id = $1 and types <@ $2::text[]
    )
    select total, shown.* from total left join page on true
    left join lateral (
      select ${COLUMNS} from exports e cross join lateral (${TOTALS}) as totals
      where e.organization_id = $1 and e.id = page.id
    ) as shown on true
    order by page.id desc`,
};

type FileRow = {
  name: string;
  type: EntityType;
  rows: number;
  bytes: number;
  sha256: Buffer;
  blobKey: string;
};

const selectFiles: Statement = {
  name: 'select-export-files',
  // Served by the primary key.
  text: `select name, entity_type as type, rows, bytes, sha256, blob_key as "blobKey" from export_files
         where organization_id = $1 and export_id = $2 order by number`,
};

type ReadDeps = { db: Queries; blobs: Pick<BlobStore, 'presign'>; exportDays: number };

/**
 * Returns an export as the API shows it, with its manifest once it is done.
 * @param visible the types that the caller may see
 * @throws Fault 404 if the organization has no such export, or the caller may not see what it contains
 */
export async function readExport(
  { db, blobs, exportDays }: ReadDeps,
  organizationId: number,
  exportId: number,
  visible: readonly EntityType[],
) {
  const [row] = await db.query<ExportRow>(selectExport, [organizationId, exportId, visible]);
  if (!row) throw new Fault('missing', 'There is no such export');
  const shown = present(row, exportDays);
  if (row.state !== 'done') return shown;
  const files = await db.query<FileRow>(selectFiles, [organizationId, exportId]);
  return { ...shown, manifest: await manifestOf(row, files, blobs) };
}

/** Returns a page of the exports of an organization, newest first, and their total number. */
export async function listExports(
  { db, exportDays }: Omit<ReadDeps, 'blobs'>,
  organizationId: number,
  visible: readonly EntityType[],
  { limit, offset }: { limit: number; offset: number },
) {
  if (limit > MAX_PAGE_ROWS) throw new RangeError(`a page holds at most ${MAX_PAGE_ROWS} exports`);
  const values = [organizationId, visible, limit, offset];
  const rows = await db.query<ExportRow & { total: number }>(selectExports, values);
  const found = rows.filter(({ id }) => id !== null);
  return { total: rows[0]!.total, exports: found.map((row) => present(row, exportDays)) };
}

function present(row: ExportRow, exportDays: number) {
  const { id, state, format, types, includeTranscripts, after, place, reason, createdMs, finishedMs } = row;
  const { rows, bytes, files } = row;
  return {
    id: `${id}`,
    state,
    format,
    types,
    includeTranscripts,
    after: after ?? undefined,
    progress: { percent: percentOf(place ?? undefined, types), files, rows, bytes },
    reason: reason ?? undefined,
    createdAt: formatDateTime(createdMs),
    finishedAt: finishedMs === null ? undefined : formatDateTime(finishedMs),
    expiresAt: finishedMs === null ? undefined : formatDateTime(finishedMs + exportDays * DAY_MS),
  };
}

async function manifestOf(
  { nowMs, finishedMs, changesCursor, format, includeTranscripts }: ExportRow,
  files: readonly FileRow[],
  blobs: Pick<BlobStore, 'presign'>,
) {
  const expiresAtMs = nowMs + DOWNLOAD_URL_SECONDS * 1000;
  const { contentType } = ENCODINGS[format];
  return {
    schemaVersion: SCHEMA_VERSION,
    createdAt: formatDateTime(finishedMs!),
    format,
    includeTranscripts,
    changesCursor: changesCursor!,
    urlsExpireAt: formatDateTime(expiresAtMs),
    files: await Promise.all(
      files.map(async ({ name, type, rows, bytes, sha256, blobKey }) => {
        const url = await blobs.presign(blobKey, { expiresAtMs, nowMs, contentType, fileName: name });
        return { name, type, rows, bytes, sha256: sha256.toString('hex'), url };
      }),
    ),
  };
}
