import { byStart, type SpokenEntry, transcriptOfEntries } from './entries.ts';
import { languageAt } from './languages.ts';
import type { JsonPlace } from './place.ts';
import type { JsonFormat } from './shape.ts';
import { speakerName } from './speakers.ts';
import { entriesOfWords, isWrittenWithoutSpaces } from './words.ts';

/** Transcripts of Deepgram: utterances if they were requested, else the sentences of paragraphs, else words. */
export const deepgram: JsonFormat = {
  name: 'Deepgram',
  writtenBy: 'the API of Deepgram, for recorded audio: with `utterances`, `paragraphs` or only `words`',
  source: 'https://developers.deepgram.com/docs/pre-recorded-audio',
  marks: [
    ['results.channels[].alternatives[].words[].start'],
    ['results.utterances[].start', 'results.utterances[].transcript'],
  ],
  read: readTranscript,
};

function readTranscript(document: JsonPlace) {
  const results = document.at('results');
  const channels = results.at('channels').optionalList();
  const warnings: string[] = [];
  const language = languageOf(channels, warnings);
  const utterances = results.at('utterances').optionalList();
  const isSeveral = channels.length > 1;
  const entries =
    utterances.length > 0
      ? utterances.map((place) => ({
          text: place.at('transcript').text(),
          startMs: place.at('start').seconds(),
          endMs: place.at('end').optional((end) => end.seconds()),
          speaker: speakerAt(place, isSeveral ? place.at('channel').optionalId() : undefined),
          place,
        }))
      : channels.flatMap((channel, index) =>
          entriesOf(channel, isSeveral ? `${index}` : undefined, language),
        );
  return transcriptOfEntries(byStart(entries), { language }, warnings);
}

/** Returns the language that was detected, or the first one of several that are spoken in turns. */
function languageOf(channels: readonly JsonPlace[], warnings: string[]): string | undefined {
  const detected = channels.map((channel) => languageAt(channel.at('detected_language'))).find(Boolean);
  if (detected !== undefined) return detected;
  const spoken = channels.flatMap((channel) => {
    const [best] = channel.at('alternatives').optionalList();
    return best?.at('languages').optionalList() ?? [];
  });
  const [first, ...others] = new Set(spoken.flatMap((place) => languageAt(place) ?? []));
  if (others.length > 0)
    warnings.push(`${others.join(', ')} is spoken too; a transcript has one language, ${first} here`);
  return first;
}

function entriesOf(
  channel: JsonPlace,
  number: string | undefined,
  language: string | undefined,
): SpokenEntry[] {
  const best = channel.at('alternatives').list()[0];
  if (best === undefined) return [];
  const paragraphs = best.at('paragraphs').at('paragraphs').optionalList();
  if (paragraphs.length > 0) {
    return paragraphs.flatMap((paragraph) =>
      paragraph
        .at('sentences')
        .list()
        .map((place) => ({
          text: place.at('text').text(),
          startMs: place.at('start').seconds(),
          endMs: place.at('end').seconds(),
          speaker: speakerAt(paragraph, number),
          place,
        })),
    );
  }
  const isAttached = isWrittenWithoutSpaces(language);
  return entriesOfWords(
    best
      .at('words')
      .optionalList()
      .map((place) => ({
        text: place.either('punctuated_word', 'word').text(),
        startMs: place.at('start').seconds(),
        endMs: place.at('end').optional((end) => end.seconds()),
        speaker: speakerAt(place, number),
        place,
        isAttached,
      })),
  );
}

/** Voices are numbered in each channel separately. */
function speakerAt(place: JsonPlace, channel: string | undefined): string | undefined {
  const speaker = speakerName(place.at('speaker').optionalId());
  if (channel === undefined) return speaker;
  return speaker === undefined ? `Channel ${channel}` : `Channel ${channel}, ${speaker}`;
}
