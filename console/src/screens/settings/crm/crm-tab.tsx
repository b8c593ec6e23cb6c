import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api, unwrap } from '../../../api.ts';
import {
  type Column,
  CopyButton,
  type CrmType,
  DataTable,
  DEFAULT_PAGE_SIZE,
  EmptyState,
  FilterBar,
  PagedPanel,
  SelectFilter,
  TextFilter,
  usePatchSearch,
} from '../../../parts/index.ts';
import { ImportButton } from '../import/import-dialog.tsx';
import type { SettingsSearch } from '../search.ts';
import styles from '../settings.module.css';
import { crmImport } from './import-spec.ts';
import { MeetingsOf } from './meetings-of.tsx';

const route = getRouteApi('/shell/settings');

interface CrmRecord {
  type: CrmType;
  id: string;
  name: string;
}

const MAX_SEARCH_LENGTH = 255;

const KIND_WORDS = { ACCOUNT: 'Account', OPPORTUNITY: 'Opportunity', LEAD: 'Lead', CASE: 'Case' };

const TYPE_CHOICES = [
  { value: 'ACCOUNT', label: 'Accounts' },
  { value: 'OPPORTUNITY', label: 'Opportunities' },
  { value: 'LEAD', label: 'Leads' },
  { value: 'CASE', label: 'Cases' },
];

function recordsQuery({ type, q, page = 1, size = DEFAULT_PAGE_SIZE }: SettingsSearch) {
  const query = {
    ...(type ? { type } : {}),
    ...(q ? { search: q } : {}),
    pageNumber: page,
    pageSize: size,
  };
  return queryOptions({
    queryKey: ['crm-records', 'settings', query],
    queryFn: ({ signal }) => unwrap(api.GET('/admin/v1/crm-records', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

const COLUMNS: readonly Column<CrmRecord>[] = [
  {
    key: 'name',
    header: 'Name',
    width: '48%',
    phone: 'title',
    cell: ({ name }) => <span className={styles.name}>{name}</span>,
  },
  { key: 'type', header: 'Kind', phone: 'bare', cell: ({ type }) => KIND_WORDS[type] },
  {
    key: 'id',
    header: 'ID',
    phone: 'bare',
    cell: ({ id }) => (
      <span className={styles.withCopy}>
        <span className={styles.code}>{id}</span>
        <CopyButton text={id} label={`Copy ${id}`} />
      </span>
    ),
  },
  { key: 'meetings', header: 'Meetings', phone: 'bare', cell: (record) => <MeetingsOf {...record} /> },
];

/** The CRM records with their names, and an import from a file. */
export function CrmTab() {
  const search = route.useSearch();
  const patch = usePatchSearch();
  const query = useQuery(recordsQuery(search));
  const active = [search.type, search.q].filter(Boolean).length;
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.barFilters}>
          <FilterBar active={active} onClear={() => patch({ type: undefined, q: undefined })}>
            <TextFilter
              label="Search"
              placeholder="Name or ID"
              maxLength={MAX_SEARCH_LENGTH}
              value={search.q}
              onChange={(q) => patch({ q }, { replace: true })}
            />
            <SelectFilter
              label="Kind"
              choices={TYPE_CHOICES}
              value={search.type}
              onChange={(type) => patch({ type })}
            />
          </FilterBar>
        </div>
        <ImportButton spec={crmImport} />
      </div>
      <PagedPanel
        query={query}
        search={search}
        what="the CRM records"
        noun="record"
        rowsOf={({ records }) => records as CrmRecord[]}
        empty={<NoRecords isFiltered={active > 0} />}
      >
        {(rows, isStale) => (
          <DataTable
            caption="CRM records"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ type, id }) => `${type} ${id}`}
            isStale={isStale}
          />
        )}
      </PagedPanel>
    </>
  );
}

function NoRecords({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No records match">Search by part of the name, or by the complete ID.</EmptyState>
    );
  return (
    <EmptyState title="No CRM records yet">
      Import records from a file to show names instead of IDs. If an account has e-mail domains, meetings with
      people of those domains are linked to it automatically.
    </EmptyState>
  );
}
