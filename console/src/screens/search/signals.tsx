import { useQuery } from '@tanstack/react-query';
import {
  type Column,
  DataTable,
  EmptyState,
  Highlighted,
  highlightWords,
  matchesWords,
  PageState,
  Panel,
  Status,
  signalNamesQuery,
  TableSkeleton,
  TimeText,
} from '../../parts/index.ts';
import type { SearchSearch } from './search.ts';

interface FoundSignal {
  id: number;
  signalName: string;
  enabled: boolean;
  createdAt: string;
}

/** Signals by the words of their names. */
export function FoundSignals({ search: { q = '' } }: { search: SearchSearch }) {
  const query = useQuery(signalNamesQuery);
  return (
    <Panel flush>
      <PageState query={query} what="the signals" loading={<TableSkeleton rows={4} />}>
        {({ signals }) => {
          const found = signals.filter(({ signalName }) => matchesWords(signalName, q));
          if (found.length === 0) {
            return (
              <EmptyState title="No signal has this name">
                A name is found if it has every word, or words that begin so.
              </EmptyState>
            );
          }
          return (
            <DataTable
              caption="Signals"
              columns={columnsOf(q)}
              rows={found}
              rowKey={({ id }) => id}
              rowLink={({ id }) => ({ to: '/signals/$id', params: { id: `${id}` } })}
            />
          );
        }}
      </PageState>
    </Panel>
  );
}

const columnsOf = (q: string): readonly Column<FoundSignal>[] => [
  {
    key: 'name',
    header: 'Signal',
    width: '56%',
    cell: ({ signalName }) => <Highlighted {...highlightWords(signalName, q)} />,
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ enabled }) => (
      <Status tone={enabled ? 'good' : 'plain'}>{enabled ? 'Enabled' : 'Disabled'}</Status>
    ),
  },
  { key: 'created', header: 'Created', cell: ({ createdAt }) => <TimeText at={createdAt} style="day" /> },
];
