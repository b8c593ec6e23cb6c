import { type ColumnSort, SortSelect, usePatchSearch } from '../../parts/index.ts';
import type { MeetingsSearch, MeetingsSort } from './search.ts';

/** The orders in words, as after the number of meetings. */
export const SORT_WORDS: Record<MeetingsSort, string> = {
  newest: 'newest first',
  oldest: 'oldest first',
  title: 'by title, A to Z',
  'title-desc': 'by title, Z to A',
};

const CHOICES: readonly { value: MeetingsSort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'title', label: 'Title, A to Z' },
  { value: 'title-desc', label: 'Title, Z to A' },
];

/** The parameters of the API for an order. */
export const SORT_PARAMETERS = {
  newest: { sort: 'startTime', order: 'desc' },
  oldest: { sort: 'startTime', order: 'asc' },
  title: { sort: 'title', order: 'asc' },
  'title-desc': { sort: 'title', order: 'desc' },
} as const;

/** The change of the URL for an order; the usual one is not in it. */
const changeTo = (sort: string | null) => ({ sort: sort === 'newest' ? undefined : sort });

/** Chooses the order of the list. */
export function MeetingsSortSelect({ search }: { search: MeetingsSearch }) {
  const patch = usePatchSearch();
  return (
    <SortSelect label="Sort" choices={CHOICES} value={search.sort} onChange={(sort) => patch({ sort })} />
  );
}

/** The headers of the columns that sort the list. */
export function useColumnSorts({ sort = 'newest' }: MeetingsSearch): { title: ColumnSort; when: ColumnSort } {
  const patch = usePatchSearch();
  return {
    title: {
      direction: sort === 'title' ? 'ascending' : sort === 'title-desc' ? 'descending' : undefined,
      onSort: () => patch(changeTo(sort === 'title' ? 'title-desc' : 'title')),
    },
    when: {
      direction: sort === 'oldest' ? 'ascending' : sort === 'newest' ? 'descending' : undefined,
      onSort: () => patch(changeTo(sort === 'newest' ? 'oldest' : 'newest')),
    },
  };
}
