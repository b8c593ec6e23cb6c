import { TRY_SECONDS, trySignal } from '../domain/signals/try-signal.ts';
import { Fault } from '../lib/faults.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ADMIN_BODY_BYTES, MAX_ID, Text } from './schemas/common.ts';
import { certaintyFields, Quote, quoteExample } from './schemas/evidence.ts';
import { FollowUp } from './schemas/execution.ts';
import {
  ContextSource,
  checkSignal,
  FollowUpPrompts,
  SaidByField,
  SignalPhrases,
  SignalPrompt,
} from './schemas/signal.ts';

/** Longer than any id of a meeting. */
const MAX_MEETING_ID_LENGTH = 32;
const MEETING_ID = /^[1-9]\d{0,15}$/;

const TryRequest = Type.Object(
  {
    meetingId: Text('The meeting to try the draft on: a whole number as text.', {
      minLength: 1,
      maxLength: MAX_MEETING_ID_LENGTH,
    }),
    signalId: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_ID,
        description:
          'The signal that the draft changes: fields omitted from the draft are those of its current version. ' +
          'Without it, the draft is independent and requires a prompt or phrases.',
      }),
    ),
    prompt: Type.Optional(SignalPrompt),
    phrases: Type.Optional(SignalPhrases),
    saidBy: Type.Optional(SaidByField),
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
    quotes: Type.Array(Quote, { description: 'The evidence.' }),
    followUps: Type.Array(FollowUp, {
      description: 'Answers to the follow-up prompts, if it fires.',
    }),
    provider: Text('AI provider of the evaluation; `phrases` if phrases decided.'),
    model: Text('Its model; `exact` for phrases.'),
    ...certaintyFields,
    inputTokens: Type.Optional(Count('Input tokens; omitted if no model was called.')),
    outputTokens: Type.Optional(Count('Output tokens; omitted if no model was called.')),
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
    'Evaluates a draft on one meeting at once, in the same way as an incoming meeting is evaluated: by its phrases if it ' +
    'has any, else by its prompt. Quotes are verified, and follow-up prompts are answered if the draft fires. Only the ' +
    `number of tokens used is stored. The request is cancelled after ${TRY_SECONDS} s, or if the client disconnects.`,
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
      description: 'The result for the meeting.',
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
        'The meeting has no transcript, the draft does not apply to meetings, or the token budget of the day is ' +
        'used up; the message says which.',
    },
    503: {
      description:
        'The AI provider or the database does not respond, or too many large meetings are being tried at the same ' +
        'time; the Retry-After header says when to retry.',
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
