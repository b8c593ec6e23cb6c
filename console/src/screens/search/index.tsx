import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type ComponentType, useEffect, useRef } from 'react';
import { EmptyState, NeedsScope, PageHeader, usePatchSearch } from '../../parts/index.ts';
import { type Scope, useCan } from '../../shell/session.ts';
import { FoundAccounts } from './accounts.tsx';
import { FoundEmails } from './emails.tsx';
import { FoundMeetings } from './meetings.tsx';
import { FoundMoments } from './moments.tsx';
import { FoundPeople } from './people.tsx';
import styles from './search.module.css';
import type { SearchSearch, SearchTab } from './search.ts';
import { SearchForm } from './search-form.tsx';
import { FoundSignals } from './signals.tsx';
import { useCounts } from './use-counts.ts';

const route = getRouteApi('/shell/search');

interface Kind {
  label: string;
  scope: Scope;
  results: ComponentType<{ search: SearchSearch }>;
}

const KINDS: Record<SearchTab, Kind> = {
  moments: { label: 'In transcripts', scope: 'meetings:read', results: FoundMoments },
  meetings: { label: 'Meetings', scope: 'meetings:read', results: FoundMeetings },
  people: { label: 'People', scope: 'meetings:read', results: FoundPeople },
  accounts: { label: 'Accounts', scope: 'meetings:read', results: FoundAccounts },
  signals: { label: 'Signals', scope: 'signals:read', results: FoundSignals },
  emails: { label: 'E-mails', scope: 'meetings:read', results: FoundEmails },
};

const SCOPES = ['meetings:read', 'signals:read'] as const;

/** The results of a search in everything that is stored, by kind. The URL is the search. */
export function SearchScreen() {
  const search = route.useSearch();
  const maySearch = useCan(SCOPES);
  return (
    <>
      <PageHeader title={search.q ? `Results for “${search.q}”` : 'Search'} />
      {maySearch ? <Results search={search} /> : <NeedsScope scope={SCOPES} what="search" />}
    </>
  );
}

function Results({ search }: { search: SearchSearch }) {
  const mayRead = { 'meetings:read': useCan('meetings:read'), 'signals:read': useCan('signals:read') };
  const patch = usePatchSearch();
  const counts = useCounts(search.q ?? '');
  const isAllowed = ([, { scope }]: [string, Kind]) => mayRead[scope as keyof typeof mayRead];
  const kinds = Object.entries(KINDS).filter(isAllowed) as [SearchTab, Kind][];
  const tab = search.tab ?? kinds[0]![0];
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current
      ?.querySelector(`[data-tab="${tab}"]`)
      ?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [tab]);
  if (!search.q) {
    return (
      <>
        <SearchForm search={search} />
        <HowToSearch />
      </>
    );
  }
  const { results: Found, scope } = KINDS[tab];
  return (
    <>
      <SearchForm search={search} />
      <Tabs
        value={tab}
        classNames={{ list: styles.tabs }}
        onChange={(next) =>
          patch({ tab: next === kinds[0]![0] ? undefined : next, after: undefined, size: undefined })
        }
      >
        <Tabs.List ref={list}>
          {kinds.map(([kind, { label }]) => (
            <Tabs.Tab key={kind} value={kind} data-tab={kind}>
              {label}
              {counts[kind] !== undefined && <span className={styles.count}> {counts[kind]}</span>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          {mayRead[scope as keyof typeof mayRead] ? (
            <Found search={search} />
          ) : (
            <NeedsScope scope={scope} what="see these results" />
          )}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

const FORMS = [
  ['renewal pricing', 'finds both words, in all their forms'],
  ['"two years"', 'finds exactly these words next to each other'],
  ['pricing -pilot', 'leaves out what has the word pilot'],
  ['compet*', 'finds words that begin so'],
] as const;

function HowToSearch() {
  return (
    <EmptyState title="Search in everything that is stored">
      Search the words of meetings, their titles, people, accounts, signals and e-mails.
      <dl className={styles.forms}>
        {FORMS.map(([form, what]) => (
          <div key={form}>
            <dt>
              <code>{form}</code>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </EmptyState>
  );
}
