import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  count,
  DateRangeFilter,
  EmptyState,
  ExpandableList,
  FilterBar,
  OlderPager,
  PageState,
  Panel,
  SelectFilter,
  TableSkeleton,
  TimeText,
  usePatchSearch,
} from '../../../parts/index.ts';
import { keysQuery } from '../keys/queries.ts';
import styles from '../settings.module.css';
import { type AuditRecord, auditQuery } from './queries.ts';
import { ACTIONS, actionWords } from './words.ts';

const route = getRouteApi('/shell/settings');

/** The URL parameters of the filters, all of them unset. */
const NO_FILTERS = {
  action: undefined,
  key: undefined,
  range: undefined,
  from: undefined,
  to: undefined,
  before: undefined,
};

/** The audit log, newest first, with the details of each change. */
export function AuditTab() {
  const { before, action, key, range, from, to } = route.useSearch();
  const patch = usePatchSearch();
  const window = {
    ...(range === undefined ? {} : { range }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
  const wanted = {
    ...window,
    ...(before === undefined ? {} : { before }),
    ...(action === undefined ? {} : { action }),
    ...(key === undefined ? {} : { key }),
  };
  const query = useQuery(auditQuery(wanted));
  const keys = useQuery(keysQuery).data ?? [];
  const active = [action, key, range ?? from ?? to].filter((one) => one !== undefined).length;
  return (
    <>
      <FilterBar active={active} onClear={() => patch(NO_FILTERS)}>
        <SelectFilter
          label="Action"
          any="Any action"
          choices={ACTIONS}
          value={action}
          onChange={(next) => patch({ action: next, before: undefined })}
        />
        <SelectFilter
          label="Key"
          any="Any key"
          choices={keys.map(({ id, name }) => ({ value: `${id}`, label: `${name} (${id})` }))}
          value={key === undefined ? undefined : `${key}`}
          onChange={(next) =>
            patch({ key: next === undefined ? undefined : Number(next), before: undefined })
          }
        />
        <DateRangeFilter value={window} onChange={(change) => patch({ ...change, before: undefined })} />
      </FilterBar>
      <Panel flush>
        <PageState
          query={query}
          what="the audit log"
          loading={<TableSkeleton rows={8} />}
          isEmpty={({ records }) => records.length === 0}
          empty={<NoRecords isFiltered={active > 0 || before !== undefined} />}
        >
          {(page) => (
            <>
              <Records records={page.records} isStale={query.isPlaceholderData} />
              <OlderPager
                label={count(page.records.length, 'change')}
                isNewest={before === undefined}
                nextBefore={page.nextBefore}
                onChange={patch}
              />
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
        <span className="muted">{keyName ?? (keyId === undefined ? 'Command line' : `Key ${keyId}`)}</span>
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
          <dt>Key ID</dt>
          <dd>{keyId}</dd>
        </div>
      )}
      {requestId && (
        <div>
          <dt>Request ID</dt>
          <dd className={styles.code}>{requestId}</dd>
        </div>
      )}
      <div>
        <dt>Record ID</dt>
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

function NoRecords({ isFiltered }: { isFiltered: boolean }) {
  const patch = usePatchSearch();
  if (!isFiltered) return <EmptyState title="No changes yet" />;
  return (
    <EmptyState
      title="No changes match these filters"
      action={
        <Button variant="default" onClick={() => patch(NO_FILTERS)}>
          Show all changes
        </Button>
      }
    />
  );
}
