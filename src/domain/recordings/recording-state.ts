import type { Queries } from '../../db/database.ts';
import { formatDateTime } from '../../lib/time.ts';
import { type RecordingRow, selectRecording } from './queries.ts';

/** Returns the state of a meeting's recording as the API shows it. */
export async function recordingState(db: Queries, organizationId: number, meetingId: number) {
  const [row] = await db.query<RecordingRow>(selectRecording, [organizationId, meetingId]);
  return presentRecording(row);
}

/** Returns a recording's row, or its absence, as the API shows it. */
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
