import {
  CrmFilter,
  DateRangeFilter,
  FilterBar,
  MultiFilter,
  PeopleFilter,
  SOURCES,
  usePatchSearch,
} from '../../parts/index.ts';
import type { MeetingsSearch } from './search.ts';

/** Returns the number of active filters. */
export function activeFilters({
  range,
  from,
  to,
  attendees,
  sources,
  account,
  opportunity,
}: MeetingsSearch): number {
  const isSet = [
    range !== undefined || from !== undefined || to !== undefined,
    attendees,
    sources,
    account,
    opportunity,
  ];
  return isSet.filter(Boolean).length;
}

/** The filters of the meetings list; their values live in the URL. */
export function MeetingFilters({ search }: { search: MeetingsSearch }) {
  const patch = usePatchSearch();
  const clear = { range: undefined, from: undefined, to: undefined, attendees: undefined };
  return (
    <FilterBar
      active={activeFilters(search)}
      onClear={() => patch({ ...clear, sources: undefined, account: undefined, opportunity: undefined })}
    >
      <DateRangeFilter value={search} onChange={(change) => patch({ ...change })} />
      <PeopleFilter
        label="Attendees"
        value={search.attendees}
        onChange={(attendees) => patch({ attendees })}
      />
      <CrmFilter value={search} onChange={(change) => patch({ ...change })} />
      <MultiFilter
        label="Source"
        choices={SOURCES}
        value={search.sources}
        onChange={(sources) => patch({ sources })}
      />
    </FilterBar>
  );
}
