import type { components } from '@parley/client';
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';

export type SampleData = components['schemas']['SampleData'];

/** The interval at which the state is read while the sample data is loaded or removed. */
const POLL_MS = 1000;

/** Whether the invented company is in the organization, and how far loading or removing it is. */
export const sampleDataQuery = queryOptions({
  queryKey: ['sample-data'],
  queryFn: ({ signal }) => unwrap(api.GET('/admin/v1/demo', { signal })),
  refetchInterval: ({ state: { data } }) => (data && isChanging(data) ? POLL_MS : false),
});

/** True while the sample data is loaded or removed in the background. */
export const isChanging = ({ state }: SampleData) => state === 'loading' || state === 'removing';

/** The conversations that are there, and all that there are. */
export const conversationsOf = ({ meetings, emails, totalMeetings, totalEmails }: SampleData) => ({
  present: meetings + emails,
  total: totalMeetings + totalEmails,
});
