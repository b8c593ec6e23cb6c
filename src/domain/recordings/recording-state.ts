import type { Queries } from '../../db/database.ts';
import { formatDateTime } from '../../lib/time.ts';
import { type RecordingRow, selectRecording } from './queries.ts';

/** The state of a meeting's recording as the API shows it. */
export async function recordingState(db: Queries, organizationId: number, meetingId: number) {
  const [row] = await db.query<RecordingRow>(selectRecording, [organizationId, meetingId]);
  return presentRecording(row);
}

/** A recording's row, or that there is none, as the API shows it. */
export function presentRecording(
  row: Pick<RecordingRow, 'state' | 'reason' | 'contentType' | 'bytes' | 'updatedAt'> | undefined,
) {
  if (!row) return { state: 'none' };
  return {
    state: row.state,
    reason: row.reason ?? undefined,
    contentType: row.contentType ?? undefined,
    bytes: row.bytes ?? undefined,
    updatedAt: formatDateTime(row.updatedAt),
  };
}
