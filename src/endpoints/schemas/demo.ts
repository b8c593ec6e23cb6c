import { DEMO_STATES, type DemoStatus } from '../../domain/demo/request-demo.ts';
import { Type } from '../../lib/schema-types.ts';
import { Text } from './common.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const SampleData = Type.Object(
  {
    state: Type.Enum([...DEMO_STATES], {
      description: 'Whether the sample data is there. After `failed`, it can be loaded or removed again.',
    }),
    meetings: Count('Its meetings that are in the organization now.'),
    totalMeetings: Count('All of its meetings.'),
    emails: Count('Its e-mails that are in the organization now.'),
    totalEmails: Count('All of its e-mails.'),
    note: Type.Optional(Text('Why loading or removing it failed.')),
  },
  { title: 'SampleData' },
);

export const sampleDataExample: DemoStatus = {
  state: 'loading',
  meetings: 120,
  totalMeetings: 304,
  emails: 0,
  totalEmails: 82,
};
