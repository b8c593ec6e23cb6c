import { useQuery } from '@tanstack/react-query';
import {
  type Column,
  count,
  DataTable,
  EmptyState,
  Highlighted,
  highlightWords,
  PageState,
  Panel,
  TableSkeleton,
  TimeText,
} from '../../parts/index.ts';
import type { FoundMeeting } from '../../shapes.ts';
import { CursorPager } from './cursor-pager.tsx';
import { foundMeetingsQuery } from './queries.ts';
import { QueryFault } from './query-fault.tsx';
import type { SearchSearch } from './search.ts';

/** Meetings by the words of their titles, newest first. */
export function FoundMeetings({ search }: { search: SearchSearch }) {
  const { q = '', after } = search;
  const query = useQuery(foundMeetingsQuery({ q, ...(after ? { after } : {}) }));
  return (
    <QueryFault error={query.error} search={search}>
      <Panel flush>
        <PageState
          query={query}
          what="the meetings"
          loading={<TableSkeleton rows={6} />}
          isEmpty={({ meetings }) => meetings.length === 0}
          empty={
            <EmptyState title="No meeting has this title">
              A title is found if it has every word, or words that begin so.
            </EmptyState>
          }
        >
          {({ meetings, next }) => (
            <>
              <DataTable
                caption="Meetings"
                columns={columnsOf(q)}
                rows={meetings}
                rowKey={({ id }) => id}
                rowLink={({ id }) => ({ to: '/meetings/$id', params: { id } })}
                isStale={query.isPlaceholderData}
              />
              <CursorPager
                after={after}
                next={next}
                label={`${count(meetings.length, 'meeting')} on this page`}
              />
            </>
          )}
        </PageState>
      </Panel>
    </QueryFault>
  );
}

const columnsOf = (q: string): readonly Column<FoundMeeting>[] => [
  {
    key: 'title',
    header: 'Title',
    width: '56%',
    cell: ({ title }) => <Highlighted {...highlightWords(title, q)} />,
  },
  { key: 'host', header: 'Host', cell: ({ hostName, hostEmail }) => hostName ?? hostEmail },
  { key: 'start', header: 'Date', cell: ({ startTime }) => <TimeText at={startTime} /> },
];
