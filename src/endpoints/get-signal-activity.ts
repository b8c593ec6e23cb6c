import {
  readConversationActivity,
  readConversationsJudged,
} from '../domain/signals/conversation-activity.ts';
import { readSignalActivity } from '../domain/signals/signal-activity.ts';
import { flag, oneOf, withFallback } from '../http/params.ts';
import { Fault } from '../lib/faults.ts';
import { Type } from '../lib/schema-types.ts';
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
    conversations: Count('Conversations of the window for which it was evaluated, whether or not it fired.'),
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
    'Returns how often each signal fired on each day of a window. By default, an execution counts on the day ' +
    'of its conversation: the day on which the meeting started or the e-mail was sent. With `clock=judged`, it ' +
    'counts on the day of its evaluation, as in the lists of executions. Days without executions are omitted.',
  query: {
    ...activityWindow('executions in conversations'),
    clock: withFallback(
      oneOf({
        description:
          'The time that counts: that of the conversation (`call`) or that of its evaluation (`judged`).',
        values: ['call', 'judged'],
      }),
      'call',
    ),
    includeJudged: flag({
      description:
        'Adds the number of conversations in the window that each signal evaluated. It cannot be combined with ' +
        '`clock=judged`.',
    }),
  },
  answers: {
    200: {
      description: 'The days, in ascending order, then by signal.',
      schema: Type.Object(
        {
          days: Type.Array(SignalDay),
          judged: Type.Optional(
            Type.Array(SignalJudged, {
              description: 'The conversations evaluated, by signal; only if requested.',
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
