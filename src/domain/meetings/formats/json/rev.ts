import { transcriptOfEntries } from './entries.ts';
import { languageAt } from './languages.ts';
import type { JsonPlace } from './place.ts';
import type { JsonFormat } from './shape.ts';
import { speakerName } from './speakers.ts';
import { entriesOfWords, type Word } from './words.ts';

/** Transcripts of Rev AI and Rev: monologues, whose elements are words, punctuation and spaces. */
export const rev: JsonFormat = {
  name: 'Rev.ai',
  writtenBy: 'the API of Rev AI (`application/vnd.rev.transcript.v1.0+json`), and the JSON export of Rev',
  source: 'https://docs.rev.ai/api/asynchronous/get-started/',
  marks: [['monologues[].elements[].value', 'monologues[].elements[].type']],
  read: readTranscript,
};

function readTranscript(document: JsonPlace) {
  const names = new Map<string, string>();
  for (const speaker of document.at('speakers').optionalList()) {
    const [id, name] = [speaker.at('id').optionalId(), speaker.at('name').optionalText()];
    if (id !== undefined && name !== undefined) names.set(id, name);
  }
  const entries = document
    .at('monologues')
    .list()
    .flatMap((monologue) => {
      const id = monologue.at('speaker').optionalId();
      const name = monologue.at('speaker_info').at('display_name').optionalText();
      return entriesOfWords(wordsOf(monologue, name ?? (id && names.get(id)) ?? speakerName(id)));
    });
  return transcriptOfEntries(entries, { language: languageAt(document.at('language')) });
}

/** Spaces are elements of their own, and belong to punctuation too. */
function wordsOf(monologue: JsonPlace, speaker: string | undefined): Word[] {
  const words: Word[] = [];
  let isSpaced = true;
  for (const place of monologue.at('elements').list()) {
    const value = place.at('value').text();
    const startMs = place.at('ts').optional((ts) => ts.seconds());
    const endMs = place.at('end_ts').optional((ts) => ts.seconds());
    const isAttached = !isSpaced && !/^\s/.test(value);
    isSpaced = /\s$/.test(value) || (value === '' && isSpaced);
    if (value.trim() !== '') words.push({ text: value.trim(), startMs, endMs, speaker, place, isAttached });
  }
  return words;
}
