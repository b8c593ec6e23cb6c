import type { CrmRecordType } from '../../domain/crm/crm-records.ts';
import { readCrmNames } from '../../domain/crm/crm-records.ts';
import { readMeetingHeads } from '../../domain/meetings/read-meeting-heads.ts';
import { readMatchesOfMeeting } from '../../domain/signals/read-matches.ts';
import { readSummary } from '../../domain/summaries/read-summary.ts';
import { required } from '../../http/params.ts';
import { Fault } from '../../lib/faults.ts';
import { afterEntries, meetingId } from './common-arguments.ts';
import { compose } from './compose.ts';
import { DATA_NOTICE, label, meetingLine } from './lines.ts';
import { matchLines } from './match-lines.ts';
import { crmKeysOf, type MeetingHead } from './meeting-heads.ts';
import { findingLines, type ShownSummary } from './summary-lines.ts';
import { defineTool, type ToolCall } from './tool.ts';

/** The attendees of a line: a webinar has thousands. */
const ATTENDEES_OF_LINE = 10;

const TYPE_NAMES: Record<CrmRecordType, string> = {
  ACCOUNT: 'Account',
  OPPORTUNITY: 'Opportunity',
  LEAD: 'Lead',
  CASE: 'Case',
};

export const getMeetingTool = defineTool({
  name: 'get_meeting',
  scopes: ['meetings:read'],
  description: 'A meeting: people, CRM records, summary, signal matches.',
  arguments: { meetingId: required(meetingId), after: afterEntries },
  async run({ meetingId: id, after = 0 }, call) {
    const { deps, caller } = call;
    const { organizationId } = caller;
    const json = (await readMeetingHeads(deps.db, organizationId, [id])).get(id);
    if (json === undefined) throw new Fault('missing', 'There is no such meeting');
    const head: MeetingHead = JSON.parse(json);
    const summary = await summaryOf(call, id);
    // Matches are findings of signals: a key that may not read signals does not see them.
    const matches = caller.scopes.has('signals:read')
      ? await readMatchesOfMeeting(deps.db, organizationId, id)
      : [];
    const all = [
      ...(await crmLines(call, head)),
      ...attendeeLines(head),
      ...(summary ? findingLines(id, summary) : ['- There is no summary.']),
      ...matches.map((match) => `- Match: ${matchLines(match).slice(2)}`),
    ];
    const items = all.slice(after);
    const { host, startTime, endTime, hasTranscript } = head;
    const hostName = host.name === undefined ? host.email : `${label(host.name)} <${host.email}>`;
    const title = meetingLine(id, Date.parse(startTime), head.title);
    const toRead = hasTranscript
      ? `Transcript: read_transcript {"meetingId":"${id}"}`
      : 'It has no transcript.';
    return compose(call, {
      size: items.length,
      heads: [
        () => [title, `from ${startTime} to ${endTime}, host ${hostName}`, toRead, DATA_NOTICE],
        () => [title],
      ],
      lines: (count) => items.slice(0, count),
      next: (count) => (count < items.length ? { changes: { after: after + count } } : undefined),
      ids: () => ({ meetingId: `${id}` }),
    });
  },
});

async function summaryOf({ deps, caller }: ToolCall, id: number): Promise<ShownSummary | undefined> {
  try {
    return JSON.parse(await readSummary(deps.db, caller.organizationId, id));
  } catch (error) {
    if (error instanceof Fault && error.kind === 'missing') return undefined;
    throw error;
  }
}

async function crmLines({ deps, caller }: ToolCall, head: MeetingHead): Promise<string[]> {
  const keys = crmKeysOf(head);
  const nameOf = await readCrmNames(deps.db, caller.organizationId, keys);
  return keys.map((key) => {
    const name = nameOf(key);
    return `- ${TYPE_NAMES[key.type]}: ${name === undefined ? '' : `${label(name)}, `}${key.id}`;
  });
}

function attendeeLines({ attendees }: MeetingHead): string[] {
  const people = attendees.map(({ name, email, isInternal }) => {
    const side = isInternal === undefined ? '' : isInternal ? ', internal' : ', external';
    const address = email === undefined ? '' : name === undefined ? email : ` <${email}>`;
    return `${name === undefined ? '' : label(name)}${address}${side}`;
  });
  const lines: string[] = [];
  for (let from = 0; from < people.length; from += ATTENDEES_OF_LINE) {
    lines.push(`- Attendees: ${people.slice(from, from + ATTENDEES_OF_LINE).join('; ')}`);
  }
  return lines;
}
