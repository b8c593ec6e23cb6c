import { DateRangeFilter, FilterBar, SelectFilter, usePatchSearch } from '../../parts/index.ts';
import { AccountFilter } from './account-filter.tsx';
import type { SearchSearch } from './search.ts';
import { SpeakerFilter } from './speaker-filter.tsx';

const SIDES = [
  { value: 'external', label: 'Customers' },
  { value: 'internal', label: 'Our side' },
];

/** The change that takes all filters away. */
export const NO_FILTERS = {
  ...{ range: undefined, from: undefined, to: undefined, account: undefined },
  ...{ speaker: undefined, side: undefined, meeting: undefined, after: undefined },
};

/** Returns the number of active filters. */
export function activeFilters({ range, from, to, account, speaker, side, meeting }: SearchSearch): number {
  const hasRange = range !== undefined || from !== undefined || to !== undefined;
  return [hasRange, account, speaker, side, meeting].filter(Boolean).length;
}

/** The filters of moments; their values live in the URL. */
export function MomentFilters({ search }: { search: SearchSearch }) {
  const patchSearch = usePatchSearch();
  const patch = (change: Partial<SearchSearch>) => patchSearch({ ...change, after: undefined });
  return (
    <FilterBar active={activeFilters(search)} onClear={() => patchSearch(NO_FILTERS)}>
      <DateRangeFilter label="Date of the meeting" value={search} onChange={patch} />
      <AccountFilter value={search.account} onChange={(account) => patch({ account })} />
      <SpeakerFilter value={search.speaker} onChange={(speaker) => patch({ speaker })} />
      <SelectFilter
        label="Said by"
        any="Anyone"
        choices={SIDES}
        value={search.side}
        onChange={(side) => patch({ side: side as SearchSearch['side'] })}
      />
    </FilterBar>
  );
}
