import { transcriptOfEntries } from './entries.ts';
import type { JsonFormat } from './shape.ts';

/** Meetings of the research corpus QMSum. They have no times. */
export const qmSum: JsonFormat = {
  name: 'QMSum',
  writtenBy: 'the corpus QMSum: a meeting, or a meeting a line',
  source: 'https://github.com/Yale-LILY/QMSum',
  marks: [['meeting_transcripts[].speaker', 'meeting_transcripts[].content']],
  read(document) {
    const entries = document
      .at('meeting_transcripts')
      .list()
      .map((place) => ({
        text: place.at('content').text(),
        speaker: place.at('speaker').optionalText(),
        place,
      }));
    return transcriptOfEntries(entries);
  },
};
