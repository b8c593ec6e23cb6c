import { transcriptOfEntries } from './entries.ts';
import { languageAt } from './languages.ts';
import { ListedPeople } from './people.ts';
import type { JsonPlace } from './place.ts';
import type { JsonFormat } from './shape.ts';

/** Meetings and transcripts of the API of Fathom, and the body of its webhook. */
export const fathom: JsonFormat = {
  name: 'Fathom',
  writtenBy: 'the API of Fathom: a list of meetings, a meeting (as its webhook sends it), or a transcript',
  source:
    'https://developers.fathom.ai/api-reference/meetings/list-meetings; https://developers.fathom.ai/quickstart',
  marks: [
    ['items[].recording_id', 'items[].recording_start_time'],
    // The list in the quick start of the API has no recording ids.
    ['items[].transcript[].speaker.display_name', 'items[].transcript[].timestamp'],
    ['recording_id', 'recording_start_time'],
    ['transcript[].speaker.display_name', 'transcript[].timestamp'],
  ],
  meetings: (document) => (document.at('items').isAbsent ? [document] : document.at('items').list()),
  read: readMeeting,
  warnings: (document) =>
    document.at('next_cursor').isAbsent
      ? []
      : ['next_cursor says that further meetings follow; they are not in this file'],
};

function readMeeting(meeting: JsonPlace) {
  const warnings: string[] = [];
  const transcript = meeting.at('transcript');
  if (transcript.isAbsent)
    warnings.push(`${transcript.path} is missing; request it with include_transcript=true`);
  const entries = transcript.optionalList().map((place) => ({
    text: place.at('text').text(),
    startMs: place.at('timestamp').clock(),
    speaker: place.at('speaker').either('display_name', 'matched_calendar_invitee_email').optionalText(),
    place,
  }));
  const people = new ListedPeople(warnings);
  const speakers = speakersWithAddress(transcript);
  for (const invitee of meeting.at('calendar_invitees').optionalList()) {
    const isExternal = invitee.at('is_external').value;
    // The name under which somebody speaks connects the words with the invitee.
    const speaker = speakers.get(invitee.at('email').optionalText());
    const name = speaker?.at('display_name') ?? invitee.either('matched_speaker_display_name', 'name');
    people.add(name, invitee.at('email'), typeof isExternal === 'boolean' ? !isExternal : undefined);
  }
  for (const speaker of speakers.values()) {
    people.add(speaker.at('display_name'), speaker.at('matched_calendar_invitee_email'));
  }
  const recorder = new ListedPeople(warnings).add(
    meeting.at('recorded_by').at('name'),
    meeting.at('recorded_by').at('email'),
  );
  return transcriptOfEntries(
    entries,
    {
      id: meeting.at('recording_id').optionalId(),
      title: meeting.either('title', 'meeting_title').optionalText(),
      language: languageAt(meeting.at('transcript_language')),
      startMs: meeting
        .either('recording_start_time', 'scheduled_start_time')
        .optional((start) => start.instant()),
      endMs: meeting.either('recording_end_time', 'scheduled_end_time').optional((end) => end.instant()),
      host: recorder,
      attendees: people.list(),
      isWithoutWords: transcript.isAbsent ? true : undefined,
    },
    warnings,
  );
}

/** Returns the speakers whose address is known, with their first place. */
function speakersWithAddress(transcript: JsonPlace): Map<string | undefined, JsonPlace> {
  const speakers = new Map<string | undefined, JsonPlace>();
  for (const entry of transcript.optionalList()) {
    const speaker = entry.at('speaker');
    const email = speaker.at('matched_calendar_invitee_email').optionalText();
    const isNamed = speaker.at('display_name').optionalText() !== undefined;
    if (email !== undefined && isNamed && !speakers.has(email)) speakers.set(email, speaker);
  }
  return speakers;
}
