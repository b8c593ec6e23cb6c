import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';
import { IconBuilding as IconAccount } from '../../icons/tabler.ts';
import { highlightWords } from '../../parts/highlight.ts';
import { Highlighted } from '../../parts/highlighted.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import { MAX_SEARCH_CHARACTERS } from '../../parts/use-search.ts';
import { useCan } from '../session.ts';
import { groupOf, type HitGroup } from './hits.ts';
import styles from './search-field.module.css';
import { useSettled } from './use-settled.ts';

const TYPING_PAUSE_MS = 150;
const MAX_ACCOUNTS = 3;

/** Accounts by a part of their name, a domain or the CRM ID; those with the last contact first. */
export function useAccountHits(typed: string): HitGroup {
  const { query, isBehind } = useSettled(typed, TYPING_PAUSE_MS);
  const isWanted = useCan('meetings:read') && query !== '' && typed.trim() !== '';
  const found = useQuery({
    queryKey: ['accounts', 'typed', query],
    queryFn: ({ signal }) => {
      const params = {
        query: {
          search: query.slice(0, MAX_SEARCH_CHARACTERS),
          order: 'recent' as const,
          pageSize: MAX_ACCOUNTS,
        },
      };
      return unwrap(api.GET('/v1/accounts', { params, signal }));
    },
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  const state = { isWanted, isBehind, typed };
  return groupOf({ key: 'accounts', label: 'Accounts' }, found, state, ({ accounts }) =>
    accounts.map(({ id, name, domains, lastAt }) => ({
      key: `account ${id}`,
      text: `${name ?? ''} ${id} ${domains.join(' ')}`,
      link: { to: '/accounts/$id', params: { id } },
      icon: <IconAccount size={17} aria-hidden="true" className={styles.kind} />,
      title: <Highlighted {...highlightWords(name ?? id, query)} />,
      hint: (
        <>
          Last contact <TimeText at={lastAt} style="day" />
        </>
      ),
    })),
  );
}
