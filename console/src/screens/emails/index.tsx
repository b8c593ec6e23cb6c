import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  count,
  DataTable,
  EmptyState,
  NeedsScope,
  PageHeader,
  Pager,
  PageState,
  Panel,
  TableSkeleton,
  usePatchSearch,
} from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { emailColumns } from './columns.tsx';
import { activeFilters, EmailFilters } from './filters.tsx';
import { emailsQuery } from './queries.ts';

const route = getRouteApi('/shell/emails');

/** The list of e-mails with every filter of the API. */
export function EmailsScreen() {
  if (useCan('meetings:read')) return <Emails />;
  return (
    <>
      <PageHeader title="E-mails" />
      <NeedsScope scope="meetings:read" what="read e-mails" />
    </>
  );
}

function Emails() {
  const search = route.useSearch();
  const patch = usePatchSearch();
  const query = useQuery(emailsQuery(search));
  const total = query.data?.total;
  return (
    <>
      <PageHeader
        title="E-mails"
        subtitle={total === undefined ? ' ' : `${count(total, 'e-mail')}, newest first`}
      />
      <EmailFilters search={search} />
      <Panel flush>
        <PageState
          query={query}
          what="the e-mails"
          loading={<TableSkeleton rows={search.size ?? 10} />}
          isEmpty={(data) => data.total === 0}
          empty={<NoEmails isFiltered={activeFilters(search) > 0} />}
        >
          {({ items, pageCount, total: all }) => (
            <>
              {items.length === 0 && <PastTheEnd pageCount={pageCount} />}
              {items.length > 0 && (
                <DataTable
                  caption="E-mails"
                  columns={emailColumns}
                  rows={items}
                  rowKey={({ id }) => id}
                  rowLink={({ id }) => ({ to: '/emails/$id', params: { id } })}
                  isStale={query.isPlaceholderData}
                />
              )}
              <Pager
                page={search.page ?? 1}
                pageCount={pageCount}
                size={search.size}
                total={all}
                noun="e-mail"
                onChange={patch}
              />
            </>
          )}
        </PageState>
      </Panel>
    </>
  );
}

function NoEmails({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No e-mail fits these filters"
        action={
          <Button variant="default" component={Link} to="/emails">
            Clear filters
          </Button>
        }
      >
        Take one away, or widen the days.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No e-mails yet">
      Send them to the receiver’s <code>/v1/user-provided-email</code>, or read .eml files in with{' '}
      <code>npx parley import</code>. The <a href="/docs">API reference</a> has examples.
    </EmptyState>
  );
}

function PastTheEnd({ pageCount }: { pageCount: number }) {
  const patch = usePatchSearch();
  return (
    <EmptyState
      title="There is no such page any more"
      action={<Button onClick={() => patch({ page: pageCount })}>To the last page</Button>}
    />
  );
}
