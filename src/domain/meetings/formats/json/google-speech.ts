import { byStart, type SpokenEntry, transcriptOfEntries } from './entries.ts';
import { languageAt } from './languages.ts';
import type { JsonPlace } from './place.ts';
import type { JsonFormat } from './shape.ts';
import { speakerName } from './speakers.ts';
import { entriesOfWords, isWrittenWithoutSpaces, type Word } from './words.ts';

/** Answers of Google Cloud Speech-to-Text (v1, v2): results with alternatives, of which the first is the best. */
export const googleSpeech: JsonFormat = {
  name: 'Google Speech-to-Text',
  writtenBy:
    'Google Cloud Speech-to-Text, v1 and v2: an answer, a finished operation, or the file of a batch',
  source: 'https://cloud.google.com/speech-to-text/docs/reference/rest/v1/speech/recognize',
  marks: [['results[].alternatives[].transcript'], ['response.results[].alternatives[].transcript']],
  read: readTranscript,
};

function readTranscript(document: JsonPlace) {
  const answer = document.at('response').isAbsent ? document : document.at('response');
  const results = spokenResults(answer.at('results').list());
  const language = results.map((result) => languageAt(result.at('languageCode'))).find(Boolean);
  const channels = new Set(results.map((result) => result.at('channelTag').optionalId()));
  const entries = results.flatMap((result) => {
    const channel = channels.size > 1 ? result.at('channelTag').optionalId() : undefined;
    return entriesOf(result, channel === undefined ? undefined : `Channel ${channel}`, language);
  });
  return transcriptOfEntries(byStart(entries), { language });
}

/**
 * With separated speakers, the last result repeats the words of all others, and only there they have speakers. Returns
 * that result alone, if it does have all of them.
 */
function spokenResults(results: JsonPlace[]): JsonPlace[] {
  const last = results.at(-1);
  const others = results.slice(0, -1);
  const isTagged = (result: JsonPlace) => wordsAt(result).some((word) => speakerAt(word) !== undefined);
  if (last === undefined || others.length === 0 || !isTagged(last) || others.some(isTagged)) return results;
  const count = others.reduce((sum, result) => sum + wordsAt(result).length, 0);
  return wordsAt(last).length >= count ? [last] : results;
}

function wordsAt(result: JsonPlace): JsonPlace[] {
  return result.at('alternatives').optionalList()[0]?.at('words').optionalList() ?? [];
}

/** Voices are counted from 1; 0 is a word without one. */
function speakerAt(word: JsonPlace): string | undefined {
  const tag = word.either('speakerLabel', 'speakerTag').optionalId();
  return tag === '0' ? undefined : speakerName(tag);
}

function entriesOf(
  result: JsonPlace,
  channel: string | undefined,
  language: string | undefined,
): SpokenEntry[] {
  const isAttached = isWrittenWithoutSpaces(language);
  const words = wordsAt(result).map((place): Word => {
    const endMs = place.either('endTime', 'endOffset').optional((end) => end.protobufDuration());
    // A start of zero is left out of the JSON.
    const startMs = place.either('startTime', 'startOffset').optional((start) => start.protobufDuration());
    return {
      text: place.at('word').text(),
      startMs: startMs ?? (endMs === undefined ? undefined : 0),
      endMs,
      speaker: speakerAt(place) ?? channel,
      place,
      isAttached,
    };
  });
  if (words.length > 0) return entriesOfWords(words);
  const text = result.at('alternatives').optionalList()[0]?.at('transcript').optionalText();
  if (text === undefined) return [];
  const endMs = result.either('resultEndTime', 'resultEndOffset').optional((end) => end.protobufDuration());
  return [{ text, endMs, speaker: channel, place: result }];
}
