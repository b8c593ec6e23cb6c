import { byStart, transcriptOfEntries } from './entries.ts';
import { languageAt } from './languages.ts';
import type { JsonPlace } from './place.ts';
import type { JsonFormat } from './shape.ts';
import { speakerName } from './speakers.ts';
import { entriesOfWords, isWrittenWithoutSpaces, type Word } from './words.ts';

/** The label of words whose speaker is not known. */
const UNKNOWN_SPEAKER = 'UU';

/** Transcripts of Speechmatics: words, entities such as numbers, and punctuation. */
export const speechmatics: JsonFormat = {
  name: 'Speechmatics',
  writtenBy: 'Speechmatics (`json-v2`, and the older version 1.0)',
  source: 'https://docs.speechmatics.com/speech-to-text/batch/output',
  marks: [
    ['results[].alternatives[].content', 'results[].type', 'format', 'metadata'],
    ['words[].name', 'words[].time', 'words[].duration', 'format'],
  ],
  read: (document) => (document.at('words').isAbsent ? readTranscript(document) : readVersion1(document)),
};

function readTranscript(document: JsonPlace) {
  const metadata = document.at('metadata');
  const delimiter = metadata.at('language_pack_info').at('word_delimiter').value;
  const results = document
    .at('results')
    .list()
    .filter((result) => result.at('alternatives').optionalList().length > 0);
  const spoken = results[0]?.at('alternatives').list()[0];
  const language =
    languageAt(metadata.at('transcription_config').at('language')) ??
    (spoken && languageAt(spoken.at('language')));
  // Some documents in languages with spaces state an empty delimiter, too.
  const isJoined = delimiter === '' && (language === undefined || isWrittenWithoutSpaces(language));
  const words: Word[] = [];
  let attachesNext = false;
  for (const place of results) {
    const best = place.at('alternatives').list()[0]!;
    const label = best.at('speaker').optionalText();
    const channel = place.at('channel').optionalText();
    const attachesTo = place.at('attaches_to').optionalText() ?? '';
    const isPunctuation = place.at('type').optionalText() === 'punctuation';
    words.push({
      text: best.at('content').text(),
      startMs: place.at('start_time').seconds(),
      endMs: place.at('end_time').seconds(),
      speaker: label === UNKNOWN_SPEAKER ? channel : (speakerName(label) ?? channel),
      place,
      isAttached:
        attachesNext ||
        isJoined ||
        (isPunctuation && attachesTo === '') ||
        ['previous', 'both'].includes(attachesTo),
    });
    attachesNext = ['next', 'both'].includes(attachesTo);
  }
  return transcriptOfEntries(byStart(entriesOfWords(words)), { language });
}

/** Version 1.0 has the times at which speakers begin, in a list of their own, and no other mark of punctuation. */
function readVersion1(document: JsonPlace) {
  const turns = document
    .at('speakers')
    .optionalList()
    .map((turn) => ({ fromMs: turn.at('time').seconds(), name: turn.at('name').optionalText() }));
  let turn = -1;
  const words = document
    .at('words')
    .list()
    .map((place): Word => {
      const text = place.at('name').text();
      const startMs = place.at('time').seconds();
      const isAttached = /^[.,?!]$/.test(text);
      while (!isAttached && turn + 1 < turns.length && turns[turn + 1]!.fromMs <= startMs) turn += 1;
      const speaker = speakerName(turns[turn]?.name);
      return { text, startMs, endMs: startMs + place.at('duration').seconds(), speaker, place, isAttached };
    });
  return transcriptOfEntries(entriesOfWords(words), { language: languageAt(document.at('job').at('lang')) });
}
