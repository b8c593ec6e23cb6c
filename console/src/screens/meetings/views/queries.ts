import type { components } from '@parley/client';
import { queryOptions } from '@tanstack/react-query';
import { api, queryClient, unwrap } from '../../../api.ts';
import { parseSearch, stringifySearch } from '../../../search-params.ts';
import { type MeetingFiltersSearch, meetingFilters } from '../search.ts';

/** Filters and sorting under a name, as the API has them. */
export type View = components['schemas']['View'];

/** The views that the key has saved, by name. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/v1/views', { signal }))).views,
});

const refresh = () => queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey });

/** Creates a view, or replaces the one with this id. */
export async function putView({ id, name, query }: Pick<View, 'id' | 'name' | 'query'>): Promise<void> {
  const params = { path: { id } };
  await unwrap(api.PUT('/v1/views/{id}', { params, body: { list: 'meetings', name, query } }));
  await refresh();
}

/** Deletes a view; putting it again restores it under the same address. */
export async function deleteView(id: string): Promise<void> {
  await unwrap(api.DELETE('/v1/views/{id}', { params: { path: { id } } }));
  await refresh();
}

/** The query of a view for the filters and the order of a search; equal searches have equal queries. */
export const queryOf = (search: MeetingFiltersSearch): string =>
  stringifySearch(meetingFilters({ ...search })).slice(1);

/** The filters and the order that a view has saved. */
export const filtersOf = ({ query }: Pick<View, 'query'>): MeetingFiltersSearch =>
  meetingFilters(parseSearch(query));

const MAX_SLUG = 40;

/** A readable id for a new view, which no other one has. */
export function newViewId(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replaceAll(/^-|-$/g, '');
  const [random] = crypto.getRandomValues(new Uint32Array(1));
  return [slug, random!.toString(36)].filter(Boolean).join('-');
}
