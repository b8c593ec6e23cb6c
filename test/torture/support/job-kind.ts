import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ChildService } from '../../support/child-service.ts';
import { sql } from '../../support/sql.ts';
import { RECORDING } from './gates.ts';

/** A job; `isQueued` means that the service has already enqueued it. */
export type PreparedJob = { name: string; organizationId: number; payload: object; isQueued: boolean };

/** The service that does the jobs, and the places where they take effect. */
export type Place = {
  front: ChildService;
  dataDir: string;
  databaseUrl: string;
  recordings: { url(path: string): string };
};

/** One kind of job, which is enqueued as the service does it. `after` returns the faults in its effect. */
export type Kind = (
  place: Place,
  prefix: string,
) => Promise<{ job?: Omit<PreparedJob, 'isQueued'>; remappedId?: number; after(): Promise<string[]> }>;

export const ORGANIZATION = 1;
export const NOBODY = 0;

/** Returns the description of a fault if there is one. */
export function unless(isRight: boolean, what: string): string[] {
  return isRight ? [] : [what];
}

/** Returns the number of rows that a query gives. */
export async function count(databaseUrl: string, text: string, values: unknown[]): Promise<number> {
  return (await sql(databaseUrl, text, values)).length;
}

/** Writes a recording into the folder of blobs. */
export async function putFile(dataDir: string, key: string, modifiedMs?: number): Promise<void> {
  const path = join(dataDir, 'blobs', key);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, RECORDING);
  if (modifiedMs !== undefined) await utimes(path, modifiedMs / 1000, modifiedMs / 1000);
}

export function isThere(dataDir: string, key: string): Promise<boolean> {
  return stat(join(dataDir, 'blobs', key)).then(
    () => true,
    () => false,
  );
}
