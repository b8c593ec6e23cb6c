import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { count, EmptyState, NeedsScope, PageHeader } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { EmailList } from './email-list.tsx';
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
  const query = useQuery(emailsQuery(search));
  const total = query.data?.total;
  return (
    <>
      <PageHeader
        title="E-mails"
        subtitle={total === undefined ? ' ' : `${count(total, 'e-mail')}, newest first`}
      />
      <EmailFilters search={search} />
      <EmailList query={query} search={search} empty={<NoEmails isFiltered={activeFilters(search) > 0} />} />
    </>
  );
}

function NoEmails({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No e-mails match these filters"
        action={
          <Button variant="default" component={Link} to="/emails">
            Clear filters
          </Button>
        }
      >
        Remove a filter or choose a longer period.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No e-mails yet">
      Send e-mails to <code>/v1/user-provided-email</code> on the receiver, or import .eml files with{' '}
      <code>npx parley import</code>. See the <a href="/docs">API reference</a> for examples.
    </EmptyState>
  );
}
