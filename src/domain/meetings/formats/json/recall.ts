import type { ListedPerson, ParsedTranscript } from '../types.ts';
import { byStart, transcriptOfEntries } from './entries.ts';
import { languageAt } from './languages.ts';
import { ListedPeople } from './people.ts';
import type { JsonPlace } from './place.ts';
import type { JsonFormat } from './shape.ts';
import { speakerName } from './speakers.ts';
import { entriesOfWords, isWrittenWithoutSpaces, type Word } from './words.ts';

/** Some of the speech services behind Recall.ai return punctuation as words of its own. */
const PUNCTUATION = /^[.,!?;:…。，、！？；：]+$/;

/** Transcripts of Recall.ai: an array of what each participant said at a time, word by word. */
export const recall: JsonFormat = {
  name: 'Recall.ai',
  writtenBy: 'the transcript downloads of Recall.ai, and the older `/bot/{id}/transcript`',
  source:
    'https://docs.recall.ai/docs/download-urls; answers that clients of the API keep for their tests, in public repositories',
  marks: [['[].words[].start_timestamp', '[].words[].text']],
  read: (document) => transcriptOfTurns(document.list(), [], []),
};

/**
 * Makes a transcript of what participants said.
 * @param turns objects with `participant` and `words`, in any order
 * @param participants people who were present besides them
 * @param warnings messages for the user that exist already
 */
export function transcriptOfTurns(
  turns: readonly JsonPlace[],
  participants: readonly JsonPlace[],
  warnings: string[],
): ParsedTranscript {
  const people = new ListedPeople(warnings);
  let host: ListedPerson | undefined;
  const addPerson = (participant: JsonPlace) => {
    const person = people.add(participant.at('name'), participant.at('email'));
    if (participant.at('is_host').value === true) host ??= person;
  };
  const entries = turns.flatMap((turn) => {
    const participant = turn.at('participant');
    addPerson(participant);
    const label = participant.isAbsent
      ? turn.either('speaker', 'speaker_id')
      : participant.either('name', 'id');
    const isAttached = isWrittenWithoutSpaces(languageOf(turn));
    return entriesOfWords(
      turn
        .at('words')
        .list()
        .map((word) => wordAt(word, speakerName(label.optionalId()), isAttached)),
    );
  });
  for (const participant of participants) addPerson(participant);
  return transcriptOfEntries(
    byStart(entries),
    { language: languageOf(turns[0]), startMs: startOf(turns), host, attendees: people.list() },
    warnings,
  );
}

function languageOf(turn: JsonPlace | undefined): string | undefined {
  return turn && languageAt(turn.either('language_code', 'language'));
}

function wordAt(word: JsonPlace, speaker: string | undefined, isAttached: boolean): Word {
  const text = word.at('text').text();
  return {
    text,
    startMs: offsetAt(word.at('start_timestamp')),
    endMs: offsetAt(word.at('end_timestamp')),
    speaker,
    place: word,
    isAttached: isAttached || PUNCTUATION.test(text),
  };
}

/** A timestamp is `{relative, absolute}` with seconds from the start of the recording; it was that number alone. */
function offsetAt(timestamp: JsonPlace): number | undefined {
  if (timestamp.isAbsent) return undefined;
  if (typeof timestamp.value !== 'object') return timestamp.seconds();
  return timestamp.at('relative').optional((relative) => relative.seconds());
}

/** Returns the instant from which the seconds are counted, if the words have absolute times too. */
function startOf(turns: readonly JsonPlace[]): number | undefined {
  for (const turn of turns) {
    const first = turn.at('words').list()[0]?.at('start_timestamp');
    if (first === undefined || first.isAbsent || typeof first.value !== 'object') continue;
    if (first.at('absolute').isAbsent || first.at('relative').isAbsent) continue;
    return first.at('absolute').instant() - first.at('relative').seconds();
  }
  return undefined;
}
