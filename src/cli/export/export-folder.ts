import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../../domain/audit/record-audit.ts';
import { formatCursor, parseCursor } from '../../domain/changes/cursor.ts';
import { ENTITY_TYPES } from '../../domain/events/record-event.ts';
import { beginExport } from '../../domain/exports/begin-export.ts';
import { type ExportOptions, type ExportPlace, percentOf } from '../../domain/exports/export-place.ts';
import { nameOfFile } from '../../domain/exports/file-names.ts';
import { SCHEMA_VERSION } from '../../domain/exports/read-exports.ts';
import { writeNextFile } from '../../domain/exports/write-next-file.ts';
import { Fault } from '../../lib/faults.ts';
import { formatDateTime } from '../../lib/time.ts';
import {
  type FolderFile,
  type FolderManifest,
  moveWhole,
  readJson,
  writeJson,
  writeWhole,
} from './folder-files.ts';

/** The options that were given; those that were not are undefined. */
export type FolderOptions = Partial<ExportOptions> & { after?: string | undefined; isIncremental: boolean };

/** An export that is under way, as it is kept in the folder until it is done. */
type Unfinished = {
  organizationId: number;
  options: ExportOptions;
  after?: string;
  isIncremental: boolean;
  /** The files that were in the folder before, if the export adds to them. */
  earlier: FolderFile[];
  files: FolderFile[];
  place: ExportPlace;
};

export type FolderProgress = { percent: number; files: number; rows: number; bytes: number };

type Target = { db: Database; organizationId: number; folder: string; signal: AbortSignal };

const MANIFEST = 'manifest.json';
const UNFINISHED = '.parley-export.json';

/**
 * Exports to a folder that exists. What an interrupted call with the same options has written stays; the manifest is written last.
 * @param tell is told after each file
 * @throws Fault 409 if the folder contains something else, 410 if the changes after the cursor are no longer kept
 */
export async function exportFolder(
  target: Target,
  options: FolderOptions,
  tell: (progress: FolderProgress) => void,
): Promise<{ files: number; rows: number }> {
  const { db, organizationId, folder, signal } = target;
  let state = (await resume(target, options)) ?? (await begin(target, options));
  await writeJson(join(folder, UNFINISHED), state);
  while (state.place.stage !== 'done') {
    signal.throwIfAborted();
    const number: number = state.earlier.length + state.files.length + 1;
    const partial = join(folder, `.${number}.partial`);
    const source = { db: db.of(organizationId), organizationId, options: state.options };
    const written = await writeNextFile(source, state.place, (content) =>
      writeWhole(partial, content, signal),
    );
    const files = [...state.files];
    if (written.file) {
      const { type, rows, bytes, sha256 } = written.file;
      const name = nameOfFile(type, number, state.options.format);
      await moveWhole(partial, join(folder, name));
      files.push({ name, type, rows, bytes, sha256: sha256.toString('hex') });
    }
    state = { ...state, place: written.place, files };
    await writeJson(join(folder, UNFINISHED), state);
    tell({ percent: percentOf(state.place, state.options.types), ...totalsOf(files) });
  }
  await finish(target, state, state.place);
  return totalsOf(state.files);
}

/** Continues what an earlier call began. */
async function resume(
  { organizationId, folder }: Target,
  { format, types, includeTranscripts, after, isIncremental }: FolderOptions,
): Promise<Unfinished | undefined> {
  const state = await readJson<Unfinished>(join(folder, UNFINISHED));
  if (!state) return undefined;
  const { options } = state;
  const isSame =
    state.organizationId === organizationId &&
    state.after === after &&
    state.isIncremental === isIncremental &&
    (format ?? options.format) === options.format &&
    `${types ?? options.types}` === `${options.types}` &&
    (includeTranscripts ?? options.includeTranscripts) === options.includeTranscripts;
  if (isSame) return state;
  throw new Fault(
    'conflict',
    `${folder} contains an unfinished export with other options; continue that one, or delete the folder`,
  );
}

async function begin(target: Target, given: FolderOptions): Promise<Unfinished> {
  const { db, organizationId, folder } = target;
  const manifest = await readJson<FolderManifest>(join(folder, MANIFEST));
  const earlier = given.isIncremental ? addTo(manifest, organizationId, folder, given) : undefined;
  if (!earlier) await refuseUnlessEmpty(folder, manifest);
  const options: ExportOptions = {
    format: given.format ?? earlier?.format ?? 'ndjson',
    types: given.types ?? earlier?.types ?? ENTITY_TYPES,
    includeTranscripts: given.includeTranscripts ?? earlier?.includeTranscripts ?? true,
  };
  const after = given.after ?? earlier?.changesCursor;
  const cursor = after === undefined ? undefined : parseCursor(organizationId, after);
  if (after !== undefined && !cursor) {
    throw new Fault('invalid', '--after must be next of a page of changes, or changesCursor of an export');
  }
  const place = await beginExport(db, organizationId, options.types, cursor);
  const { isIncremental } = given;
  await db.transaction((tx) =>
    recordAudit(tx, { organizationId }, 'export.create', 'export to a folder', {
      ...options,
      isIncremental: after !== undefined,
    }),
  );
  return {
    organizationId,
    options,
    ...(given.after === undefined ? {} : { after: given.after }),
    isIncremental,
    earlier: earlier?.files ?? [],
    files: [],
    place,
  };
}

/** Returns the manifest to whose files an incremental export adds. */
function addTo(
  manifest: FolderManifest | undefined,
  organizationId: number,
  folder: string,
  { format, types, includeTranscripts }: FolderOptions,
): FolderManifest {
  if (!manifest) {
    throw new Fault(
      'missing',
      `${folder} contains no export to add to; run the command without --incremental first`,
    );
  }
  const isSame =
    manifest.organizationId === organizationId &&
    (format ?? manifest.format) === manifest.format &&
    `${types ?? manifest.types}` === `${manifest.types}` &&
    (includeTranscripts ?? manifest.includeTranscripts) === manifest.includeTranscripts;
  if (isSame) return manifest;
  throw new Fault('conflict', `${folder} contains an export of another organization or with other options`);
}

async function refuseUnlessEmpty(folder: string, manifest: FolderManifest | undefined): Promise<void> {
  if (manifest) {
    throw new Fault(
      'conflict',
      `${folder} contains an export already; add --incremental to bring it up to date, or choose another folder`,
    );
  }
  if ((await readdir(folder)).length > 0) {
    throw new Fault('conflict', `${folder} is not empty; choose another folder`);
  }
}

async function finish(
  { organizationId, folder }: Target,
  { options, earlier, files }: Unfinished,
  { until }: Extract<ExportPlace, { stage: 'done' }>,
): Promise<void> {
  const manifest: FolderManifest = {
    schemaVersion: SCHEMA_VERSION,
    createdAt: formatDateTime(Date.now()),
    organizationId,
    ...options,
    changesCursor: formatCursor(organizationId, until),
    files: [...earlier, ...files],
  };
  await writeJson(join(folder, MANIFEST), manifest);
  await rm(join(folder, UNFINISHED));
}

function totalsOf(files: readonly FolderFile[]): { files: number; rows: number; bytes: number } {
  const sum = (of: (file: FolderFile) => number) => files.reduce((all, file) => all + of(file), 0);
  return { files: files.length, rows: sum(({ rows }) => rows), bytes: sum(({ bytes }) => bytes) };
}
