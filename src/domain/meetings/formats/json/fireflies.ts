import type { ListedPerson } from '../types.ts';
import { transcriptOfEntries } from './entries.ts';
import { ListedPeople } from './people.ts';
import { JsonPlace } from './place.ts';
import type { JsonFormat } from './shape.ts';
import { speakerName } from './speakers.ts';

const SECONDS_PER_MINUTE = 60;
const DIGITS = /^\d+$/;

/** Transcripts of the GraphQL API of Fireflies. */
export const fireflies: JsonFormat = {
  name: 'Fireflies',
  writtenBy: 'the GraphQL API of Fireflies: `transcript` or `transcripts`, with `data` around it or without',
  source: 'https://docs.fireflies.ai/schema/transcript; https://docs.fireflies.ai/schema/sentence',
  marks: [
    ['data.transcript.sentences[].text'],
    ['data.transcripts[].sentences[].text'],
    ['transcripts[].sentences[].text'],
    ['sentences[].text', 'sentences[].speaker_name'],
    ['sentences[].text', 'sentences[].start_time'],
  ],
  meetings(document) {
    const data = document.at('data').isAbsent ? document : document.at('data');
    if (!data.at('transcripts').isAbsent) return data.at('transcripts').list();
    return [data.at('transcript').isAbsent ? data : data.at('transcript')];
  },
  read: readTranscript,
};

function readTranscript(meeting: JsonPlace) {
  const warnings: string[] = [];
  const speakers = new Map<string, string>();
  for (const speaker of meeting.at('speakers').optionalList()) {
    const [id, name] = [speaker.at('id').optionalId(), speaker.at('name').optionalText()];
    if (id !== undefined && name !== undefined) speakers.set(id, name);
  }
  if (meeting.at('sentences').isAbsent) warnings.push(`${meeting.at('sentences').path} is missing`);
  const entries = meeting
    .at('sentences')
    .optionalList()
    .map((place) => {
      const id = place.at('speaker_id').optionalId();
      return {
        text: place.either('text', 'raw_text').text(),
        // A query of GraphQL may leave out the times.
        startMs: place.at('start_time').optional((start) => start.seconds()),
        endMs: place.at('end_time').optional((end) => end.seconds()),
        speaker: place.at('speaker_name').optionalText() ?? (id && speakers.get(id)) ?? speakerName(id),
        place,
      };
    });
  const people = peopleOf(meeting, warnings);
  const startMs = startOf(meeting);
  const lengthMs = meeting.at('duration').optional((duration) => duration.seconds() * SECONDS_PER_MINUTE);
  const facts = {
    id: meeting.at('id').optionalId(),
    title: meeting.at('title').optionalText(),
    startMs,
    endMs: startMs === undefined || lengthMs === undefined ? undefined : startMs + Math.round(lengthMs),
    host: hostOf(meeting, people, warnings),
    attendees: people.list(),
    isWithoutWords: meeting.at('sentences').isAbsent ? true : undefined,
    callUrl: meeting.at('meeting_link').optionalText(),
  };
  return transcriptOfEntries(entries, facts, warnings);
}

/** `date` is in milliseconds since the epoch; older answers have a date-time. */
function startOf(meeting: JsonPlace): number | undefined {
  return meeting.either('date', 'dateString').optional((date) => {
    if (date.isText && !DIGITS.test(date.text())) return date.instant();
    return date.epoch('milliseconds');
  });
}

/** `participants` are addresses, sometimes several in one text, separated by commas. */
function peopleOf(meeting: JsonPlace, warnings: string[]): ListedPeople {
  const people = new ListedPeople(warnings);
  for (const attendee of meeting.at('meeting_attendees').optionalList()) {
    people.add(attendee.either('displayName', 'name'), attendee.at('email'));
  }
  for (const participant of meeting.at('participants').optionalList()) {
    for (const email of participant.text().split(',')) {
      people.add(nameOfUser(meeting, email), new JsonPlace(email, participant));
    }
  }
  return people;
}

function hostOf(meeting: JsonPlace, people: ListedPeople, warnings: string[]): ListedPerson | undefined {
  const email = meeting.either('organizer_email', 'host_email');
  const known = people.withEmail(email.optionalText() ?? '');
  return known ?? new ListedPeople(warnings).add(nameOfUser(meeting, email.optionalText()), email);
}

/** Returns the name of the user for whom the meeting was recorded, if that has the address. */
function nameOfUser(meeting: JsonPlace, email: string | undefined): JsonPlace | undefined {
  const user = meeting.at('user');
  const isUser = user.at('email').optionalText()?.toLowerCase() === email?.trim().toLowerCase();
  return isUser ? user.at('name') : undefined;
}
