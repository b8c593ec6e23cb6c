import type { ListedPerson, ParsedTranscript, TranscriptSegment } from '../types.ts';
import type { JsonPlace } from './place.ts';
import type { JsonFormat } from './shape.ts';

/** Ids of another installation are marked, because they are numbers that a source may use for other meetings. */
const ID_PREFIX = 'parley:';

/** The fields of a meeting that the ingest operation does not take. */
const NOT_TAKEN = ['crmLeadId', 'crmCaseId'];

/** Meetings as Parley returns and exports them. */
export const parley: JsonFormat = {
  name: 'Parley',
  writtenBy: 'Parley: the list of meetings, a meeting, a transcript, and the lines of an NDJSON export',
  source:
    '`GET /v1/meetings`, `GET /v1/meetings/{id}` and `GET /v1/meetings/{id}/transcript` in openapi.json',
  marks: [
    ['meetings[].host.email', 'meetings[].startTime', 'meetings[].endTime', 'pageCount'],
    ['host.email', 'startTime', 'endTime', 'attendees', 'id'],
    ['meetingId', 'entries[].entryIndex'],
    ['deleted', 'id'],
  ],
  meetings(document) {
    if (!document.at('meetings').isAbsent) return document.at('meetings').list();
    return document.at('deleted').value === true ? [] : [document];
  },
  read: (meeting) =>
    meeting.at('entries').isAbsent ? readMeeting(meeting) : readAnswerOfTranscript(meeting),
  warnings(document) {
    const id = document.at('id').optionalId();
    if (document.at('deleted').value === true) return [`meeting ${id} was deleted where the file comes from`];
    const pages = document.at('pageCount').value;
    return typeof pages === 'number' && pages > 1 ? [`the file is one of ${pages} pages of the list`] : [];
  },
};

function readMeeting(meeting: JsonPlace): ParsedTranscript {
  const attendees = meeting.at('attendees').list();
  const warnings = [meeting, ...attendees].flatMap((place) =>
    NOT_TAKEN.filter((name) => !place.at(name).isAbsent).map(
      (name) => `${place.at(name).path} is not imported`,
    ),
  );
  if (meeting.at('recording').at('state').value === 'stored') {
    warnings.push(`${meeting.at('recording').path} is not in the file`);
  }
  if (meeting.at('hasTranscript').value === true) warnings.push('its transcript is not in the file');
  const transcript: ParsedTranscript = {
    ...transcriptOf(meeting.at('transcript').at('entries').optionalList()),
    warnings,
    id: ID_PREFIX + (meeting.at('id').optionalId() ?? meeting.at('id').text()),
    title: meeting.at('title').text(),
    startMs: meeting.at('startTime').instant(),
    endMs: meeting.at('endTime').instant(),
    host: personAt(meeting.at('host')),
    attendees: attendees.map(personAt),
    listsEverybody: true,
  };
  const accountId = meeting.at('crmAccountId').optionalText();
  const opportunityId = meeting.at('crmOpportunityId').optionalText();
  if (meeting.at('transcript').isAbsent) transcript.isWithoutWords = true;
  if (accountId !== undefined) transcript.accountId = accountId;
  if (opportunityId !== undefined) transcript.opportunityId = opportunityId;
  return transcript;
}

function readAnswerOfTranscript(answer: JsonPlace): ParsedTranscript {
  const language = answer.at('language').optionalText();
  const isPart = !answer.at('next').isAbsent;
  return {
    ...transcriptOf(answer.at('entries').list()),
    warnings: isPart ? ['next says that further entries follow; they are not in this file'] : [],
    id: ID_PREFIX + answer.at('meetingId').text(),
    ...(language !== undefined && { language }),
  };
}

function personAt(place: JsonPlace): ListedPerson {
  const [name, email] = [place.at('name'), place.at('email')];
  const isInternal = place.at('isInternal').value;
  return {
    ...(!name.isAbsent && { name: name.text() }),
    ...(!email.isAbsent && { email: email.text() }),
    ...(typeof isInternal === 'boolean' && { isInternal }),
  };
}

/** Texts and times are taken exactly as they are. */
function transcriptOf(entries: JsonPlace[]): Pick<ParsedTranscript, 'segments' | 'durationSeconds'> {
  let lastSeconds: number | undefined;
  const segments = entries.map((entry): TranscriptSegment => {
    const segment: TranscriptSegment = { text: entry.at('text').text() };
    for (const field of ['timestampSeconds', 'endSeconds'] as const) {
      const seconds = entry.at(field).optional((place) => place.number());
      if (seconds === undefined) continue;
      segment[field] = seconds;
      lastSeconds = Math.max(lastSeconds ?? 0, seconds);
    }
    const name = entry.at('speaker').at('name');
    if (!name.isAbsent) segment.speaker = { name: name.text() };
    return segment;
  });
  return { segments, ...(lastSeconds !== undefined && { durationSeconds: lastSeconds }) };
}
