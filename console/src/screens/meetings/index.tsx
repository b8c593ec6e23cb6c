import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { IconPlus as IconAdd } from '../../icons/tabler.ts';
import {
  count,
  DataTable,
  EmptyState,
  NeedsScope,
  PagedPanel,
  PageHeader,
  usePatchSearch,
} from '../../parts/index.ts';
import type { Meeting } from '../../shapes.ts';
import { SearchBox } from '../../shell/search-box.tsx';
import { useCan } from '../../shell/session.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { useSelection } from './bulk/use-selection.ts';
import { meetingColumns } from './columns.tsx';
import { activeFilters, MeetingFilters } from './filters.tsx';
import styles from './meetings.module.css';
import { meetingsQuery } from './queries.ts';
import type { MeetingsSearch } from './search.ts';
import { SORT_WORDS, useColumnSorts } from './sorting.tsx';
import { queryOf } from './views/queries.ts';
import { ViewTabs } from './views/view-tabs.tsx';

/** Steady, so that nothing is drawn anew for it. */
const NONE: readonly Meeting[] = [];

const route = getRouteApi('/shell/meetings');

/** The list of meetings with every filter of the API, and a search that answers while typing. */
export function MeetingsScreen() {
  if (useCan('meetings:read')) return <Meetings />;
  return (
    <>
      <PageHeader title="Meetings" />
      <NeedsScope scope="meetings:read" what="see meetings" />
    </>
  );
}

function Meetings() {
  const search = route.useSearch();
  const patch = usePatchSearch();
  const query = useQuery(meetingsQuery(search, useCan('signals:read')));
  const mayAdd = useCan('ingest:write');
  const sorts = useColumnSorts(search);
  const maySelect = useCan(['remap:write', 'admin']);
  const selection = useSelection(queryOf(search));
  const total = query.data?.total;
  const add = mayAdd && (
    <Button component={Link} to="/add" leftSection={<IconAdd size={16} />} variant="default">
      Add meetings
    </Button>
  );
  return (
    <>
      <PageHeader title="Meetings" subtitle={subtitleOf(total, search)} actions={add} />
      <div className={styles.search}>
        <SearchBox
          isScreenField
          onPerson={(email) => patch({ attendees: [...new Set([...(search.attendees ?? []), email])] })}
        />
      </div>
      <ViewTabs search={search} />
      <MeetingFilters search={search} />
      {maySelect && <BulkBar selection={selection} page={query.data?.items ?? NONE} />}
      <PagedPanel
        query={query}
        search={search}
        what="the meetings"
        noun="meeting"
        rowsOf={({ items }) => items}
        empty={<NoMeetings isFiltered={activeFilters(search) > 0} mayAdd={mayAdd} />}
      >
        {(rows, isStale) => (
          <DataTable
            caption="Meetings"
            columns={meetingColumns(sorts)}
            rows={rows}
            rowKey={({ id }) => id}
            rowLink={({ id }) => ({ to: '/meetings/$id', params: { id } })}
            isStale={isStale}
            selection={maySelect ? selection.rowsOf(rows) : undefined}
          />
        )}
      </PagedPanel>
    </>
  );
}

function subtitleOf(total: number | undefined, { sort = 'newest' }: MeetingsSearch): string {
  if (total === undefined) return ' ';
  return total === 0 ? 'No meetings' : `${count(total, 'meeting')}, ${SORT_WORDS[sort]}`;
}

function NoMeetings({ isFiltered, mayAdd }: { isFiltered: boolean; mayAdd: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No meetings match these filters"
        action={
          <Button variant="default" component={Link} to="/meetings">
            Clear filters
          </Button>
        }
      >
        Remove a filter or choose a longer period.
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
      Add transcript files in the browser, send meetings to the receiver, or load sample data on{' '}
      <Link to="/">Home</Link>.
    </EmptyState>
  );
}
