import { Button } from '@mantine/core';
import IconAdd from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconSignals from '@tabler/icons-react/dist/esm/icons/IconTargetArrow.mjs';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  addDays,
  type Column,
  count,
  DataTable,
  DateRangeFilter,
  DEFAULT_PAGE_SIZE,
  daysBetween,
  EmptyState,
  FilterBar,
  PageHeader,
  Pager,
  PageState,
  Panel,
  SelectFilter,
  TableSkeleton,
  TextFilter,
  usePatchSearch,
  windowOf,
} from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { Asked, Covered, Fired, Judges, LastFired } from './cells.tsx';
import { EnabledSwitch } from './enabled-switch.tsx';
import { activityQuery, type SignalItem, signalsQuery, type Window } from './queries.ts';
import type { SignalsSearch } from './search.ts';
import styles from './signals.module.css';

const route = getRouteApi('/shell/signals');

/** The days of the sparkline. */
const FIRED_DAYS = 30;
/** As many need no pages. */
const MIN_PAGE_SIZE = 10;
const STATES = [
  { value: 'enabled', label: 'Enabled' },
  { value: 'disabled', label: 'Disabled' },
];

/** The list of signals: what each looks for, how often it fired and what it covers. */
export function SignalsScreen() {
  const search = route.useSearch();
  const query = useQuery(signalsQuery);
  const mayWrite = useCan('admin');
  const enabled = query.data?.filter((signal) => signal.enabled).length;
  return (
    <>
      <PageHeader
        title="Signals"
        subtitle={query.data ? `${count(query.data.length, 'signal')}, ${enabled} enabled` : ' '}
        actions={
          mayWrite && (
            <Button component={Link} to="/signals/new" leftSection={<IconAdd size={16} />}>
              New signal
            </Button>
          )
        }
      />
      <PageState
        query={query}
        what="the signals"
        loading={
          <Panel flush>
            <TableSkeleton rows={6} />
          </Panel>
        }
        isEmpty={(signals) => signals.length === 0}
        empty={<NoSignals mayWrite={mayWrite} />}
      >
        {(signals) => <SignalList {...{ signals, search }} />}
      </PageState>
    </>
  );
}

function SignalList({ signals, search }: { signals: SignalItem[]; search: SignalsSearch }) {
  const patch = usePatchSearch();
  // Each row asks for its own coverage, so not all of 500 signals are shown at once.
  const { q, state, page = 1, size = DEFAULT_PAGE_SIZE } = search;
  const found = signals.filter(
    ({ signalName, enabled }) =>
      (q === undefined || signalName.toLocaleLowerCase().includes(q.toLocaleLowerCase())) &&
      (state === undefined || enabled === (state === 'enabled')),
  );
  const columns = useColumns(windowOf(search, '90d'));
  const isRanged = search.range !== undefined || search.from !== undefined || search.to !== undefined;
  const none = { q: undefined, state: undefined, range: undefined, from: undefined, to: undefined };
  return (
    <>
      <FilterBar
        active={[q, state, isRanged || undefined].filter((one) => one !== undefined).length}
        onClear={() => patch(none)}
      >
        <TextFilter label="Name" placeholder="Any" value={q} onChange={(next) => patch({ q: next })} />
        <SelectFilter
          label="State"
          choices={STATES}
          value={state}
          onChange={(next) => patch({ state: next })}
        />
        <DateRangeFilter
          label="Coverage of"
          preset="90d"
          value={search}
          onChange={(change) => patch({ ...change })}
        />
      </FilterBar>
      <Panel flush>
        {found.length === 0 ? (
          <EmptyState
            title="No signal fits these filters"
            action={
              <Button variant="default" onClick={() => patch(none)}>
                Clear filters
              </Button>
            }
          />
        ) : (
          <DataTable
            caption="Signals"
            columns={columns}
            rows={found.slice((page - 1) * size, page * size)}
            rowKey={({ id }) => id}
            rowLink={({ id }) => ({ to: '/signals/$id', params: { id: String(id) } })}
          />
        )}
        {found.length > MIN_PAGE_SIZE && (
          <Pager
            page={page}
            pageCount={Math.ceil(found.length / size)}
            size={size}
            total={found.length}
            noun="signal"
            onChange={patch}
          />
        )}
      </Panel>
    </>
  );
}

function useColumns(window: Window): Column<SignalItem>[] {
  const last = new Date().toISOString().slice(0, 10);
  const first = addDays(last, 1 - FIRED_DAYS);
  const activity = useQuery(activityQuery({ first, last }));
  const days = daysBetween(first, last);
  const bySignal = Map.groupBy(activity.data ?? [], ({ signalId }) => signalId);
  const valuesOf = (id: number) => {
    if (!activity.data) return undefined;
    const own = new Map(bySignal.get(id)?.map(({ day, executions }) => [day, executions]));
    return days.map((day) => own.get(day) ?? 0);
  };
  return [
    {
      key: 'name',
      header: 'Signal',
      width: '34%',
      cell: ({ signalName }) => <span className={styles.name}>{signalName}</span>,
      under: ({ id }) => <Asked id={id} />,
    },
    { key: 'judges', header: 'Judges', phone: 'line', cell: (signal) => <Judges signal={signal} /> },
    {
      key: 'fired',
      header: `Fired, ${FIRED_DAYS} days`,
      phone: 'bare',
      cell: ({ id }) => <Fired values={valuesOf(id)} />,
    },
    {
      key: 'last',
      header: 'Last fired',
      cell: ({ id }) =>
        activity.isPending ? null : <LastFired id={id} lastDay={bySignal.get(id)?.at(-1)?.day} />,
    },
    {
      key: 'coverage',
      header: 'Coverage',
      phone: 'line',
      cell: ({ id }) => <Covered id={id} window={window} />,
    },
    {
      key: 'enabled',
      header: 'Enabled',
      width: '96px',
      phone: 'bare',
      cell: (signal) => (
        <span className={styles.switch}>
          <EnabledSwitch signal={signal} />
        </span>
      ),
    },
  ];
}

function NoSignals({ mayWrite }: { mayWrite: boolean }) {
  return (
    <Panel>
      <EmptyState
        title="No signals yet"
        icon={<IconSignals size={22} stroke={1.6} />}
        action={
          mayWrite && (
            <Button component={Link} to="/signals/new">
              Write the first
            </Button>
          )
        }
      >
        A signal looks out for something in every conversation that comes in – an objection, a competitor, a
        promise – and quotes where it found it.
        {!mayWrite && ' Writing one takes a key with the scope admin.'}
      </EmptyState>
    </Panel>
  );
}
