import type { LoadRequest } from '../load/load.ts';
import { ID_MARK, splitAtId } from '../workloads.ts';
import { ingestedMeeting } from './meetings.ts';

const SEGMENTS = 4;

/** Returns an ingest of a short meeting, so that commits rather than transcripts take the time. */
export function shortIngest({ receiverUrl, key }: { receiverUrl: string; key: string }): LoadRequest {
  const { meeting } = ingestedMeeting(ID_MARK);
  const transcript = { segments: meeting.transcript!.segments.slice(0, SEGMENTS) };
  return {
    url: `${receiverUrl}/v1/user-provided-meeting`,
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: splitAtId(JSON.stringify({ meeting: { ...meeting, transcript } })),
  };
}
