import { useQuery } from '@tanstack/react-query';
import {
  type Column,
  DataTable,
  EmptyState,
  formatNumber,
  Highlighted,
  highlightWords,
  PagedPanel,
  TimeText,
} from '../../parts/index.ts';
import { type AccountItem, accountsQuery } from '../accounts/queries.ts';
import { QueryFault } from './query-fault.tsx';
import styles from './search.module.css';
import type { SearchSearch } from './search.ts';

/** Accounts by a part of their name, a domain or the CRM ID. */
export function FoundAccounts({ search }: { search: SearchSearch }) {
  const { q = '', page, size } = search;
  const query = useQuery(accountsQuery({ q, ...(page ? { page } : {}), ...(size ? { size } : {}) }));
  return (
    <QueryFault error={query.error} search={search}>
      <PagedPanel
        query={query}
        search={search}
        what="the accounts"
        noun="account"
        rowsOf={({ accounts }) => accounts}
        empty={
          <EmptyState title="No account matches">
            Accounts are found by a part of their name, by a domain, or by their CRM ID.
          </EmptyState>
        }
      >
        {(rows, isStale) => (
          <DataTable
            caption="Accounts"
            columns={columnsOf(q)}
            rows={rows}
            rowKey={({ id }) => id}
            rowLink={({ id }) => ({ to: '/accounts/$id', params: { id } })}
            isStale={isStale}
          />
        )}
      </PagedPanel>
    </QueryFault>
  );
}

const columnsOf = (q: string): readonly Column<AccountItem>[] => [
  {
    key: 'name',
    header: 'Account',
    width: '50%',
    cell: ({ id, name, domains }) => (
      <>
        <Highlighted {...highlightWords(name ?? id, q)} />
        {domains.length > 0 && <span className={styles.domains}>{domains.join(', ')}</span>}
      </>
    ),
  },
  { key: 'last', header: 'Last contact', cell: ({ lastAt }) => <TimeText at={lastAt} /> },
  {
    key: 'meetings',
    header: 'Meetings',
    align: 'end',
    cell: ({ meetingCount }) => formatNumber(meetingCount),
  },
];
