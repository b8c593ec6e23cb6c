import Type from 'typebox';
import { readSignalActivity } from '../domain/signals/signal-activity.ts';
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

export const getSignalActivityEndpoint = defineEndpoint({
  operationId: 'getSignalActivity',
  address: 'api',
  method: 'GET',
  path: '/v2/signals/activity',
  scope: 'signals:read',
  tag: 'Signals',
  summary: 'Count executions by day',
  description:
    'How often each signal fired on each day of a window, by the moment of judging, as the lists of executions count. ' +
    'Days without any are left out.',
  query: activityWindow('Executions triggered'),
  answers: {
    200: {
      description: 'The days, in their order, then by signal.',
      schema: Type.Object({ days: Type.Array(SignalDay) }, { title: 'SignalActivity' }),
      example: { days: [{ day: '2026-01-31', signalId: 17, executions: 3 }] },
    },
  },
  async handle({ query, caller: { organizationId } }, { db }) {
    return {
      status: 200,
      body: { days: await readSignalActivity(db, organizationId, boundedWindow(query)) },
    };
  },
});
