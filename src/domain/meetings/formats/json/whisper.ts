import { type SpokenEntry, transcriptOfEntries } from './entries.ts';
import { languageAt } from './languages.ts';
import type { JsonPlace } from './place.ts';
import type { JsonFormat } from './shape.ts';
import { speakerName } from './speakers.ts';
import { entriesOfWords } from './words.ts';

/** The JSON of Whisper and of the programs around it: segments or chunks, which WhisperX gives speakers. */
export const whisper: JsonFormat = {
  name: 'Whisper',
  writtenBy:
    'Whisper, WhisperX, faster-whisper, whisper-timestamped, the transcription API of OpenAI (`verbose_json`, `diarized_json`), and pipelines of Transformers',
  source:
    'https://platform.openai.com/docs/api-reference/audio/verbose-json-object; https://github.com/m-bain/whisperX',
  marks: [
    ['segments[].start', 'segments[].end', 'segments[].text'],
    ['words[].word', 'words[].start', 'text'],
    ['chunks[].timestamp[]', 'chunks[].text'],
  ],
  read: readTranscript,
};

function readTranscript(document: JsonPlace) {
  return transcriptOfEntries(entriesOf(document), { language: languageAt(document.at('language')) });
}

function entriesOf(document: JsonPlace): SpokenEntry[] {
  if (!document.at('chunks').isAbsent) return chunksOf(document);
  const segments = document.at('segments').optionalList();
  if (segments.length > 0) {
    return segments.map((place) => ({
      text: place.at('text').text(),
      startMs: place.at('start').seconds(),
      endMs: place.at('end').optional((end) => end.seconds()),
      speaker: speakerName(place.at('speaker').optionalId()),
      place,
    }));
  }
  const words = document.at('words').optionalList();
  return entriesOfWords(
    words.map((place) => ({
      text: place.at('word').text(),
      startMs: place.at('start').seconds(),
      endMs: place.at('end').optional((end) => end.seconds()),
      speaker: speakerName(place.at('speaker').optionalId()),
      place,
    })),
  );
}

/** Pipelines with separated speakers repeat the chunks in `speakers`, with a speaker each. */
function chunksOf(document: JsonPlace): SpokenEntry[] {
  const bySpeaker = document.at('speakers').optionalList();
  const chunks = bySpeaker.length > 0 ? bySpeaker : document.at('chunks').list();
  return chunks.map((place) => {
    const [start, end] = place.at('timestamp').list();
    return {
      text: place.at('text').text(),
      startMs: start?.optional((time) => time.seconds()),
      endMs: end?.optional((time) => time.seconds()),
      speaker: speakerName(place.at('speaker').optionalId()),
      place,
    };
  });
}
