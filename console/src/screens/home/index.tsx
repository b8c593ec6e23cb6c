import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { AskBox, addDays, dayOf, PageHeader, TimeText, usePatchSearch } from '../../parts/index.ts';
import { useCan, useSession } from '../../shell/session.ts';
import { FirstSteps } from './first-steps.tsx';
import { Health } from './health.tsx';
import styles from './home.module.css';
import { KeyFigures } from './key-figures.tsx';
import { LatestExecutions, LatestMeetings } from './latest.tsx';
import { MeetingsChart } from './meetings-chart.tsx';
import { latestEmailQuery, latestMeetingsQuery } from './queries.ts';
import { SampleDataBanner } from './sample-data.tsx';
import { SPANS } from './search.ts';
import { WhatFired } from './what-fired.tsx';

const route = getRouteApi('/shell/');
const DEFAULT_SPAN = '90';

const SPAN_NAMES = { '7': '7 days', '30': '30 days', '90': '90 days', '365': '12 months' };

/** The home screen: health, new meetings and matches. */
export function HomeScreen() {
  const { organization } = useSession();
  const mayRead = useCan('meetings:read');
  const maySignals = useCan('signals:read');
  const isAdmin = useCan('admin');
  const { clock = 'call' } = route.useSearch();
  const patch = usePatchSearch();
  const { span, days, newestAt, isOld, isNew, isReady } = useSpan(mayRead);
  return (
    <>
      <PageHeader
        title={organization.name}
        subtitle={<Health />}
        actions={
          !isNew &&
          (mayRead || maySignals) && (
            <SegmentedControl
              aria-label="Period"
              data={SPANS.map((value) => ({ value, label: SPAN_NAMES[value] }))}
              value={days}
              onChange={(value) => patch({ days: value === DEFAULT_SPAN ? undefined : value })}
            />
          )
        }
      />
      {isAdmin && <SampleDataBanner />}
      {isNew && <FirstSteps />}
      {!isNew && (
        <div className={styles.grid}>
          {isOld && (
            <p className={styles.note}>
              The newest conversation is from <TimeText at={newestAt!} style="day" />. The charts show the{' '}
              {SPAN_NAMES[days]} before it.
            </p>
          )}
          {mayRead && (
            <div className={styles.full}>
              <AskBox about="all meetings" />
            </div>
          )}
          <KeyFigures {...{ span, clock, isReady }} words={`in ${SPAN_NAMES[days]}`} />
          {mayRead && <MeetingsChart span={span} isReady={isReady} />}
          {maySignals && <WhatFired {...{ span, clock, isReady }} />}
          {mayRead && <LatestMeetings />}
          {maySignals && <LatestExecutions />}
        </div>
      )}
    </>
  );
}

/**
 * The days that Home shows, one span for all: up to the day in the URL, else today. Where the newest conversation is older
 * than all of that, the span ends with it, so that a quiet month does not look like an empty house. The newest e-mail is
 * read only where no meeting reaches into the days.
 */
function useSpan(mayRead: boolean) {
  const { days = DEFAULT_SPAN, until } = route.useSearch();
  const length = Number(days);
  const last = until ?? dayOf(Date.now());
  const isBefore = (at: string | undefined) =>
    at === undefined || at.slice(0, 10) < addDays(last, 1 - length);
  const meetings = useQuery({ ...latestMeetingsQuery, enabled: mayRead });
  const meetingAt = meetings.data?.items[0]?.startTime;
  const asksEmails = meetings.data !== undefined && isBefore(meetingAt);
  const emails = useQuery({ ...latestEmailQuery, enabled: asksEmails });
  const newestAt = [meetingAt, emails.data?.items[0]?.sentAt]
    .filter((at) => at !== undefined)
    .sort()
    .at(-1);
  const isRead = meetings.isError || (asksEmails ? !emails.isPending : meetings.data !== undefined);
  const isOld = until === undefined && isRead && newestAt !== undefined && isBefore(newestAt);
  const end = isOld ? newestAt.slice(0, 10) : last;
  return {
    span: { first: addDays(end, 1 - length), last: end },
    days,
    newestAt,
    isOld,
    isNew: meetings.data?.total === 0 && emails.data?.total === 0,
    isReady: !mayRead || isRead,
  };
}
