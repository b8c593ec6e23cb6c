import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DataTable, PagedPanel } from '../../parts/index.ts';
import type { NewestPage } from '../../parts/newest-first.ts';
import type { Email } from '../../shapes.ts';
import { emailColumns } from './columns.tsx';

interface Props {
  query: UseQueryResult<NewestPage<Email>>;
  search: { page?: number | undefined; size?: number | undefined };
  /** Shown if there are none. */
  empty: ReactNode;
}

/** A page of e-mails, each of which leads to its screen. */
export function EmailList({ query, search, empty }: Props) {
  return (
    <PagedPanel
      query={query}
      search={search}
      what="the e-mails"
      noun="e-mail"
      rowsOf={({ items }) => items}
      empty={empty}
    >
      {(rows, isStale) => (
        <DataTable
          caption="E-mails"
          columns={emailColumns}
          rows={rows}
          rowKey={({ id }) => id}
          rowLink={({ id }) => ({ to: '/emails/$id', params: { id } })}
          isStale={isStale}
        />
      )}
    </PagedPanel>
  );
}
