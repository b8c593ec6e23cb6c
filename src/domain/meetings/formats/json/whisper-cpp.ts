import { transcriptOfEntries } from './entries.ts';
import { languageAt } from './languages.ts';
import type { JsonFormat } from './shape.ts';
import { speakerName } from './speakers.ts';

/** The JSON of whisper.cpp. `?` is a voice that it could not tell. */
export const whisperCpp: JsonFormat = {
  name: 'whisper.cpp',
  writtenBy: 'whisper.cpp (`--output-json`)',
  source: 'https://github.com/ggml-org/whisper.cpp/blob/master/examples/cli/cli.cpp',
  marks: [['transcription[].offsets.from', 'transcription[].offsets.to', 'transcription[].text']],
  read(document) {
    const entries = document
      .at('transcription')
      .list()
      .map((place) => {
        const speaker = place.at('speaker').optionalId();
        return {
          text: place.at('text').text(),
          startMs: place.at('offsets').at('from').milliseconds(),
          endMs: place.at('offsets').at('to').milliseconds(),
          speaker: speaker === '?' ? undefined : speakerName(speaker),
          place,
        };
      });
    return transcriptOfEntries(entries, { language: languageAt(document.at('result').at('language')) });
  },
};
