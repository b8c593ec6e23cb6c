import { useQuery } from '@tanstack/react-query';
import { DataTable, EmptyState, PagedPanel } from '../../parts/index.ts';
import { emailColumns } from '../emails/columns.tsx';
import { emailsQuery } from '../emails/queries.ts';
import { QueryFault } from './query-fault.tsx';
import type { SearchSearch } from './search.ts';

/** E-mails by the words of subject and text, newest first. */
export function FoundEmails({ search }: { search: SearchSearch }) {
  const { q, page, size } = search;
  const query = useQuery(emailsQuery({ q, page, size }));
  return (
    <QueryFault error={query.error} search={search}>
      <PagedPanel
        query={query}
        search={search}
        what="the e-mails"
        noun="e-mail"
        rowsOf={({ items }) => items}
        empty={
          <EmptyState title="No e-mail matches">
            All words must be in the subject and text of one e-mail.
          </EmptyState>
        }
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
    </QueryFault>
  );
}
