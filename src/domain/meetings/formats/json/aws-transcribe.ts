import { byStart, transcriptOfEntries } from './entries.ts';
import { languageAt } from './languages.ts';
import type { JsonPlace } from './place.ts';
import type { JsonFormat } from './shape.ts';
import { speakerName } from './speakers.ts';
import { entriesOfWords, isWrittenWithoutSpaces, type Word } from './words.ts';

const CHANNEL = /^ch_(\d+)$/;

/** Output of Amazon Transcribe: words and punctuation, in each channel or with labels of speakers. */
export const awsTranscribe: JsonFormat = {
  name: 'Amazon Transcribe',
  writtenBy: 'Amazon Transcribe: the output of a transcription job, with speaker labels, channels or neither',
  source: 'https://docs.aws.amazon.com/transcribe/latest/dg/how-input.html#how-it-works-output',
  marks: [['results.items[].alternatives[].content', 'results.items[].type']],
  read: readTranscript,
};

function readTranscript(document: JsonPlace) {
  const results = document.at('results');
  const identified = results.at('language_codes').optionalList()[0];
  const language =
    languageAt(results.at('language_code')) ?? (identified && languageAt(identified.at('language_code')));
  const channels = results.at('channel_labels').at('channels').optionalList();
  if (channels.length === 0) {
    return transcriptOfEntries(entriesOfWords(wordsOf(results.at('items'), labelsOf(results), language)), {
      language,
    });
  }
  const entries = channels.flatMap((channel) => {
    const label = channel.at('channel_label').optionalText();
    const name = label?.replace(CHANNEL, 'Channel $1');
    return entriesOfWords(wordsOf(channel.at('items'), () => name, language));
  });
  return transcriptOfEntries(byStart(entries), { language });
}

type Labels = (item: JsonPlace) => string | undefined;

/** Older output has the labels of speakers only in a list of its own, by the times of the words. */
function labelsOf(results: JsonPlace): Labels {
  const byTimes = new Map<string, string>();
  for (const segment of results.at('speaker_labels').at('segments').optionalList()) {
    for (const item of segment.at('items').optionalList()) {
      const label = item.at('speaker_label').optionalText();
      if (label !== undefined) byTimes.set(timesKey(item), label);
    }
  }
  return (item) => speakerName(item.at('speaker_label').optionalText() ?? byTimes.get(timesKey(item)));
}

function timesKey(item: JsonPlace): string {
  return `${item.at('start_time').value} ${item.at('end_time').value}`;
}

function wordsOf(items: JsonPlace, labels: Labels, language: string | undefined): Word[] {
  const isWithoutSpaces = isWrittenWithoutSpaces(language);
  return items.list().map((place) => {
    const best = place.at('alternatives').list()[0];
    return {
      text: best === undefined ? '' : best.at('content').text(),
      startMs: place.at('start_time').optional((start) => start.seconds()),
      endMs: place.at('end_time').optional((end) => end.seconds()),
      speaker: labels(place),
      place,
      isAttached: isWithoutSpaces || place.at('type').optionalText() === 'punctuation',
    };
  });
}
