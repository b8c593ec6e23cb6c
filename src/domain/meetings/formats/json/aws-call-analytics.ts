import { transcriptOfEntries } from './entries.ts';
import { languageAt } from './languages.ts';
import type { JsonFormat } from './shape.ts';

/** Output of Amazon Transcribe Call Analytics: turns of the agent and of the customer. */
export const awsCallAnalytics: JsonFormat = {
  name: 'Amazon Transcribe Call Analytics',
  writtenBy: 'Amazon Transcribe: the output of a call analytics job',
  source: 'https://docs.aws.amazon.com/transcribe/latest/dg/call-analytics-batch.html#tca-output-batch',
  marks: [['Transcript[].Content', 'Transcript[].BeginOffsetMillis', 'Transcript[].ParticipantRole']],
  read(document) {
    const entries = document
      .at('Transcript')
      .list()
      .map((place) => ({
        text: place.at('Content').text(),
        startMs: place.at('BeginOffsetMillis').milliseconds(),
        endMs: place.at('EndOffsetMillis').optional((end) => end.milliseconds()),
        speaker: roleName(place.at('ParticipantRole').optionalText()),
        place,
      }));
    return transcriptOfEntries(entries, { language: languageAt(document.at('LanguageCode')) });
  },
};

/** `AGENT` is shown as `Agent`. */
function roleName(role: string | undefined): string | undefined {
  return role && role.charAt(0).toUpperCase() + role.slice(1).toLowerCase();
}
