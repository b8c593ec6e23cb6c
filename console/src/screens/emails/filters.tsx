import {
  CrmFilter,
  DateRangeFilter,
  FilterBar,
  PeopleFilter,
  TextFilter,
  usePatchSearch,
} from '../../parts/index.ts';
import type { EmailsSearch } from './search.ts';

/** The API takes no more. */
const MAX_QUERY_CHARACTERS = 300;

/** Returns the number of active filters. */
export function activeFilters(search: EmailsSearch): number {
  const { q, range, from, to, participants, account, opportunity } = search;
  const isSet = [
    q,
    range !== undefined || from !== undefined || to !== undefined,
    participants,
    account,
    opportunity,
  ];
  return isSet.filter(Boolean).length;
}

/** The filters of the e-mail list; their values live in the URL. */
export function EmailFilters({ search }: { search: EmailsSearch }) {
  const patch = usePatchSearch();
  const clear = { q: undefined, range: undefined, from: undefined, to: undefined, participants: undefined };
  return (
    <FilterBar
      active={activeFilters(search)}
      onClear={() => patch({ ...clear, account: undefined, opportunity: undefined })}
    >
      <TextFilter
        label="Words"
        placeholder="In subject and text"
        maxLength={MAX_QUERY_CHARACTERS}
        value={search.q}
        onChange={(q) => patch({ q })}
      />
      <DateRangeFilter label="Sent" value={search} onChange={(change) => patch({ ...change })} />
      <PeopleFilter
        label="Participants"
        value={search.participants}
        onChange={(participants) => patch({ participants })}
      />
      <CrmFilter value={search} onChange={(change) => patch({ ...change })} />
    </FilterBar>
  );
}
