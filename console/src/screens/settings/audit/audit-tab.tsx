import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  count,
  EmptyState,
  ExpandableList,
  FilterBar,
  PageState,
  Panel,
  SelectFilter,
  TableSkeleton,
  TimeText,
  usePatchSearch,
} from '../../../parts/index.ts';
import styles from '../settings.module.css';
import { type AuditPage, type AuditRecord, auditQuery } from './queries.ts';
import { ACTIONS, actionWords } from './words.ts';

const route = getRouteApi('/shell/settings');

/** Who changed what, newest first, with the details of each. */
export function AuditTab() {
  const { before, action } = route.useSearch();
  const patch = usePatchSearch();
  const query = useQuery(auditQuery({ before, action }));
  return (
    <>
      <FilterBar
        active={action === undefined ? 0 : 1}
        onClear={() => patch({ action: undefined, before: undefined })}
      >
        <SelectFilter
          label="What was done"
          any="Anything"
          choices={ACTIONS}
          value={action}
          onChange={(next) => patch({ action: next, before: undefined })}
        />
      </FilterBar>
      <Panel flush>
        <PageState
          query={query}
          what="the audit log"
          loading={<TableSkeleton rows={8} />}
          isEmpty={({ records, nextBefore }) => records.length === 0 && nextBefore === undefined}
          empty={<NoRecords isFiltered={action !== undefined || before !== undefined} />}
        >
          {(page) => (
            <>
              <Records records={page.records} isStale={query.isPlaceholderData} />
              <Foot page={page} isFiltered={action !== undefined} isFirst={before === undefined} />
            </>
          )}
        </PageState>
      </Panel>
    </>
  );
}

function Records({ records, isStale }: { records: readonly AuditRecord[]; isStale: boolean }) {
  return (
    <ExpandableList
      label="Changes"
      rows={records}
      rowKey={({ id }) => id}
      isStale={isStale}
      title={({ action, subject }) => `${actionWords(action)}: ${subject}`}
      extra={({ keyName, keyId }) => (
        <span className="muted">
          {keyName ?? (keyId === undefined ? 'At the command line' : `Key ${keyId}`)}
        </span>
      )}
      end={({ at }) => (
        <span className="muted">
          <TimeText at={at} />
        </span>
      )}
      detail={(record) => <Detail record={record} />}
    />
  );
}

function Detail({ record: { id, at, action, keyId, requestId, detail } }: { record: AuditRecord }) {
  const hasDetail = Object.keys(detail).length > 0;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>When</dt>
        <dd>
          <TimeText at={at} style="full" />
        </dd>
      </div>
      <div>
        <dt>Action</dt>
        <dd className={styles.code}>{action}</dd>
      </div>
      {keyId !== undefined && (
        <div>
          <dt>Key</dt>
          <dd>number {keyId}</dd>
        </div>
      )}
      {requestId && (
        <div>
          <dt>Request, as the log names it</dt>
          <dd className={styles.code}>{requestId}</dd>
        </div>
      )}
      <div>
        <dt>Record</dt>
        <dd>{id}</dd>
      </div>
      {hasDetail && (
        <div className={styles.whole}>
          <dt>Details</dt>
          <dd>
            <pre className={styles.detail}>{JSON.stringify(detail, null, 2)}</pre>
          </dd>
        </div>
      )}
    </dl>
  );
}

interface FootProps {
  page: AuditPage;
  isFiltered: boolean;
  isFirst: boolean;
}

function Foot({ page: { records, nextBefore, looked }, isFiltered, isFirst }: FootProps) {
  const patch = usePatchSearch();
  const words = isFiltered
    ? `${count(records.length, 'fits', 'fit')} of ${count(looked, 'change')} looked at`
    : count(records.length, 'change');
  return (
    <div className={styles.foot}>
      <span>{words}</span>
      <span className={styles.buttons}>
        {!isFirst && (
          <Button variant="default" size="compact-md" onClick={() => patch({ before: undefined })}>
            Newest
          </Button>
        )}
        {nextBefore !== undefined && (
          <Button variant="default" size="compact-md" onClick={() => patch({ before: nextBefore })}>
            {isFiltered ? 'Look further back' : 'Older'}
          </Button>
        )}
      </span>
    </div>
  );
}

function NoRecords({ isFiltered }: { isFiltered: boolean }) {
  const patch = usePatchSearch();
  if (!isFiltered) return <EmptyState title="Nothing was changed yet" />;
  return (
    <EmptyState
      title="No such change"
      action={
        <Button variant="default" onClick={() => patch({ action: undefined, before: undefined })}>
          Show all changes
        </Button>
      }
    />
  );
}
