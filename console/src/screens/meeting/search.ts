import { oneOf, searchOf, whole } from '../../search-params.ts';

/** The tabs beside the transcript. On a phone the transcript is one of them. */
export const TABS = ['transcript', 'summary', 'signals', 'people', 'crm', 'versions'] as const;
export type MeetingTab = (typeof TABS)[number];

/** A meeting: `t` the second to start at, `entry` the transcript entry to show, `signal` whose evidence is marked. */
export const meetingSearch = searchOf({
  t: whole(0),
  entry: whole(0),
  signal: whole(1),
  tab: oneOf(...TABS),
});

/** The parsed search of the meeting screen. */
export type MeetingSearch = ReturnType<typeof meetingSearch>;
