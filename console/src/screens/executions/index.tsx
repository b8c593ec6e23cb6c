import { Button } from '@mantine/core';
import IconEmail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconMeeting from '@tabler/icons-react/dist/esm/icons/IconMessages.mjs';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
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

const route = getRouteApi('/shell/executions');

/** Where signals fired, across signals: filters, the evidence of each in place, and all of it as CSV. */
export function ExecutionsScreen() {
  if (useCan('signals:read')) return <Executions />;
  return (
    <>
      <PageHeader title="Executions" />
      <NeedsScope scope="signals:read" what="see what signals found" />
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
        title="Executions"
        subtitle={subtitleOf(total)}
        actions={<CsvDownload search={search} total={total} />}
      />
      <ExecutionFilters search={search} />
      <PagedPanel
        query={query}
        search={search}
        what="the executions"
        noun="execution"
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
  return total === 0 ? 'Where signals fired' : `Signals fired ${count(total, 'time')}, newest first`;
}

function ExecutionList({ items, isStale }: { items: readonly Execution[]; isStale: boolean }) {
  return (
    <ExpandableList
      label="Executions"
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
          judged <TimeText at={triggeredAt} />
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
        {execution.sourceTitle || 'Without a subject'}
      </SourceLink>
      <CrmChips {...execution} />
    </div>
  );
}

function NoExecutions({ search }: { search: ExecutionsSearch }) {
  if (activeFilters(search) > 0) {
    return (
      <EmptyState
        title="No signal fired that fits these filters"
        action={
          <Button variant="default" component={Link} to="/executions">
            Clear filters
          </Button>
        }
      >
        Take one away, or widen the days. The days are those on which signals judged, not those of the
        meetings.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No signal has fired yet"
      action={
        <Button component={Link} to="/signals">
          To the signals
        </Button>
      }
    >
      Signals judge what comes in from the moment they are enabled. A backtest shows what one would have
      found.
    </EmptyState>
  );
}
