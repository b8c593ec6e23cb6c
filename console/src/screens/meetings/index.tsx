import { Button } from '@mantine/core';
import IconAdd from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  count,
  DataTable,
  EmptyState,
  PageHeader,
  Pager,
  PageState,
  Panel,
  TableSkeleton,
  usePatchSearch,
} from '../../parts/index.ts';
import { SearchBox } from '../../shell/search-box.tsx';
import { useCan } from '../../shell/session.ts';
import { meetingColumns } from './columns.tsx';
import { activeFilters, MeetingFilters } from './filters.tsx';
import styles from './meetings.module.css';
import { meetingsQuery } from './queries.ts';

const route = getRouteApi('/shell/meetings');

/** The list of meetings with every filter of the API, and search as one types. */
export function MeetingsScreen() {
  const search = route.useSearch();
  const patch = usePatchSearch();
  const query = useQuery(meetingsQuery(search));
  const mayAdd = useCan('ingest:write');
  const total = query.data?.total;
  const add = mayAdd && (
    <Button component={Link} to="/add" leftSection={<IconAdd size={16} />} variant="default">
      Add meetings
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Meetings"
        subtitle={
          total === undefined ? ' ' : total === 0 ? 'None' : `${count(total, 'meeting')}, newest first`
        }
        actions={add}
      />
      <div className={styles.search}>
        <SearchBox
          isScreenField
          onPerson={(email) => patch({ attendees: [...new Set([...(search.attendees ?? []), email])] })}
        />
      </div>
      <MeetingFilters search={search} />
      <Panel flush>
        <PageState
          query={query}
          what="the meetings"
          loading={<TableSkeleton rows={search.size ?? 10} />}
          isEmpty={(data) => data.total === 0}
          empty={<NoMeetings isFiltered={activeFilters(search) > 0} mayAdd={mayAdd} />}
        >
          {({ items, pageCount, total: all }) => (
            <>
              {items.length === 0 && <PastTheEnd pageCount={pageCount} />}
              {items.length > 0 && (
                <DataTable
                  caption="Meetings"
                  columns={meetingColumns}
                  rows={items}
                  rowKey={({ id }) => id}
                  rowLink={({ id }) => ({ to: '/meetings/$id', params: { id } })}
                  isStale={query.isPlaceholderData}
                />
              )}
              <Pager
                page={search.page ?? 1}
                pageCount={pageCount}
                size={search.size}
                total={all}
                noun="meeting"
                onChange={patch}
              />
            </>
          )}
        </PageState>
      </Panel>
    </>
  );
}

function NoMeetings({ isFiltered, mayAdd }: { isFiltered: boolean; mayAdd: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No meeting fits these filters"
        action={
          <Button variant="default" component={Link} to="/meetings">
            Clear filters
          </Button>
        }
      >
        Take one away, or widen the days.
      </EmptyState>
    );
  }
  const action = mayAdd && (
    <Button component={Link} to="/add">
      Add meetings
    </Button>
  );
  return (
    <EmptyState title="No meetings yet" action={action}>
      Drop transcript files here in the browser, send them to the receiver, or load the invented company with{' '}
      <code>npx parley demo</code>.
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
