import { realpath } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { Fault } from '../../lib/faults.ts';
import { readCsv } from '../csv.ts';
import { readTextFile, whyUnreadable } from '../read-text-file.ts';
import { DETAIL_COLUMNS, type DetailCells } from './details.ts';

/** Columns of a manifest: what each file's meeting is. */
export const MANIFEST_COLUMNS = ['file', ...DETAIL_COLUMNS] as const;

const MAX_MANIFEST_BYTES = 32 * 1024 * 1024;

/** A row of the manifest, its cells not parsed yet. */
export type ManifestRow = { line: number; cells: DetailCells };

export type Manifest = {
  /** The files that it names and that are there, in its order. */
  files: string[];
  /** The row of a file, however its path is written. */
  rowOf(path: string): Promise<ManifestRow | undefined>;
  /** Rows whose file is not there. */
  faults: { file: string; reason: string }[];
};

/** The manifest of an import that is given none. */
export const noManifest: Manifest = { files: [], rowOf: async () => undefined, faults: [] };

/**
 * Reads a manifest. Its files are found from its own folder.
 * @throws Fault that names the manifest where it cannot be used as a whole
 */
export async function readManifest(path: string): Promise<Manifest> {
  const refuse = (message: string) => new Fault('invalid', `${basename(path)}: ${message}`);
  const rows = await readTextFile(path, MAX_MANIFEST_BYTES)
    .then((text) => readCsv(text, MANIFEST_COLUMNS, 'file'))
    .catch((error) => {
      throw error instanceof Fault ? refuse(error.message) : error;
    });
  refuseEqualIds(rows, refuse);
  const byPath = new Map<string, ManifestRow>();
  const manifest: Manifest = {
    files: [],
    rowOf: async (file) => byPath.get(await realpath(file)),
    faults: [],
  };
  for (const { line, cells } of rows) {
    const { file, ...details } = cells;
    if (file === undefined) throw refuse(`line ${line} has no file`);
    const found = resolve(dirname(path), file);
    try {
      const real = await realpath(found);
      const earlier = byPath.get(real);
      if (earlier) throw refuse(`line ${line} has the file of line ${earlier.line} again`);
      byPath.set(real, { line, cells: details });
      manifest.files.push(found);
    } catch (error) {
      if (error instanceof Fault) throw error;
      const reason = whyUnreadable(error as NodeJS.ErrnoException);
      manifest.faults.push({ file, reason: `${basename(path)} line ${line}: ${reason}` });
    }
  }
  return manifest;
}

/** Two files would be one meeting, and each run would turn it from one into the other. */
function refuseEqualIds(
  rows: readonly { line: number; cells: DetailCells }[],
  refuse: (message: string) => Fault,
): void {
  const lines = new Map<string, number>();
  for (const { line, cells } of rows) {
    if (cells.externalId === undefined) continue;
    const key = JSON.stringify([cells.sourceType, cells.externalId]);
    const earlier = lines.get(key);
    if (earlier !== undefined) throw refuse(`line ${line} has the externalId of line ${earlier} again`);
    lines.set(key, line);
  }
}
