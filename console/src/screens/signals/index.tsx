import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { IconPlus as IconAdd, IconTargetArrow as IconSignals } from '../../icons/tabler.ts';
import {
  count,
  DataTable,
  DateRangeFilter,
  DEFAULT_PAGE_SIZE,
  EmptyState,
  FilterBar,
  NeedsScope,
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
import { useColumns } from './columns.tsx';
import { type SignalItem, signalsQuery } from './queries.ts';
import type { SignalsSearch } from './search.ts';

const route = getRouteApi('/shell/signals');

/** Up to this many signals need no pages. */
const MIN_PAGE_SIZE = 10;
const STATES = [
  { value: 'enabled', label: 'Enabled' },
  { value: 'disabled', label: 'Disabled' },
];

/** The list of signals: what each looks for, how often it fired and what it covers. */
export function SignalsScreen() {
  if (useCan('signals:read')) return <Signals />;
  return (
    <>
      <PageHeader title="Signals" />
      <NeedsScope scope="signals:read" what="see signals" />
    </>
  );
}

function Signals() {
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
          <>
            <Button variant="default" component={Link} to="/signals/examples">
              Example signals
            </Button>
            {mayWrite && (
              <Button component={Link} to="/signals/new" leftSection={<IconAdd size={16} />}>
                New signal
              </Button>
            )}
          </>
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
        <TextFilter label="Name" placeholder="Any name" value={q} onChange={(next) => patch({ q: next })} />
        <SelectFilter
          label="State"
          choices={STATES}
          value={state}
          onChange={(next) => patch({ state: next })}
        />
        <DateRangeFilter
          label="Coverage period"
          preset="90d"
          value={search}
          onChange={(change) => patch({ ...change })}
        />
      </FilterBar>
      <Panel flush>
        {found.length === 0 ? (
          <EmptyState
            title="No signals match these filters"
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

function NoSignals({ mayWrite }: { mayWrite: boolean }) {
  return (
    <Panel>
      <EmptyState
        title="No signals yet"
        icon={<IconSignals size={22} stroke={1.6} />}
        action={
          mayWrite && (
            <Group gap="xs" justify="center">
              <Button component={Link} to="/signals/examples">
                Choose from ten examples
              </Button>
              <Button variant="default" component={Link} to="/signals/new">
                Create a signal
              </Button>
            </Group>
          )
        }
      >
        A signal looks for something specific in every new conversation, such as an objection, a competitor or
        a commitment, and quotes the words that it found.
        {!mayWrite && ' To create one, sign in with a key that has the scope admin.'}
      </EmptyState>
    </Panel>
  );
}
