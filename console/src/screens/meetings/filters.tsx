import {
  CrmPicker,
  DateRangeFilter,
  FilterBar,
  MultiFilter,
  PeopleFilter,
  SOURCES,
  usePatchSearch,
} from '../../parts/index.ts';
import styles from './meetings.module.css';
import type { MeetingsSearch } from './search.ts';

/** How many filters are set. */
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
      <PeopleFilter label="With" value={search.attendees} onChange={(attendees) => patch({ attendees })} />
      <CrmPicker
        className={styles.filter}
        type="ACCOUNT"
        label="Account"
        value={search.account}
        onChange={(account) => patch({ account, ...(account ? { opportunity: undefined } : {}) })}
      />
      <CrmPicker
        className={styles.filter}
        type="OPPORTUNITY"
        label="Opportunity"
        value={search.opportunity}
        onChange={(opportunity) => patch({ opportunity, ...(opportunity ? { account: undefined } : {}) })}
      />
      <MultiFilter
        label="Source"
        choices={SOURCES}
        value={search.sources}
        onChange={(sources) => patch({ sources })}
      />
    </FilterBar>
  );
}
