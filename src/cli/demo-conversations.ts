import type { DemoCompany } from '@parley/demo';
import { bodyMeeting } from '../domain/meetings/files/meetings-of-file.ts';
import type { Opened } from './context.ts';
import { forEach } from './import/for-each.ts';
import { showProgress } from './import/progress.ts';
import { recordRun } from './import/record-run.ts';
import { stopAtSignal } from './import/stop-at-signal.ts';
import { emailTaker } from './import/take-email.ts';
import { meetingTaker } from './import/take-meeting.ts';

const CONCURRENCY = 4;

/** The outcome for the meetings or e-mails; `notBegun` are those that a stop left out. */
export type LoadCounts = { created: number; updated: number; unchanged: number; notBegun: number };

/** `meetingIds` are the organization's, by the ids that the invented company names its meetings by. */
export type LoadedConversations = {
  meetings: LoadCounts;
  emails: LoadCounts;
  meetingIds: Map<string, number>;
};

/** Takes in the meetings of the invented company and then its e-mails, as an import does. */
export async function loadConversations(
  opened: Opened,
  organizationId: number,
  { meetings, emails }: DemoCompany,
  onStop: () => void,
): Promise<LoadedConversations> {
  const takeMeeting = meetingTaker(opened, organizationId);
  const takeEmail = emailTaker(opened, organizationId);
  const meetingIds = new Map<string, number>();
  const progress = showProgress(meetings.length + emails.length, 'conversations');
  const stop = stopAtSignal(() => {
    progress.stop();
    onStop();
  });
  const countsOf = (all: readonly unknown[]): LoadCounts => {
    return { created: 0, updated: 0, unchanged: 0, notBegun: all.length };
  };
  const loaded = { meetings: countsOf(meetings), emails: countsOf(emails), meetingIds };
  const options = { concurrency: CONCURRENCY, signal: stop.signal };
  try {
    await forEach(meetings, options, async (body) => {
      loaded.meetings.notBegun -= 1;
      const { outcome, meetingId } = await takeMeeting(bodyMeeting(body, { row: {}, flags: {} }));
      loaded.meetings[outcome] += 1;
      meetingIds.set(body.meeting.id, Number(meetingId));
      progress.step();
    });
    await forEach(emails, options, async (body) => {
      loaded.emails.notBegun -= 1;
      loaded.emails[(await takeEmail({ body })).outcome] += 1;
      progress.step();
    });
  } finally {
    progress.stop();
    stop.release();
    await recordRun(opened.db, organizationId, 'demo.load', { ...loaded.meetings, notTaken: [] });
    await recordRun(opened.db, organizationId, 'demo.load', { ...loaded.emails, notTaken: [] }, 'e-mail');
  }
  return loaded;
}
