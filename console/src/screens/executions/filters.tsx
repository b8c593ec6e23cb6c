import { useQuery } from '@tanstack/react-query';
import {
  DateRangeFilter,
  FilterBar,
  MultiFilter,
  SortSelect,
  signalNamesQuery,
  usePatchSearch,
} from '../../parts/index.ts';
import type { ExecutionsSearch, SORTS } from './search.ts';

const SOURCES = [
  { value: 'meeting', label: 'Meetings' },
  { value: 'email', label: 'E-mails' },
];

/** The orders in words; the first one is the usual one, which the URL does not name. */
const ORDERS: readonly { value: 'judged' | (typeof SORTS)[number]; label: string }[] = [
  { value: 'judged', label: 'Newest evaluation' },
  { value: 'judged-oldest', label: 'Oldest evaluation' },
  { value: 'call', label: 'Newest conversation' },
  { value: 'call-oldest', label: 'Oldest conversation' },
  { value: 'signal', label: 'Signal' },
];

/** Returns the number of active filters. */
export function activeFilters({ range, from, to, signals, sources }: ExecutionsSearch): number {
  const isSet = [range !== undefined || from !== undefined || to !== undefined, signals, sources];
  return isSet.filter(Boolean).length;
}

/** The filters of the executions; their values live in the URL. */
export function ExecutionFilters({ search }: { search: ExecutionsSearch }) {
  const patch = usePatchSearch();
  const names = useQuery(signalNamesQuery).data?.signals ?? [];
  const known = new Set(names.map(({ id }) => id));
  const choices = [
    ...names.map(({ id, signalName }) => ({ value: String(id), label: signalName })),
    // A link may name a signal that was deleted since, or is not loaded yet.
    ...(search.signals ?? [])
      .filter((id) => !known.has(id))
      .map((id) => ({ value: String(id), label: `Signal ${id}` })),
  ];
  const clear = { range: undefined, from: undefined, to: undefined, signals: undefined, sources: undefined };
  return (
    <FilterBar active={activeFilters(search)} onClear={() => patch(clear)}>
      <DateRangeFilter label="Evaluated" value={search} onChange={(change) => patch({ ...change })} />
      <MultiFilter
        label="Signal"
        choices={choices}
        value={search.signals?.map(String)}
        onChange={(ids) => patch({ signals: ids?.map(Number) })}
      />
      <MultiFilter
        label="Found in"
        choices={SOURCES}
        value={search.sources}
        onChange={(sources) => patch({ sources })}
      />
      <SortSelect label="Sort by" choices={ORDERS} value={search.sort} onChange={(sort) => patch({ sort })} />
    </FilterBar>
  );
}
