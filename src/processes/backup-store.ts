import { join, resolve } from 'node:path';
import { type BlobSettings, BlobUrlError, parseBlobUrl } from '../blobs/blob-url.ts';
import { createFileStore } from '../blobs/files.ts';
import { createS3Store } from '../blobs/s3.ts';
import type { BlobStore } from '../blobs/types.ts';
import type { Config } from '../config.ts';
import { Fault } from '../lib/faults.ts';
import { refuseSharedStore, type StorePlace } from './refuse-shared-store.ts';

/** A store of backups. `name` tells where it is, without secrets. */
export type BackupStore = { name: string; store: BlobStore; place: StorePlace };

/**
 * Opens the folder or the S3 bucket of backups.
 * @param place a path, or a URL in the form of PARLEY_BLOB_URL
 * @throws Fault 400 if it is neither
 */
export async function openBackupStore(place: string): Promise<BackupStore> {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(place)?.[1];
  if (scheme === undefined) {
    const directory = resolve(place);
    const blobs: BlobSettings = { kind: 'files' };
    return { name: directory, store: await openStore(blobs, directory), place: { blobs, directory } };
  }
  const settings = parsePlace(place);
  if (settings.kind !== 's3') throw new Fault('invalid', 'A backup is in a folder or in a bucket: s3://…');
  const name = `s3://${settings.bucket}/${settings.prefix}`.replace(/\/$/, '');
  return { name, store: await openStore(settings, ''), place: { blobs: settings, directory: '' } };
}

function parsePlace(place: string): BlobSettings {
  try {
    return parseBlobUrl(place);
  } catch (error) {
    if (!(error instanceof BlobUrlError)) throw error;
    throw new Fault('invalid', error.faults.map((fault) => `The URL of the backup ${fault}`).join('; '));
  }
}

/**
 * Opens the store of recordings that the settings name, to copy from it or into it.
 * @throws Fault 400 if the place of the backups lies in it, or the other way round
 */
export async function openRecordings(
  { blobs, dataDir, minFreeBytes }: Config,
  { place }: BackupStore,
): Promise<BlobStore> {
  const directory = join(dataDir, 'blobs');
  await refuseSharedStore(place, { blobs, directory });
  return openStore(blobs, directory, minFreeBytes);
}

/** A store whose blobs are not offered for download. */
async function openStore(
  settings: BlobSettings,
  directory: string,
  minFreeBytes?: number,
): Promise<BlobStore> {
  if (settings.kind === 's3') return createS3Store(settings);
  const refuse = async () => {
    throw new Error('backups have no download URLs');
  };
  const signer = { current: refuse, byId: refuse };
  return createFileStore({ directory, publicUrl: '', signer, minFreeBytes });
}
