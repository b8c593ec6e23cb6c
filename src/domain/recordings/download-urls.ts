import type { BlobStore } from '../../blobs/types.ts';
import type { Queries } from '../../db/database.ts';
import { formatDateTime } from '../../lib/time.ts';
import { selectStored } from './queries.ts';

/** The duration of SPEC 4.1 and 8: 2 hours. */
export const DOWNLOAD_URL_SECONDS = 7200;

export type DownloadUrl = { downloadUrl: string; downloadUrlExpiresAt: string };

/** A stored recording, and the time of the database's clock when it was read. */
export type StoredRow = { meetingId: number; blobKey: string; contentType: string; nowMs: number };

/** Returns download URLs of the meetings that have a stored recording, by meeting id. */
export async function downloadUrls(
  db: Queries,
  blobs: BlobStore,
  organizationId: number,
  meetingIds: readonly number[],
): Promise<Map<number, DownloadUrl>> {
  if (meetingIds.length === 0) return new Map();
  return presignDownloads(blobs, await db.query<StoredRow>(selectStored, [organizationId, meetingIds]));
}

/** Signs download URLs of stored recordings, by meeting id. */
export async function presignDownloads(
  blobs: BlobStore,
  stored: readonly StoredRow[],
): Promise<Map<number, DownloadUrl>> {
  // The database's clock is the same for all processes; this machine's may be wrong.
  const nowMs = stored[0]?.nowMs ?? 0;
  const expiresAtMs = nowMs + DOWNLOAD_URL_SECONDS * 1000;
  const downloadUrlExpiresAt = formatDateTime(expiresAtMs);
  const urls = await Promise.all(
    stored.map(async ({ meetingId, blobKey, contentType }) => {
      const fileName = `meeting-${meetingId}${extensionOf(contentType)}`;
      const downloadUrl = await blobs.presign(blobKey, { expiresAtMs, nowMs, contentType, fileName });
      return [meetingId, { downloadUrl, downloadUrlExpiresAt }] as const;
    }),
  );
  return new Map(urls);
}

const EXTENSIONS: Record<string, string> = {
  'audio/mpeg': '.mp3',
  'audio/mp4': '.m4a',
  'audio/ogg': '.ogg',
  'audio/wav': '.wav',
  'audio/webm': '.weba',
  'audio/x-wav': '.wav',
  'video/mp4': '.mp4',
  'video/quicktime': '.mov',
  'video/webm': '.webm',
};

function extensionOf(contentType: string): string {
  return EXTENSIONS[contentType.split(';')[0]!.trim().toLowerCase()] ?? '';
}
