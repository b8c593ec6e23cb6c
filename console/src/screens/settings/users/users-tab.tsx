import type { components } from '@parley/client';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api, unwrap } from '../../../api.ts';
import {
  Avatar,
  type Column,
  DataTable,
  DEFAULT_PAGE_SIZE,
  EmptyState,
  FilterBar,
  NeedsScope,
  nameOf,
  PagedPanel,
  SelectFilter,
  Status,
  TimeText,
  usePatchSearch,
} from '../../../parts/index.ts';
import { useCan } from '../../../shell/session.ts';
import { ImportButton } from '../import/import-dialog.tsx';
import type { SettingsSearch } from '../search.ts';
import styles from '../settings.module.css';
import { usersImport } from './import-spec.ts';

type User = components['schemas']['User'];

const route = getRouteApi('/shell/settings');

const ROLE_NAMES = {
  VIEWER: 'Viewer',
  EDITOR: 'Editor',
  ORGANIZATION_ADMIN: 'Organization admin',
  USER_ADMIN: 'User admin',
  USER: 'User',
};
const ROLE_CHOICES = Object.entries(ROLE_NAMES).map(([value, label]) => ({ value, label }));

const LICENSE_CHOICES = [
  { value: 'yes', label: 'Licensed' },
  { value: 'no', label: 'Not licensed' },
];

function usersQuery({ role, licensed, page = 1, size = DEFAULT_PAGE_SIZE }: SettingsSearch) {
  const query = {
    ...(role ? { role } : {}),
    ...(licensed ? { licenseAdded: licensed === 'yes' } : {}),
    pageNumber: page,
    pageSize: size,
  };
  return queryOptions({
    queryKey: ['users', query],
    queryFn: ({ signal }) => unwrap(api.GET('/v1/users', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** The users of the organization, with an import that tells beforehand what it will change. */
export function UsersTab() {
  const mayRead = useCan('users:read');
  const mayImport = useCan('admin');
  const importing = mayImport && <ImportButton spec={usersImport(mayRead)} />;
  if (mayRead) return <Users importing={importing} />;
  return (
    <>
      <div className={styles.bar}>{importing}</div>
      <NeedsScope scope="users:read" what="see users" />
    </>
  );
}

function Users({ importing }: { importing: React.ReactNode }) {
  const search = route.useSearch();
  const patch = usePatchSearch();
  const query = useQuery(usersQuery(search));
  const active = [search.role, search.licensed].filter(Boolean).length;
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.barFilters}>
          <FilterBar active={active} onClear={() => patch({ role: undefined, licensed: undefined })}>
            <SelectFilter
              label="Role"
              choices={ROLE_CHOICES}
              value={search.role}
              onChange={(role) => patch({ role })}
            />
            <SelectFilter
              label="License"
              choices={LICENSE_CHOICES}
              value={search.licensed}
              onChange={(licensed) => patch({ licensed })}
            />
          </FilterBar>
        </div>
        {importing}
      </div>
      <PagedPanel
        query={query}
        search={search}
        what="the users"
        noun="user"
        rowsOf={({ users }) => users as User[]}
        empty={<NoUsers isFiltered={active > 0} />}
      >
        {(rows, isStale) => (
          <DataTable
            caption="Users"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ email }) => email}
            isStale={isStale}
          />
        )}
      </PagedPanel>
    </>
  );
}

const COLUMNS: readonly Column<User>[] = [
  {
    key: 'user',
    header: 'User',
    width: '36%',
    phone: 'title',
    cell: (user) => (
      <span className={styles.person}>
        <Avatar person={user} size={30} />
        <span>
          <span className={styles.name}>{nameOf(user)}</span>
          <br />
          <span className="muted">{user.email}</span>
        </span>
      </span>
    ),
  },
  {
    key: 'title',
    header: 'Title',
    phone: 'line',
    cell: ({ title }) => title ?? <span className="muted">–</span>,
  },
  {
    key: 'role',
    header: 'Role',
    cell: ({ role }) =>
      ROLE_NAMES[role?.toUpperCase() as keyof typeof ROLE_NAMES] ?? role ?? <span className="muted">–</span>,
  },
  {
    key: 'license',
    header: 'License',
    phone: 'bare',
    cell: ({ licenseAdded, licenseAssignedAt }) =>
      licenseAdded ? (
        <>
          <Status tone="good">Licensed</Status>
          {licenseAssignedAt && (
            <div className={styles.small}>
              since <TimeText at={licenseAssignedAt} style="day" />
            </div>
          )}
        </>
      ) : (
        <Status tone="plain">Not licensed</Status>
      ),
  },
  {
    key: 'connected',
    header: 'Connections',
    cell: ({ crmAuthStatus, calendarAuthStatus }) => (
      <span className={styles.small}>{connections(crmAuthStatus, calendarAuthStatus)}</span>
    ),
  },
];

/** AUTHENTICATED means connected. Any other status is shown as it is. */
function connections(crm: string | undefined, calendar: string | undefined): string {
  const words = (name: string, status: string | undefined) =>
    status === undefined ? undefined : status === 'AUTHENTICATED' ? name : `${name}: ${status.toLowerCase()}`;
  return [words('CRM', crm), words('Calendar', calendar)].filter(Boolean).join(', ') || '–';
}

function NoUsers({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return <EmptyState title="No users match these filters">Remove a filter to see more users.</EmptyState>;
  return (
    <EmptyState title="No users yet">
      Import users from a file, or sync them from your directory with <code>PUT /admin/v1/users</code>.
    </EmptyState>
  );
}
