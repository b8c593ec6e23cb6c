import { transcriptOfEntries } from './entries.ts';
import { languageAt } from './languages.ts';
import { ListedPeople } from './people.ts';
import type { JsonPlace } from './place.ts';
import type { JsonFormat } from './shape.ts';

const LAST_PART = /[^/]*$/;

/**
 * Entries of a transcript, as the REST API of Google Meet lists them. They have absolute times, and name participants by
 * resource names; `participants` and `conferenceRecord` of the same API may be put beside them.
 */
export const googleMeetEntries: JsonFormat = {
  name: 'Google Meet',
  writtenBy:
    'the REST API of Google Meet: `transcriptEntries` of `conferenceRecords.transcripts.entries.list`, with `participants` and `conferenceRecord` beside them if they are known',
  source:
    'https://developers.google.com/workspace/meet/api/reference/rest/v2/conferenceRecords.transcripts.entries',
  marks: [
    ['transcriptEntries[].startTime', 'transcriptEntries[].text'],
    // Some recorded answers of the API have entries without times; a field mask of the request may be the reason.
    ['transcriptEntries[].participant', 'transcriptEntries[].text'],
    ['[].participant', '[].startTime', '[].text'],
  ],
  read: readTranscript,
  warnings: (document) =>
    document.isList || document.at('nextPageToken').isAbsent
      ? []
      : ['nextPageToken says that further entries follow; they are not in this file'],
};

function readTranscript(document: JsonPlace) {
  const warnings: string[] = [];
  const entries = document.isList ? document.list() : document.at('transcriptEntries').list();
  const times = entries.map((entry) => entry.at('startTime').optional((start) => start.instant()));
  const { names, people } = participantsOf(document, warnings);
  const record = document.isList ? undefined : document.at('conferenceRecord');
  const stated = record?.at('startTime').optional((start) => start.instant());
  const firstMs = times.reduce<number>((first, ms = first) => Math.min(first, ms), Number.POSITIVE_INFINITY);
  const isDated = Number.isFinite(firstMs);
  const startMs = isDated ? Math.min(firstMs, stated ?? firstMs) : stated;
  const offset = (ms: number | undefined) =>
    ms === undefined || startMs === undefined ? undefined : Math.max(0, ms - startMs);
  let isUnnamed = false;
  const stretches = entries.map((place, index) => {
    const participant = place.at('participant').optionalText();
    const name = participant && names.get(participant);
    isUnnamed ||= participant !== undefined && name === undefined;
    return {
      text: place.at('text').text(),
      startMs: offset(times[index]),
      endMs: place.at('endTime').optional((end) => offset(end.instant())),
      speaker: name ?? (participant && `Participant ${LAST_PART.exec(participant)![0]}`),
      place,
    };
  });
  if (isUnnamed) {
    warnings.push(
      'the file names participants by ids only; add the list of `participants` to have their names',
    );
  }
  const facts = {
    language: entries[0] && languageAt(entries[0].at('languageCode')),
    startMs,
    endMs: record?.at('endTime').optional((end) => end.instant()),
    hasAbsoluteTimes: isDated,
    attendees: people,
    sourceType: 'GOOGLE_MEET' as const,
  };
  return transcriptOfEntries(stretches, facts, warnings);
}

function participantsOf(document: JsonPlace, warnings: string[]) {
  const names = new Map<string, string>();
  const people = new ListedPeople(warnings);
  for (const participant of document.isList ? [] : document.at('participants').optionalList()) {
    const user = participant.either('signedinUser', 'anonymousUser', 'phoneUser');
    const [id, name] = [participant.at('name').optionalText(), user.at('displayName').optionalText()];
    if (id !== undefined && name !== undefined) names.set(id, name);
    people.add(user.at('displayName'), undefined);
  }
  return { names, people: people.list() };
}
