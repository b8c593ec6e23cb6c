import { realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { BlobSettings } from '../blobs/blob-url.ts';
import { Fault } from '../lib/faults.ts';

/** The place of blobs: a folder, or a bucket with a prefix. */
export type StorePlace = { blobs: BlobSettings; directory: string };

/** The parts of a store of backups in which it lists and removes files. */
const OWN_PARTS = ['backups', 'recordings'];

/**
 * Refuses a place of backups that lies in the store of recordings, whose sweep would remove the backups as blobs that no row
 * refers to, and one whose own files would be those of the store.
 * @throws Fault 400
 */
export async function refuseSharedStore(backups: StorePlace, recordings: StorePlace): Promise<void> {
  const [place, store] = [await pathOf(backups), await pathOf(recordings)];
  const isShared = isWithin(place, store) || OWN_PARTS.some((part) => isWithin(store, `${place}${part}/`));
  if (!isShared) return;
  throw new Fault(
    'invalid',
    'The place of the backups and the store of recordings must not lie in each other: choose another folder or prefix',
  );
}

const isWithin = (inner: string, outer: string) => inner.startsWith(outer);

/** One text for each place, which begins with the texts of all places around it and ends in a slash. */
async function pathOf({ blobs, directory }: StorePlace): Promise<string> {
  if (blobs.kind === 's3') return `s3://${blobs.endpoint ?? ''}|${blobs.bucket}/${blobs.prefix}`;
  return `file:${(await resolveLinks(directory)).split(sep).join('/')}/`;
}

/** A folder that does not exist yet is where its parent is. */
async function resolveLinks(directory: string): Promise<string> {
  try {
    return await realpath(directory);
  } catch {
    const parent = dirname(directory);
    return parent === directory
      ? directory
      : join(await resolveLinks(parent), directory.slice(parent.length));
  }
}
