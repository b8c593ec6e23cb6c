import { useQuery } from '@tanstack/react-query';
import { formatNumber, matchesWords, signalNamesQuery } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { accountsQuery } from '../accounts/queries.ts';
import { foundMeetingsQuery, foundPeopleQuery } from './queries.ts';
import type { SearchTab } from './search.ts';

/** The number of results of each kind, for the tabs, as far as it is known. */
export function useCounts(q: string): Partial<Record<SearchTab, string>> {
  const mayRead = useCan('meetings:read') && q !== '';
  const meetings = useQuery({ ...foundMeetingsQuery({ q }), enabled: mayRead });
  const people = useQuery({ ...foundPeopleQuery({ q }), enabled: mayRead });
  const accounts = useQuery({ ...accountsQuery({ q, size: 1 }), enabled: mayRead });
  const signals = useQuery({ ...signalNamesQuery, enabled: useCan('signals:read') });
  const named = signals.data?.signals.filter(({ signalName }) => matchesWords(signalName, q));
  const counts: [SearchTab, number | undefined, boolean?][] = [
    ['meetings', meetings.data?.meetings.length, meetings.data?.next !== undefined],
    ['people', people.data?.people.length, people.data?.isCut],
    ['accounts', accounts.data?.pageCount],
    ['signals', named?.length],
  ];
  return Object.fromEntries(
    counts
      .filter(([, found]) => found !== undefined)
      .map(([tab, found, hasMore]) => [tab, `${formatNumber(found!)}${hasMore ? '+' : ''}`]),
  );
}
