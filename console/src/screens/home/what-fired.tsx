import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  BarList,
  byWeek,
  count,
  daysBetween,
  EmptyState,
  formatNumber,
  PageState,
  Panel,
  Sparkline,
} from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import styles from './home.module.css';
import { type Span, signalActivityQuery, signalNamesQuery } from './queries.ts';

const MAX_SIGNALS = 7;
const MAX_POINTS = 31;

/** How often each signal fired, the most frequent first. */
export function WhatFired({ span, isReady }: { span: Span; isReady: boolean }) {
  const activity = useQuery({ ...signalActivityQuery(span), enabled: isReady });
  const signals = useQuery(signalNamesQuery);
  const total = activity.data?.reduce((all, { executions }) => all + executions, 0);
  return (
    <Panel
      title="What fired"
      hint={total === undefined ? ' ' : `${count(total, 'time')} in these days`}
      actions={<Link to="/signals">All signals</Link>}
    >
      <PageState
        query={signals}
        what="the signals"
        small
        isEmpty={(data) => data.length === 0}
        empty={<NoSignals />}
      >
        {(names) => (
          <PageState
            query={activity}
            what="what fired"
            small
            isEmpty={(data) => data.length === 0}
            empty={<EmptyState small title="Nothing fired in these days" />}
          >
            {(data) => <Bars {...{ data, names, span }} />}
          </PageState>
        )}
      </PageState>
    </Panel>
  );
}

interface BarsProps {
  data: { day: string; signalId: number; executions: number }[];
  names: { id: number; signalName: string }[];
  span: Span;
}

function Bars({ data, names, span }: BarsProps) {
  const days = daysBetween(span.first, span.last);
  const rows = names
    .map(({ id, signalName }) => {
      const own = new Map(
        data.filter(({ signalId }) => signalId === id).map((one) => [one.day, one.executions]),
      );
      const values = days.map((day) => own.get(day) ?? 0);
      return { id, signalName, values, sum: values.reduce((all, value) => all + value, 0) };
    })
    .sort((a, b) => b.sum - a.sum);
  return (
    <>
      <BarList
        label="Executions by signal"
        bars={rows.slice(0, MAX_SIGNALS).map(({ id, signalName, values, sum }) => ({
          key: id,
          label: (
            <Link to="/signals/$id" params={{ id: String(id) }} className={styles.plainLink}>
              {signalName}
            </Link>
          ),
          value: sum,
          extra: <Course {...{ days, values, sum }} />,
        }))}
      />
      {rows.length > MAX_SIGNALS && (
        <p className={styles.more}>and {count(rows.length - MAX_SIGNALS, 'signal')} that fired less often</p>
      )}
    </>
  );
}

function Course({ days, values, sum }: { days: string[]; values: number[]; sum: number }) {
  const series = [{ key: 'all', label: '', color: '', values }];
  const points = byWeek(days, series, MAX_POINTS).series[0]!.values;
  return <Sparkline values={points} width={72} height={22} label={`Fired ${formatNumber(sum)} times`} />;
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
            Write the first
          </Button>
        )
      }
    >
      A signal looks out for something in every conversation and quotes where it found it.
    </EmptyState>
  );
}
