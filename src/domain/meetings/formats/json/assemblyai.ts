import { transcriptOfEntries } from './entries.ts';
import { languageAt } from './languages.ts';
import type { JsonPlace } from './place.ts';
import type { JsonFormat } from './shape.ts';
import { speakerName } from './speakers.ts';
import { entriesOfWords, isWrittenWithoutSpaces } from './words.ts';

/** Transcripts of AssemblyAI: utterances if speakers were separated, else words. Times are in milliseconds. */
export const assemblyAi: JsonFormat = {
  name: 'AssemblyAI',
  writtenBy: 'the API of AssemblyAI: a transcript with `utterances` or `words`',
  source: 'https://www.assemblyai.com/docs/api-reference/transcripts/get',
  marks: [
    ['utterances[].start', 'utterances[].end', 'utterances[].text'],
    ['words[].text', 'words[].start', 'words[].end'],
  ],
  read: readTranscript,
};

function readTranscript(document: JsonPlace) {
  const language = languageAt(document.at('language_code'));
  const utterances = document.at('utterances').optionalList();
  if (utterances.length > 0) return transcriptOfEntries(utterances.map(stretchAt), { language });
  const isAttached = isWrittenWithoutSpaces(language);
  const words = document
    .at('words')
    .optionalList()
    .map((word) => ({ ...stretchAt(word), isAttached }));
  return transcriptOfEntries(entriesOfWords(words), { language });
}

function stretchAt(place: JsonPlace) {
  return {
    text: place.at('text').text(),
    startMs: place.at('start').milliseconds(),
    endMs: place.at('end').milliseconds(),
    speaker: speakerName(place.either('speaker', 'channel').optionalId()),
    place,
  };
}
