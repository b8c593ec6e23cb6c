import {
  type Attendee,
  resolveAttendees,
  speakerResolver,
} from '../../src/domain/conversations/attendees.ts';
import {
  hashTranscript,
  renderTranscript,
  type TranscriptPiece,
} from '../../src/domain/conversations/transcript-pieces.ts';
import { renderHead } from '../../src/domain/meetings/render-head.ts';
import { canonicalCrmId } from '../../src/lib/salesforce-id.ts';
import { emailKey } from '../../src/lib/text.ts';
import { toPostgresTime } from '../../src/lib/time.ts';
import { type Body, type Conversation, conversations } from './meetings.ts';

/**
 * The rows of a meeting as its ingest writes them, created by the same functions. checkReceived compares them with
 * those that the receiver has written.
 */
export type MeetingRows = {
  externalId: string;
  startTime: string;
  /** The columns of `meetings` by name, without ids. */
  columns: Record<string, string | null>;
  participants: string[];
};

/** A conversation's rendered transcript. */
export type ReadyTranscript = { hash: Buffer; pieces: TranscriptPiece[] };

/** Returns the rows of a meeting. @param hash that of the transcript if the meeting has one */
export function meetingRows({ meeting }: Body, hash: Buffer | undefined): MeetingRows {
  const attendees = resolveAttendees(meeting.attendees, []);
  const [startMs, endMs] = [Date.parse(meeting.startTime), Date.parse(meeting.endTime)];
  const { host, salesforceAccountId } = meeting;
  const accountId = salesforceAccountId === undefined ? null : canonicalCrmId(salesforceAccountId);
  const head = renderHead({
    title: meeting.title,
    startMs,
    endMs,
    hostEmail: host.email,
    hostName: host.name,
    attendees,
    accountId,
    opportunityId: null,
    leadId: null,
    caseId: null,
  });
  return {
    externalId: meeting.id,
    startTime: toPostgresTime(startMs),
    columns: {
      title: meeting.title,
      start_time: toPostgresTime(startMs),
      end_time: toPostgresTime(endMs),
      host_email: host.email,
      host_name: host.name,
      attendees: JSON.stringify(attendees),
      account_id: accountId,
      call_url: meeting.callUrl,
      transcript_hash: hash ? `\\x${hash.toString('hex')}` : null,
      head,
    },
    participants: participantsOf(host.email, attendees),
  };
}

function participantsOf(hostEmail: string, attendees: readonly Attendee[]): string[] {
  return [...new Set([hostEmail, ...attendees.flatMap(({ email }) => email ?? [])].map(emailKey))];
}

let made: Promise<ReadyTranscript[]> | undefined;

/** Returns the transcripts of {@link conversations}, in the same order. */
export function readyTranscripts(): Promise<readonly ReadyTranscript[]> {
  made ??= Promise.all(conversations().map(makeReady));
  return made;
}

async function makeReady({ attendees, segments = [] }: Conversation): Promise<ReadyTranscript> {
  const resolver = speakerResolver(resolveAttendees(attendees, []));
  return { hash: hashTranscript(segments), pieces: await renderTranscript(segments, resolver) };
}
