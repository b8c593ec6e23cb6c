import Type from 'typebox';
import { TRY_SECONDS, trySignal } from '../domain/signals/try-signal.ts';
import { Fault } from '../lib/faults.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ADMIN_BODY_BYTES, MAX_ID, Text } from './schemas/common.ts';
import { Quote, quoteExample } from './schemas/evidence.ts';
import { FollowUp } from './schemas/execution.ts';
import {
  ContextSource,
  checkSignal,
  FollowUpPrompts,
  SignalPhrases,
  SignalPrompt,
} from './schemas/signal.ts';

/** Longer than any id of a meeting. */
const MAX_MEETING_ID_LENGTH = 32;
const MEETING_ID = /^[1-9]\d{0,15}$/;

const TryRequest = Type.Object(
  {
    meetingId: Text('The meeting to try it on: a whole number as text.', {
      minLength: 1,
      maxLength: MAX_MEETING_ID_LENGTH,
    }),
    signalId: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_ID,
        description:
          'The signal that the draft is a change of: what is left out of the draft is as in its current version. ' +
          'Without it the draft stands alone and needs a prompt or phrases.',
      }),
    ),
    prompt: Type.Optional(SignalPrompt),
    phrases: Type.Optional(SignalPhrases),
    followUpPrompts: Type.Optional(FollowUpPrompts),
    contextSource: Type.Optional(ContextSource),
  },
  { title: 'TryRequest' },
);

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const TriedSignal = Type.Object(
  {
    fired: Type.Boolean({ description: 'Whether it fires in the meeting.' }),
    reason: Text('Why it fires or not.'),
    quotes: Type.Array(Quote, { description: 'What it rests on.' }),
    followUps: Type.Array(FollowUp, {
      description: 'What the follow-up prompts were answered, where it fires.',
    }),
    provider: Text('AI provider that judged; `phrases` where phrases decided.'),
    model: Text('Its model; `exact` for phrases.'),
    inputTokens: Type.Optional(Count('Tokens that the model read; left out where none was asked.')),
    outputTokens: Type.Optional(Count('Tokens that it wrote; left out where none was asked.')),
  },
  { title: 'TriedSignal' },
);

export const trySignalEndpoint = defineEndpoint({
  operationId: 'trySignal',
  address: 'api',
  method: 'POST',
  path: '/admin/v1/signals/try',
  scope: ['admin', 'meetings:read'],
  tag: 'Signals',
  summary: 'Try a draft of a signal on one meeting',
  description:
    'Judges one meeting by a draft, at once and in the way in which what comes in is judged: by its phrases where it ' +
    'has any, else by its prompt; quotes are verified, follow-up prompts asked where it fires. Nothing is stored but ' +
    `the tokens it takes. It is given up after ${TRY_SECONDS} s, and when the caller leaves.`,
  body: {
    schema: TryRequest,
    check(body, faults) {
      checkSignal(body, faults);
      const { signalId, prompt, phrases = [] } = body;
      if (signalId === undefined && prompt === undefined && phrases.length === 0) {
        faults.add('prompt or phrases is required if signalId is not given');
      }
    },
    example: { prompt: 'The customer says that the price is too high for them.', meetingId: '1042' },
    maxBytes: MAX_ADMIN_BODY_BYTES,
  },
  answers: {
    200: {
      description: 'What it says of the meeting.',
      schema: TriedSignal,
      example: {
        fired: true,
        reason: 'Grace says that the price is what keeps them from signing.',
        quotes: [quoteExample],
        followUps: [],
        provider: 'anthropic',
        model: 'claude-sonnet-4-5',
        inputTokens: 11_402,
        outputTokens: 212,
      },
    },
    404: { description: 'The organization has no such signal or meeting.' },
    409: {
      description:
        "The meeting has no transcript, the draft judges no meetings, or the day's tokens are used up; the message says which.",
    },
    503: {
      description:
        'The AI provider or the database does not answer, or too many large meetings are tried at once; the Retry-After ' +
        'header says when to try again.',
    },
  },
  async handle({ body: { meetingId, ...draft }, caller, untilLeft }, { db, ai, aiSettings, tries }) {
    if (!MEETING_ID.test(meetingId)) throw new Fault('missing', 'There is no such meeting');
    const { tokensPerDay } = aiSettings;
    const asked = { draft, meetingId: Number(meetingId) };
    const body = await trySignal({ db, ai, tries }, caller.organizationId, asked, {
      tokensPerDay,
      signal: untilLeft(),
    });
    return { status: 200, body };
  },
});
