import { useQuery } from '@tanstack/react-query';
import {
  CrmFilter,
  DateRangeFilter,
  FilterBar,
  MultiFilter,
  PeopleFilter,
  SOURCES,
  usePatchSearch,
} from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { signalsQuery } from '../signals/queries.ts';
import type { MeetingsSearch } from './search.ts';
import { MeetingsSortSelect } from './sorting.tsx';

/** Returns the number of active filters. */
export function activeFilters({
  range,
  from,
  to,
  attendees,
  sources,
  account,
  opportunity,
  signals,
}: MeetingsSearch): number {
  const isSet = [
    range !== undefined || from !== undefined || to !== undefined,
    attendees,
    sources,
    account,
    opportunity,
    signals,
  ];
  return isSet.filter(Boolean).length;
}

/** The change of the URL that takes all filters away, and the view that they are of. */
const NO_FILTERS = {
  ...{ range: undefined, from: undefined, to: undefined, attendees: undefined, sources: undefined },
  ...{ account: undefined, opportunity: undefined, signals: undefined, view: undefined },
};

/** The filters and the order of the meetings list; their values live in the URL. */
export function MeetingFilters({ search }: { search: MeetingsSearch }) {
  const patch = usePatchSearch();
  return (
    <FilterBar active={activeFilters(search)} onClear={() => patch(NO_FILTERS)}>
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
      {useCan('signals:read') && <SignalFilter search={search} />}
      <MeetingsSortSelect search={search} />
    </FilterBar>
  );
}

function SignalFilter({ search }: { search: MeetingsSearch }) {
  const patch = usePatchSearch();
  const known = useQuery(signalsQuery).data ?? [];
  const names = new Map(known.map(({ id, signalName }) => [id, signalName]));
  // A link may name a signal that was deleted since, or is not loaded yet.
  const unknown = (search.signals ?? []).filter((id) => !names.has(id));
  return (
    <MultiFilter
      label="Signal"
      choices={[
        ...known.map(({ id, signalName }) => ({ value: String(id), label: signalName })),
        ...unknown.map((id) => ({ value: String(id), label: `Signal ${id}` })),
      ]}
      value={search.signals?.map(String)}
      onChange={(ids) => patch({ signals: ids?.map(Number) })}
    />
  );
}
