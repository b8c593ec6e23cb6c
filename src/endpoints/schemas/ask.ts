import { MAX_ASKED_MEETINGS } from '../../domain/ask/scope.ts';
import type { FaultSink } from '../../http/endpoint.ts';
import { Type } from '../../lib/schema-types.ts';
import { parseDateTime } from '../../lib/time.ts';
import { CrmId, DateTime, Text } from './common.ts';
import { SpeakerSide } from './meeting.ts';
import { momentPlace } from './moment.ts';

export const MAX_QUESTION_CHARACTERS = 1000;

/** Longer than any id of a meeting. */
const MAX_MEETING_ID_LENGTH = 32;

/** The body of a question. */
export const AskRequest = Type.Object(
  {
    question: Text('The question, in any language; its words are searched for in what was said.', {
      minLength: 1,
      maxLength: MAX_QUESTION_CHARACTERS,
    }),
    salesforceAccountId: Type.Optional(CrmId('Only meetings of this CRM account.')),
    meetingIds: Type.Optional(
      Type.Array(Text('Identifier of a meeting.', { minLength: 1, maxLength: MAX_MEETING_ID_LENGTH }), {
        minItems: 1,
        maxItems: MAX_ASKED_MEETINGS,
        description: 'Only these meetings.',
      }),
    ),
    from: Type.Optional(DateTime('Only meetings that start at or after this time.')),
    to: Type.Optional(
      DateTime('Only meetings that end at or before this time. It must not be before `from`.'),
    ),
  },
  { title: 'AskRequest' },
);

/** Checks what the schema cannot express. */
export function checkAsk(
  { question, from, to }: { question: string; from?: string; to?: string },
  faults: FaultSink,
): void {
  if (!/[\p{L}\p{N}]/u.test(question)) faults.add('question must have a letter or a digit');
  if (from !== undefined && to !== undefined && parseDateTime(to)! < parseDateTime(from)!) {
    faults.add('to must not be before from');
  }
}

const AskQuote = Type.Object(
  {
    ...momentPlace,
    speaker: Type.Optional(Text('The speaker, as named by the source.')),
    side: Type.Optional(SpeakerSide),
    text: Text('The words, exactly as in the transcript.'),
    url: Text('The meeting in the console, at this entry.'),
  },
  { title: 'AskQuote' },
);

export const AskSentence = Type.Object(
  {
    text: Text('A sentence of the answer.'),
    quotes: Type.Array(AskQuote, { minItems: 1, description: 'The words that prove it.' }),
  },
  { title: 'AskSentence' },
);

const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const Answer = Type.Object(
  {
    sentences: Type.Array(AskSentence, {
      description: 'The answer, in the order in which it is to be read; empty if nothing was found.',
    }),
    coverage: Type.Object(
      {
        meetingsInScope: Count('Number of meetings that the question is about.'),
        meetingsRead: Count('Number of meetings from which entries were read.'),
        entriesRead: Count(
          'Number of transcript entries that were read: the answer is based on these alone.',
        ),
        unindexedMeetings: Type.Optional(
          Type.Integer({
            minimum: 1,
            description:
              'Number of meetings of the organization that cannot be searched yet, because the words of their transcripts ' +
              'are still being indexed; omitted if there are none.',
          }),
        ),
      },
      { title: 'AskCoverage', description: 'What the answer is based on.' },
    ),
    hint: Type.Optional(
      Text(
        'Why no meeting is in scope, if the organization has none of salesforceAccountId; otherwise omitted.',
      ),
    ),
    dropped: Count('Number of sentences that were left out, because no transcript has their quotes.'),
    provider: Text('AI provider of the answer; `builtin` answers with extracts of what was said.'),
    model: Type.Optional(Text('Its model.')),
    tokens: Type.Optional(
      Type.Object(
        { input: Count('Input tokens.'), output: Count('Output tokens.') },
        { title: 'AskTokens', description: 'The tokens used; omitted if no model was called.' },
      ),
    ),
  },
  { title: 'Answer' },
);

const sentenceExample = {
  text: 'Acme decided on 31 January to renew for two years.',
  quotes: [
    {
      meetingId: '1042',
      title: 'Acme: quarterly review',
      startTime: '2026-01-31T09:30:00Z',
      entryIndex: 1,
      timestampSeconds: 6.5,
      speaker: 'Grace Lund',
      side: 'customer' as const,
      text: 'We decided to renew for two years.',
      url: 'http://127.0.0.1:8080/meetings/1042?t=6&entry=1',
    },
  ],
};

export const answerExample = {
  sentences: [sentenceExample],
  coverage: { meetingsInScope: 42, meetingsRead: 8, entriesRead: 120 },
  dropped: 0,
  provider: 'anthropic',
  model: 'claude-sonnet-4-5',
  tokens: { input: 9310, output: 164 },
};
