import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { IconMail as IconEmail, IconMessages as IconMeeting } from '../../icons/tabler.ts';
import {
  CrmChips,
  count,
  EmptyState,
  ExpandableList,
  formatPosition,
  NeedsScope,
  PagedPanel,
  PageHeader,
  TimeText,
} from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { CsvDownload } from './csv-download.tsx';
import { ExecutionDetail } from './detail.tsx';
import styles from './executions.module.css';
import { activeFilters, ExecutionFilters } from './filters.tsx';
import { type Execution, executionsQuery } from './queries.ts';
import type { ExecutionsSearch } from './search.ts';
import { SourceLink, showIn } from './source-link.tsx';

const route = getRouteApi('/shell/matches');

/** The matches of all signals, with filters, the evidence of each, and a CSV download. */
export function ExecutionsScreen() {
  if (useCan('signals:read')) return <Executions />;
  return (
    <>
      <PageHeader title="Matches" />
      <NeedsScope scope="signals:read" what="see matches" />
    </>
  );
}

function Executions() {
  const search = route.useSearch();
  const query = useQuery(executionsQuery(search));
  const total = query.data?.total;
  return (
    <>
      <PageHeader
        title="Matches"
        subtitle={subtitleOf(total, search.sort)}
        actions={<CsvDownload search={search} total={total} />}
      />
      <ExecutionFilters search={search} />
      <PagedPanel
        query={query}
        search={search}
        what="the matches"
        noun="match"
        plural="matches"
        rowsOf={({ items }) => items}
        empty={<NoExecutions search={search} />}
      >
        {(rows, isStale) => <ExecutionList items={rows} isStale={isStale} />}
      </PagedPanel>
    </>
  );
}

const ORDER_WORDS = {
  call: 'newest conversation first',
  'call-oldest': 'oldest conversation first',
  'judged-oldest': 'oldest first',
  signal: 'by signal',
} as const;

function subtitleOf(total: number | undefined, sort: ExecutionsSearch['sort']): string {
  if (total === undefined) return ' ';
  const order = sort === undefined ? 'newest first' : ORDER_WORDS[sort];
  return total === 0 ? 'Where signals fired' : `${count(total, 'match', 'matches')}, ${order}`;
}

function ExecutionList({ items, isStale }: { items: readonly Execution[]; isStale: boolean }) {
  return (
    <ExpandableList
      label="Matches"
      rows={items}
      rowKey={({ executionId }) => executionId}
      isStale={isStale}
      title={({ signalName, reason }) => (
        <>
          <span className={styles.signal}>{signalName}</span>
          <span className={styles.reason}>{reason}</span>
        </>
      )}
      extra={(execution, isOpen) => (
        <>
          {/* An open row shows all quotes. */}
          {!isOpen && <FirstQuote execution={execution} />}
          <Source execution={execution} />
        </>
      )}
      end={({ triggeredAt }) => (
        <span className="muted">
          Evaluated <TimeText at={triggeredAt} />
        </span>
      )}
      detail={(execution) => <ExecutionDetail execution={execution} />}
    />
  );
}

/** The words that it rests on first, with the way to the second at which they were said. */
function FirstQuote({ execution }: { execution: Execution }) {
  const quote = execution.quotes?.[0];
  if (!quote) return null;
  const { text, speaker, entryIndex, timestampSeconds } = quote;
  const place = timestampSeconds === undefined ? undefined : formatPosition(timestampSeconds);
  return (
    <p className={styles.first}>
      <q className={styles.firstWords}>{text}</q>{' '}
      <span className={styles.firstBy}>
        {speaker && <>{speaker} · </>}
        {entryIndex !== undefined && (
          <SourceLink {...execution} entry={entryIndex} seconds={timestampSeconds}>
            {place === undefined ? showIn(execution) : <span className="numbers">{place}</span>}
            {place !== undefined && <span className="visually-hidden">, open at this moment</span>}
          </SourceLink>
        )}
      </span>
    </p>
  );
}

function Source({ execution }: { execution: Execution }) {
  const { sourceType, sourceTitle, sourceTime } = execution;
  const isEmail = sourceType === 'email';
  const Icon = isEmail ? IconEmail : IconMeeting;
  return (
    <div className={styles.source}>
      <SourceLink {...execution} className={styles.sourceLink}>
        <Icon size={15} aria-hidden="true" />
        <span className="visually-hidden">{isEmail ? 'E-mail' : 'Meeting'} </span>
        {sourceTitle || '(No subject)'}
      </SourceLink>
      {sourceTime && (
        <span className={styles.date}>
          <TimeText at={sourceTime} />
        </span>
      )}
      <CrmChips {...execution} />
    </div>
  );
}

function NoExecutions({ search }: { search: ExecutionsSearch }) {
  if (activeFilters(search) > 0) {
    return (
      <EmptyState
        title="No matches for these filters"
        action={
          <Button variant="default" component={Link} to="/matches">
            Clear filters
          </Button>
        }
      >
        Remove a filter or choose a longer period. The date is that of the evaluation, not of the
        conversation.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No matches yet"
      action={
        <Button component={Link} to="/signals">
          View signals
        </Button>
      }
    >
      A match is recorded each time a signal fires. Signals evaluate conversations that come in after they are
      enabled; run a backtest to try one on earlier meetings.
    </EmptyState>
  );
}
