import type { BlobStore } from '../../blobs/types.ts';
import type { Database, Statement } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { listOrganizations } from '../organizations/create-organization.ts';
import { claimStore, placeOf, readMarker } from './blob-owner.ts';

/** A marker that is younger than this (six beats) belongs to an owner that is still running. */
const IN_USE_MS = 180_000;

/**
 * Makes this database the owner of the blob store after a deliberate move or restore. The next sweep marks the blobs
 * that the database does not know for deletion after the quarantine.
 * @param isForced whether the store is taken from a database that still uses it
 * @throws Fault 409 if another database uses the store at the moment
 */
export async function adoptStore(
  parts: { db: Database; blobs: Pick<BlobStore, 'readMarker' | 'writeMarker'> },
  isForced: boolean,
): Promise<{ databaseId: string }> {
  const { db, blobs } = parts;
  const [marker, place] = [await readMarker(blobs), await placeOf(db)];
  const ageMs = typeof marker === 'object' ? place.nowMs - marker.writtenAtMs : Number.POSITIVE_INFINITY;
  if (!isForced && Math.abs(ageMs) < IN_USE_MS && !(await isOwn(db, marker))) {
    const seconds = Math.round(Math.abs(ageMs) / 1000);
    throw new Fault(
      'conflict',
      `another database used the store ${seconds} s ago; stop its processes and wait ${IN_USE_MS / 60_000} minutes, or ` +
        'take the store from it with --force',
    );
  }
  const databaseId = await claimStore(parts, place, async (tx) => {
    // The adoption concerns the recordings of all organizations.
    for (const { id: organizationId } of await listOrganizations(tx)) {
      await recordAudit(tx, { organizationId }, 'blobs.adopt', 'blob store', { isForced });
    }
  });
  return { databaseId };
}

const selectIsKnown: Statement = {
  name: 'is-newest-blob-store-token',
  text: `select 1 from blob_store_claims join pg_database d on d.datname = current_database()
         where tokens[1]::text = $1 and server_started_at = pg_postmaster_start_time()::text
           and split_part(place, '/', 2) = d.oid::text`,
};

/** Returns whether the marker was written by this very database on this very server. */
async function isOwn(db: Database, marker: Awaited<ReturnType<typeof readMarker>>): Promise<boolean> {
  if (typeof marker !== 'object') return false;
  return (await db.query(selectIsKnown, [marker.token])).length > 0;
}
