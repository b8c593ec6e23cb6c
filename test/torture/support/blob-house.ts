import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../../../src/db/database.ts';
import { sweepBlobsJob } from '../../../src/domain/jobs.ts';
import { createLog } from '../../../src/lib/log.ts';
import type { ChildService } from '../../support/child-service.ts';
import { meeting } from '../../support/meetings.ts';
import { openTestQueue } from '../../support/queue.ts';
import { sql } from '../../support/sql.ts';
import { until } from '../../support/until.ts';
import { gives, type Recording, upload } from './stored-recordings.ts';

const OLD_MS = 3 * 86_400_000;
const BYTES = 20_000;
const JOBS_LIMIT_MS = 60_000;

/** Ingests meetings, and uploads a recording for each. @returns the recordings by the ids of their meetings */
export async function storeRecordings(
  service: ChildService,
  key: string,
  names: readonly string[],
): Promise<Map<string, Recording>> {
  const stored = new Map<string, Recording>();
  for (const [seed, name] of names.entries()) {
    const recording = { bytes: BYTES + seed, seed };
    const id = await service.client.ingest(meeting({ id: name }), { processImportedMeeting: false });
    const status = await upload(service, key, id, recording);
    if (status !== 200) throw new Error(`the upload was answered ${status}`);
    stored.set(id, recording);
  }
  return stored;
}

/** @returns the number of recordings that cannot be downloaded unchanged */
export async function countLost(
  service: ChildService,
  stored: ReadonlyMap<string, Recording>,
): Promise<number> {
  let lost = 0;
  for (const [id, recording] of stored) {
    const { body } = await service.client.get(`/v1/meetings/${id}`, { includeDownloadUrl: 'true' });
    if (!body.downloadUrl || !(await gives(body.downloadUrl, recording))) lost++;
  }
  return lost;
}

/** Makes every blob old enough to be swept. */
export async function ageBlobs(dataDir: string): Promise<string[]> {
  const directory = join(dataDir, 'blobs');
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  const then = new Date(Date.now() - OLD_MS);
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths) await utimes(path, then, then);
  return paths.map((path) => path.slice(directory.length + 1));
}

/** Requests a sweep. */
export async function callForSweep(databaseUrl: string): Promise<void> {
  const connection = { connectionString: databaseUrl };
  const log = createLog('silent');
  const db = openDatabase(connection, log);
  const queue = openTestQueue(connection, db);
  try {
    await db.transaction((tx) => queue.enqueue(tx, sweepBlobsJob, 0, {}));
  } finally {
    await queue.close();
    await db.close();
  }
}

/** Waits until no sweep is waiting or in progress. */
export async function whenSwept(databaseUrl: string): Promise<void> {
  await until(async () => {
    const open = await sql(
      databaseUrl,
      `select 1 from jobs where kind = 'sweep-blobs' and state in ('waiting', 'active')`,
    );
    return open.length === 0 || undefined;
  }, JOBS_LIMIT_MS);
}
