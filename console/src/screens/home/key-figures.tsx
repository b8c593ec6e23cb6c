import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  type Clock,
  count,
  Figure,
  Figures,
  formatCompact,
  formatDuration,
  formatNumber,
  Meter,
} from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { activityQuery } from '../signals/queries.ts';
import styles from './home.module.css';
import { aiQuery, jobSummaryQuery, latestMeetingsQuery, meetingActivityQuery, type Span } from './queries.ts';
import { queueOf } from './queue.ts';

interface Props {
  span: Span;
  /** The span in words: "in 90 days". */
  words: string;
  /** The clock by which matches are counted. */
  clock: Clock;
  isReady: boolean;
}

/** Home in four numbers: what came in, what fired, what waits, what the provider took. */
export function KeyFigures({ span, words, clock, isReady }: Props) {
  const mayRead = useCan('meetings:read');
  const maySignals = useCan('signals:read');
  const isAdmin = useCan('admin');
  return (
    <div className={styles.full}>
      <Figures>
        {mayRead && <MeetingsFigure {...{ span, words, isReady }} />}
        {maySignals && <FiredFigure {...{ span, words, clock, isReady }} />}
        {isAdmin && <QueueFigure />}
        {isAdmin && <AiFigure />}
      </Figures>
    </div>
  );
}

type SpanProps = { span: Span; words: string; isReady: boolean };

function MeetingsFigure({ span, words, isReady }: SpanProps) {
  const activity = useQuery({ ...meetingActivityQuery(span), enabled: isReady });
  const latest = useQuery(latestMeetingsQuery);
  const sum = activity.data?.reduce((all, { meetings }) => all + meetings, 0);
  const total = latest.data?.total;
  return (
    <Figure
      label={`Meetings ${words}`}
      value={sum === undefined ? (activity.error ? '–' : undefined) : formatNumber(sum)}
      hint={total === undefined ? ' ' : `${formatNumber(total)} in total`}
    />
  );
}

function FiredFigure({ span, words, clock, isReady }: Props) {
  const { data, error } = useQuery({ ...activityQuery(span, clock), enabled: isReady });
  const sum = data?.days.reduce((all, { executions }) => all + executions, 0);
  const signals = new Set(data?.days.map(({ signalId }) => signalId)).size;
  const counted = clock === 'judged' ? ', by evaluation date' : '';
  return (
    <Figure
      label={`Matches ${words}`}
      value={sum === undefined ? (error ? '–' : undefined) : formatNumber(sum)}
      hint={data ? `by ${count(signals, 'signal')}${counted}` : ' '}
    />
  );
}

function QueueFigure() {
  const { data, error } = useQuery(jobSummaryQuery);
  if (!data) return <Figure label="Jobs in the queue" value={error ? '–' : undefined} hint=" " />;
  const { waiting, running, failed, oldestSeconds, isLate } = queueOf(data);
  const oldest = waiting > 0 ? `, the oldest waiting for ${formatDuration(oldestSeconds)}` : '';
  return (
    <Figure
      label="Jobs in the queue"
      value={formatNumber(waiting + running)}
      tone={isLate ? 'warn' : undefined}
      hint={
        failed > 0 ? (
          <Link to="/jobs" search={{ state: 'failed' }} className={styles.bad}>
            {count(failed, 'job')} failed
          </Link>
        ) : (
          `${running} running${oldest}, none failed`
        )
      }
    />
  );
}

function AiFigure() {
  const { data, error } = useQuery(aiQuery);
  if (!data) return <Figure label="AI tokens today" value={error ? '–' : undefined} hint=" " />;
  const { provider, model, today, tokensPerDay, isBudgetUsedUp } = data;
  const used = today.inputTokens + today.outputTokens;
  const label = 'AI tokens today';
  if (tokensPerDay === undefined) {
    const hint =
      provider === 'builtin' ? 'The built-in provider uses none' : `${model}, ${count(today.calls, 'call')}`;
    return <Figure label={label} value={formatCompact(used)} hint={hint} />;
  }
  return (
    <Figure
      label={label}
      value={formatCompact(used)}
      tone={isBudgetUsedUp ? 'warn' : undefined}
      hint={`of ${formatCompact(tokensPerDay)} · ${model}`}
      extra={<Meter label="Share of today’s AI budget used" share={used / tokensPerDay} />}
    />
  );
}
