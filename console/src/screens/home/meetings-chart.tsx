import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  chartColor,
  count,
  DaysChart,
  daysBetween,
  EmptyState,
  PageState,
  Panel,
  type Series,
  sourceName,
} from '../../parts/index.ts';
import styles from './home.module.css';
import { meetingActivityQuery, type Span } from './queries.ts';

const MAX_SERIES = 6;

type Activity = { day: string; sourceType: string; meetings: number }[];

/** One series for each source, the largest first; all after the fifth are one. */
export function seriesOf(activity: Activity, days: readonly string[]): Series[] {
  const indexes = new Map(days.map((day, index) => [day, index]));
  const bySource = new Map<string, number[]>();
  for (const { day, sourceType, meetings } of activity) {
    const values = bySource.get(sourceType) ?? days.map(() => 0);
    bySource.set(sourceType, values);
    const index = indexes.get(day);
    if (index !== undefined) values[index]! += meetings;
  }
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const sorted = [...bySource].sort(([, a], [, b]) => sum(b) - sum(a));
  const own = sorted.slice(0, sorted.length > MAX_SERIES ? MAX_SERIES - 1 : MAX_SERIES);
  const rest = sorted.slice(own.length);
  const series = own.map(([source, values], index) => ({
    key: source,
    label: sourceName(source),
    color: chartColor(index),
    values,
  }));
  if (rest.length === 0) return series;
  const values = days.map((_, index) => rest.reduce((all, [, one]) => all + (one[index] ?? 0), 0));
  return [...series, { key: 'others', label: `${rest.length} other sources`, color: chartColor(7), values }];
}

/** Shows the meetings per day and source. */
export function MeetingsChart({ span, isReady }: { span: Span; isReady: boolean }) {
  const query = useQuery({ ...meetingActivityQuery(span), enabled: isReady });
  const days = daysBetween(span.first, span.last);
  const total = query.data?.reduce((all, { meetings }) => all + meetings, 0);
  return (
    <Panel
      title="Meetings"
      hint={total === undefined ? ' ' : `${count(total, 'meeting')}, by date and source`}
      actions={<Link to="/meetings">View all meetings</Link>}
      className={styles.wide}
    >
      <PageState
        query={query}
        what="the meetings"
        small
        isEmpty={(data) => data.length === 0}
        empty={<EmptyState small title="No meetings in this period" />}
      >
        {(data) => (
          <DaysChart
            label="Meetings per day"
            noun="meeting"
            days={days}
            series={seriesOf(data, days)}
            height={244}
          />
        )}
      </PageState>
    </Panel>
  );
}
