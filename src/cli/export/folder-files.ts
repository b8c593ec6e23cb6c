import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ExportOptions } from '../../domain/exports/export-place.ts';

/** A file of an export in a folder. */
export type FolderFile = { name: string; type: string; rows: number; bytes: number; sha256: string };

/** The manifest of an export in a folder: that of the API without URLs. */
export type FolderManifest = ExportOptions & {
  schemaVersion: number;
  createdAt: string;
  organizationId: number;
  changesCursor: string;
  files: FolderFile[];
};

/** Writes a file, an unfinished one of the same name being replaced. @returns its size, once it is on disk */
export async function writeWhole(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<number> {
  const handle = await open(path, 'w', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of content) {
      signal?.throwIfAborted();
      await handle.writeFile(chunk);
      bytes += chunk.length;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return bytes;
}

/** Gives a complete file its name, durably. */
export async function moveWhole(from: string, to: string): Promise<void> {
  await rename(from, to);
  const folder = await open(dirname(to), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Writes JSON, so that a reader sees either the earlier content or the new one. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  await writeWhole(`${path}.partial`, [Buffer.from(`${JSON.stringify(value, null, 2)}\n`)]);
  await moveWhole(`${path}.partial`, path);
}

/** @returns undefined if there is no such file */
export async function readJson<Value>(path: string): Promise<Value | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Value;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
