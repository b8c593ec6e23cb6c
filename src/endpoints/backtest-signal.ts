import { readDayUsage } from '../domain/ai-usage/meter.ts';
import { DEFAULT_MEETINGS, type MeetingChoice } from '../domain/signals/backtest/choose-meetings.ts';
import { MAX_SAMPLED } from '../domain/signals/backtest/estimate.ts';
import { MAX_RUNNING, planBacktest, startBacktest } from '../domain/signals/backtest/start-backtest.ts';
import { parseDateTime } from '../lib/time.ts';
import { type Deps, defineEndpoint } from './define-endpoint.ts';
import {
  BacktestDryRun,
  BacktestRequest,
  backtestEstimateExample,
  StartedBacktest,
} from './schemas/backtest.ts';
import { MAX_ADMIN_BODY_BYTES } from './schemas/common.ts';
import { checkSignal } from './schemas/signal.ts';

/** The parameters that choose meetings from a window; named meetings need none of them. */
const WINDOW_FIELDS = ['from', 'to', 'maxMeetings', 'onlyLabelled'] as const;

export const backtestSignalEndpoint = defineEndpoint({
  operationId: 'backtestSignal',
  address: 'api',
  method: 'POST',
  path: '/admin/v1/signals/backtest',
  scope: ['admin', 'meetings:read'],
  tag: 'Signals',
  summary: 'Try a draft of a signal on past meetings',
  description:
    'Evaluates a draft on past meetings, together with the current version of the signal that it changes, to show what ' +
    'would fire. Executions and coverage are not affected. By default, only an estimate of calls, tokens and cost is ' +
    `returned, extrapolated by length from ${MAX_SAMPLED} evenly spread transcripts. With dryRun false, the backtest ` +
    'starts and runs in the background within the budget of the organization, beginning with the meetings in which ' +
    'evaluations of the signal are labelled. Follow-up prompts are not answered. At ' +
    `most ${MAX_RUNNING} backtests of an organization run at the same time.`,
  body: {
    schema: BacktestRequest,
    check(body, faults) {
      checkSignal(body, faults);
      const { signalId, prompt, meetingIds, onlyLabelled, from, to } = body;
      if (signalId === undefined && prompt === undefined) {
        faults.add('prompt is required if signalId is not given');
      }
      if (meetingIds === undefined && from === undefined && !onlyLabelled) {
        faults.add('from is required if meetingIds is not given');
      }
      if (onlyLabelled && signalId === undefined) {
        faults.add('signalId is required if onlyLabelled is true');
      }
      for (const name of WINDOW_FIELDS) {
        if (meetingIds !== undefined && body[name] !== undefined) {
          faults.add(`meetingIds and ${name} must not be given together`);
        }
      }
      if (from !== undefined && to !== undefined && parseDateTime(to)! < parseDateTime(from)!) {
        faults.add('to must not be before from');
      }
    },
    example: {
      prompt: 'The customer says that the price is too high for them.',
      from: '2026-01-01T00:00:00Z',
      maxMeetings: DEFAULT_MEETINGS,
      dryRun: false,
    },
    maxBytes: MAX_ADMIN_BODY_BYTES,
  },
  answers: {
    200: {
      description: 'The estimate; nothing was started.',
      schema: BacktestDryRun,
      example: { dryRun: true, estimate: { ...backtestEstimateExample, tokensLeftToday: 3_000_000 } },
    },
    202: {
      description: 'The backtest has started.',
      schema: StartedBacktest,
      example: { backtestId: 5, state: 'running', estimate: backtestEstimateExample },
    },
    404: { description: 'The organization has no such signal.' },
    409: { description: 'Too many backtests are running.' },
  },
  async handle({ body, caller, requestId }, deps) {
    const { organizationId } = caller;
    const { signalId, prompt, phrases, saidBy, dryRun = true } = body;
    const plan = await planBacktest(deps, organizationId, {
      draft: { signalId, prompt, phrases, saidBy },
      choice: choiceOf(body),
    });
    const estimate = { ...plan.estimate, tokensLeftToday: await tokensLeftToday(deps, organizationId) };
    if (dryRun) return { status: 200, body: { dryRun, estimate } };
    const backtestId = await startBacktest(deps, { ...caller, requestId }, plan);
    return { status: 202, body: { backtestId, state: 'running', estimate } };
  },
});

function choiceOf(body: {
  from?: string;
  to?: string;
  maxMeetings?: number;
  meetingIds?: string[];
  onlyLabelled?: boolean;
}): MeetingChoice {
  const { from, to, maxMeetings = DEFAULT_MEETINGS, meetingIds, onlyLabelled = false } = body;
  if (meetingIds !== undefined) return { meetingIds };
  return {
    ...(from === undefined ? {} : { fromMs: parseDateTime(from)! }),
    ...(to === undefined ? {} : { toMs: parseDateTime(to)! }),
    maxMeetings,
    onlyLabelled,
  };
}

async function tokensLeftToday({ db, aiSettings: { tokensPerDay } }: Deps, organizationId: number) {
  if (tokensPerDay === undefined) return undefined;
  const { inputTokens, outputTokens, reservedTokens } = await readDayUsage(db, organizationId);
  return Math.max(0, tokensPerDay - inputTokens - outputTokens - reservedTokens);
}
