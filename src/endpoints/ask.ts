import { ask } from '../domain/ask/ask.ts';
import { canonicalCrmId } from '../lib/salesforce-id.ts';
import { parseDateTime } from '../lib/time.ts';
import { answerWhole, streamAnswer } from './answer-question.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { Answer, AskRequest, answerExample, checkAsk } from './schemas/ask.ts';
import { MAX_ADMIN_BODY_BYTES } from './schemas/common.ts';

const EVENT_STREAM = 'text/event-stream';

export const askEndpoint = defineEndpoint({
  operationId: 'ask',
  address: 'api',
  method: 'POST',
  path: '/v1/ask',
  scope: 'meetings:read',
  tag: 'Meetings',
  summary: 'Ask a question about what was said',
  description:
    'Answers a question in sentences, each with the words that prove it. The words of the question are searched for in the ' +
    'transcripts of all meetings, or of those that the body names; the entries around them are read up to a bound, and the ' +
    'AI provider answers from these alone, in one call. Each quote is compared with the transcript: a sentence without a ' +
    'quote that stands there word for word is left out, and counted in `dropped`. `coverage` tells how much was read. The ' +
    'built-in provider, which has no model, answers with the sentences that contain most words of the question. Nothing is ' +
    'stored except the number of tokens used.\n\n' +
    'With `Accept: text/event-stream` the answer is sent as server-sent events: `progress` (`step` is `searching`, then ' +
    '`answering`), each `sentence` as soon as it is verified, and `done` with all other fields; or `error` with `status` ' +
    'and `error`, if it fails after it has begun.',
  body: {
    schema: AskRequest,
    check: checkAsk,
    example: { question: 'What did Acme decide about the renewal?', from: '2026-01-01T00:00:00Z' },
    maxBytes: MAX_ADMIN_BODY_BYTES,
  },
  answers: {
    200: {
      description: 'The answer.',
      schema: Answer,
      example: answerExample,
    },
    404: { description: 'The organization does not have one of the meetings of meetingIds.' },
    429: {
      description:
        'The token budget of the day is used up, or the API key has exceeded the limit of requests per minute; the ' +
        'Retry-After header says when to retry.',
    },
    503: {
      description:
        'The AI provider or the database does not respond, or too many questions are being answered at the same time; ' +
        'the Retry-After header says when to retry.',
    },
  },
  async handle({ body, caller, requestId, headers, untilLeft, log: requestLog }, deps) {
    const { question, salesforceAccountId, meetingIds, from, to } = body;
    const asked = {
      question,
      meetingIds,
      accountId: salesforceAccountId === undefined ? undefined : canonicalCrmId(salesforceAccountId),
      fromMs: from === undefined ? undefined : parseDateTime(from),
      toMs: to === undefined ? undefined : parseDateTime(to),
    };
    const { tokensPerDay } = deps.aiSettings;
    const { organizationId } = caller;
    const log = requestLog();
    const steps = ask(deps, organizationId, asked, { tokensPerDay, signal: untilLeft(), caller, log });
    const answering = { steps, deps, actor: { ...caller, requestId }, log };
    const isStream = headers.accept?.split(/[,;]/).some((one) => one.trim() === EVENT_STREAM);
    if (!isStream) return { status: 200, body: await answerWhole(answering) };
    return {
      status: 200,
      headers: { 'Content-Type': `${EVENT_STREAM}; charset=utf-8`, 'Cache-Control': 'no-store' },
      stream: await streamAnswer(answering),
    };
  },
});
