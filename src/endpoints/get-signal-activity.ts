import Type from 'typebox';
import {
  readConversationActivity,
  readConversationsJudged,
} from '../domain/signals/conversation-activity.ts';
import { readSignalActivity } from '../domain/signals/signal-activity.ts';
import { flag, oneOf, withFallback } from '../http/params.ts';
import { Fault } from '../lib/faults.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { activityWindow, boundedWindow, Count, Day } from './schemas/activity.ts';

const SignalDay = Type.Object(
  {
    day: Day,
    signalId: Type.Integer({ description: 'Identifier of the signal.' }),
    executions: Count('How often it fired on this day, in meetings and e-mails.'),
  },
  { title: 'SignalDay' },
);

const SignalJudged = Type.Object(
  {
    signalId: Type.Integer({ description: 'Identifier of the signal.' }),
    conversations: Count('Conversations of the window that it judged, whether or not it fired.'),
  },
  { title: 'SignalJudged' },
);

export const getSignalActivityEndpoint = defineEndpoint({
  operationId: 'getSignalActivity',
  address: 'api',
  method: 'GET',
  path: '/v2/signals/activity',
  scope: 'signals:read',
  tag: 'Signals',
  summary: 'Count executions by day',
  description:
    'How often each signal fired on each day of a window. By default the days are those of the conversations: when a ' +
    'meeting started or an e-mail was sent. With `clock=judged` they are those of judging, as in the lists of ' +
    'executions. Days without any are left out.',
  query: {
    ...activityWindow('Executions in conversations'),
    clock: withFallback(
      oneOf({
        description: 'Which time counts: of the conversation (`call`) or of judging it (`judged`).',
        values: ['call', 'judged'],
      }),
      'call',
    ),
    includeJudged: flag({
      description: 'Adds how many conversations of the window each signal judged. Not with `clock=judged`.',
    }),
  },
  answers: {
    200: {
      description: 'The days, in their order, then by signal.',
      schema: Type.Object(
        {
          days: Type.Array(SignalDay),
          judged: Type.Optional(
            Type.Array(SignalJudged, {
              description: 'What the executions are a part of, by signal; only when asked for.',
            }),
          ),
        },
        { title: 'SignalActivity' },
      ),
      example: {
        days: [{ day: '2026-01-31', signalId: 17, executions: 3 }],
        judged: [{ signalId: 17, conversations: 35 }],
      },
    },
  },
  async handle({ query, caller: { organizationId } }, { db }) {
    const { clock, includeJudged } = query;
    const window = boundedWindow(query);
    if (clock === 'judged') {
      if (includeJudged) throw new Fault('invalid', 'includeJudged must not be combined with clock=judged');
      return { status: 200, body: { days: await readSignalActivity(db, organizationId, window) } };
    }
    const days = await readConversationActivity(db, organizationId, window);
    if (!includeJudged) return { status: 200, body: { days } };
    return { status: 200, body: { days, judged: await readConversationsJudged(db, organizationId, window) } };
  },
});
