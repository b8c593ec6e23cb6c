import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { IconMail as IconEmail, IconMessages as IconMeeting } from '../../icons/tabler.ts';
import {
  CrmChips,
  count,
  EmptyState,
  ExpandableList,
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
import { SourceLink } from './source-link.tsx';

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
        subtitle={subtitleOf(total)}
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

function subtitleOf(total: number | undefined): string {
  if (total === undefined) return ' ';
  return total === 0 ? 'Where signals fired' : `${count(total, 'match', 'matches')}, newest first`;
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
      extra={(execution) => <Source execution={execution} />}
      end={({ triggeredAt }) => (
        <span className="muted">
          Evaluated <TimeText at={triggeredAt} />
        </span>
      )}
      detail={(execution) => <ExecutionDetail execution={execution} />}
    />
  );
}

function Source({ execution }: { execution: Execution }) {
  const isEmail = execution.sourceType === 'email';
  const Icon = isEmail ? IconEmail : IconMeeting;
  return (
    <div className={styles.source}>
      <SourceLink {...execution} className={styles.sourceLink}>
        <Icon size={15} aria-hidden="true" />
        <span className="visually-hidden">{isEmail ? 'E-mail' : 'Meeting'} </span>
        {execution.sourceTitle || '(No subject)'}
      </SourceLink>
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
