import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { IconSearch } from '../../icons/tabler.ts';
import {
  type Column,
  DataTable,
  EmptyState,
  formatNumber,
  NeedsScope,
  PagedPanel,
  PageHeader,
  TimeText,
  usePatchSearch,
} from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import styles from './accounts.module.css';
import { type AccountItem, accountsQuery } from './queries.ts';

const route = getRouteApi('/shell/accounts');

const TYPING_MS = 200;

/** The list of accounts that conversations are linked to. */
export function AccountsScreen() {
  const mayRead = useCan('meetings:read');
  return (
    <>
      <PageHeader title="Accounts" subtitle="CRM accounts with meetings or e-mails" />
      {mayRead ? <Accounts /> : <NeedsScope scope="meetings:read" what="see accounts" />}
    </>
  );
}

function Accounts() {
  const search = route.useSearch();
  const patch = usePatchSearch();
  const query = useQuery(accountsQuery(search));
  return (
    <>
      <div className={styles.bar}>
        <SearchField value={search.q} />
        <SegmentedControl
          aria-label="Order"
          data={[
            { value: 'recent', label: 'Last contact' },
            { value: 'name', label: 'Name' },
          ]}
          value={search.order ?? 'recent'}
          onChange={(order) => patch({ order: order === 'name' ? order : undefined, page: undefined })}
        />
      </div>
      <PagedPanel
        query={query}
        search={search}
        what="the accounts"
        noun="account"
        rowsOf={({ accounts }) => accounts}
        empty={<NoAccounts isFiltered={search.q !== undefined} />}
      >
        {(rows, isStale) => (
          <DataTable
            caption="Accounts"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            rowLink={({ id }) => ({ to: '/accounts/$id', params: { id } })}
            isStale={isStale}
          />
        )}
      </PagedPanel>
    </>
  );
}

function SearchField({ value }: { value: string | undefined }) {
  const patch = usePatchSearch();
  const [typed, setTyped] = useState(value ?? '');
  const search = useDebouncedCallback((q: string) => {
    patch({ q: q.trim() || undefined, page: undefined }, { replace: true });
  }, TYPING_MS);
  return (
    <TextInput
      className={styles.search}
      type="search"
      aria-label="Search accounts"
      placeholder="Name, domain or CRM ID"
      leftSection={<IconSearch size={16} />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        search(currentTarget.value);
      }}
    />
  );
}

const COLUMNS: readonly Column<AccountItem>[] = [
  {
    key: 'name',
    header: 'Account',
    width: '44%',
    cell: ({ id, name, domains }) => (
      <>
        <span className={name ? styles.name : styles.id}>{name ?? id}</span>
        {domains.length > 0 && <span className={styles.domains}>{domains.join(', ')}</span>}
      </>
    ),
  },
  { key: 'last', header: 'Last contact', cell: ({ lastAt }) => <TimeText at={lastAt} /> },
  {
    key: 'first',
    header: 'First contact',
    phone: 'hide',
    cell: ({ firstAt }) => <TimeText at={firstAt} style="day" />,
  },
  {
    key: 'meetings',
    header: 'Meetings',
    align: 'end',
    cell: ({ meetingCount }) => formatNumber(meetingCount),
  },
  { key: 'emails', header: 'E-mails', align: 'end', cell: ({ emailCount }) => formatNumber(emailCount) },
];

function NoAccounts({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No account matches this search"
        action={
          <Button variant="default" component={Link} to="/accounts">
            Clear search
          </Button>
        }
      >
        Accounts are found by a part of their name, by a domain, or by their CRM ID.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No accounts yet">
      An account appears here when a meeting or an e-mail is linked to it: by the CRM ID that it is sent with,
      by the e-mail domains of its attendees, or by a remap.
    </EmptyState>
  );
}
