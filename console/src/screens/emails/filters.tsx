import { CrmFilter, DateRangeFilter, FilterBar, PeopleFilter, usePatchSearch } from '../../parts/index.ts';
import type { EmailsSearch } from './search.ts';

/** Returns the number of active filters. */
export function activeFilters(search: EmailsSearch): number {
  const { range, from, to, participants, account, opportunity } = search;
  const isSet = [
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
  const clear = { range: undefined, from: undefined, to: undefined, participants: undefined };
  return (
    <FilterBar
      active={activeFilters(search)}
      onClear={() => patch({ ...clear, account: undefined, opportunity: undefined })}
    >
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
