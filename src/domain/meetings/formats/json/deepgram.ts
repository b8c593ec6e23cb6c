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
  const language = channels.map((channel) => languageAt(channel.at('detected_language'))).find(Boolean);
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
  return transcriptOfEntries(byStart(entries), { language });
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
