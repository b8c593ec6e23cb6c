import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  BarList,
  type Clock,
  ClockSwitch,
  count,
  daysBetween,
  EmptyState,
  FiredRate,
  PageState,
  Panel,
  Sparkline,
  trendOf,
  usePatchSearch,
} from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { type Activity, activityQuery, type SignalItem } from '../signals/queries.ts';
import styles from './home.module.css';
import { type Span, signalNamesQuery } from './queries.ts';

const MAX_SIGNALS = 7;

const HINTS = { call: 'in this period', judged: 'evaluated in this period' };

interface Props {
  span: Span;
  clock: Clock;
  isReady: boolean;
}

/** Shows the matches of each signal and the conversations that it evaluated, most frequent first. */
export function WhatFired({ span, clock, isReady }: Props) {
  const activity = useQuery({ ...activityQuery(span, clock), enabled: isReady });
  const signals = useQuery(signalNamesQuery);
  const patch = usePatchSearch();
  const total = activity.data?.days.reduce((all, { executions }) => all + executions, 0);
  return (
    <Panel
      title="Matches by signal"
      hint={total === undefined ? ' ' : `${count(total, 'match', 'matches')} ${HINTS[clock]}`}
      actions={<Link to="/signals">View all signals</Link>}
    >
      <PageState
        query={signals}
        what="the signals"
        small
        isEmpty={(data) => data.length === 0}
        empty={<NoSignals />}
      >
        {(names) => (
          <>
            <div className={styles.clock}>
              <ClockSwitch
                value={clock}
                onChange={(next) => patch({ clock: next === 'call' ? undefined : next })}
              />
            </div>
            <PageState
              query={activity}
              what="the matches"
              small
              isEmpty={({ days }) => days.length === 0}
              empty={<EmptyState small title="No matches in this period" />}
            >
              {(data) => <Bars {...{ data, names, span }} />}
            </PageState>
          </>
        )}
      </PageState>
    </Panel>
  );
}

interface BarsProps {
  data: Activity;
  names: SignalItem[];
  span: Span;
}

function Bars({ data, names, span }: BarsProps) {
  const days = daysBetween(span.first, span.last);
  const rows = names
    .map((signal) => {
      const own = new Map(
        data.days.filter(({ signalId }) => signalId === signal.id).map((one) => [one.day, one.executions]),
      );
      const values = days.map((day) => own.get(day) ?? 0);
      return { ...signal, values, sum: values.reduce((all, value) => all + value, 0) };
    })
    .sort((a, b) => b.sum - a.sum);
  return (
    <>
      <BarList
        label="Matches by signal"
        bars={rows.slice(0, MAX_SIGNALS).map(({ id, signalName, contextSource, values, sum }) => ({
          key: id,
          label: (
            <Link to="/signals/$id" params={{ id: String(id) }} className={styles.plainLink}>
              {signalName}
            </Link>
          ),
          value: sum,
          valueText: (
            <FiredRate
              fired={sum}
              judged={data.judgedBy && (data.judgedBy.get(id) ?? 0)}
              {...{ contextSource }}
            />
          ),
          extra: <Course {...{ values, sum }} />,
        }))}
      />
      {rows.length > MAX_SIGNALS && (
        <p className={styles.more}>
          and {count(rows.length - MAX_SIGNALS, 'more signal')} with fewer matches
        </p>
      )}
    </>
  );
}

function Course({ values, sum }: { values: number[]; sum: number }) {
  const label = count(sum, 'match', 'matches');
  return <Sparkline values={trendOf(values)} width={72} height={22} label={label} />;
}

function NoSignals() {
  const mayWrite = useCan('admin');
  return (
    <EmptyState
      small
      title="No signals yet"
      action={
        mayWrite && (
          <Button component={Link} to="/signals/new" variant="default">
            Create a signal
          </Button>
        )
      }
    >
      A signal looks for something specific in every new conversation and quotes the words that it found.
    </EmptyState>
  );
}
