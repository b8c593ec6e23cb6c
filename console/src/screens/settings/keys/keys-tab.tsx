import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { IconPlus as IconAdd } from '../../../icons/tabler.ts';
import {
  type Column,
  DataTable,
  EmptyState,
  PageState,
  Panel,
  Status,
  TableSkeleton,
  TimeText,
  type Tone,
  usePatchSearch,
} from '../../../parts/index.ts';
import { useSession } from '../../../shell/session.ts';
import styles from '../settings.module.css';
import { CreateKey } from './create-key.tsx';
import { type Key, type KeyState, keysQuery, stateOf } from './queries.ts';
import { RevokeKey } from './revoke-key.tsx';

const route = getRouteApi('/shell/settings');

const TONES: Record<KeyState, Tone> = {
  active: 'good',
  'expires soon': 'warn',
  expired: 'bad',
  revoked: 'plain',
};

const WORDS: Record<KeyState, string> = {
  active: 'Active',
  'expires soon': 'Expires soon',
  expired: 'Expired',
  revoked: 'Revoked',
};

/** The API keys with their scopes and last use. Keys can be created and revoked here. */
export function KeysTab() {
  const { all } = route.useSearch();
  const patch = usePatchSearch();
  const query = useQuery(keysQuery);
  const [isCreating, setCreating] = useState(false);
  const shown = (query.data ?? []).filter((key) => all || key.revokedAt === undefined);
  const hidden = (query.data ?? []).length - shown.length;
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.barWords}>
          API keys identify you and the systems that use Parley. Give each system its own key, with only the
          scopes that it needs.
        </p>
        {(all || hidden > 0) && (
          <Switch
            label="Show revoked keys"
            checked={all ?? false}
            onChange={(event) => patch({ all: event.currentTarget.checked || undefined }, { replace: true })}
          />
        )}
        <Button
          className={styles.barEnd}
          leftSection={<IconAdd size={16} />}
          onClick={() => setCreating(true)}
        >
          Create API key
        </Button>
      </div>
      <Panel flush>
        <PageState
          query={query}
          what="the keys"
          loading={<TableSkeleton rows={4} />}
          isEmpty={() => shown.length === 0}
          empty={<EmptyState title="No active keys">Create one before you sign out.</EmptyState>}
        >
          {() => <DataTable caption="API keys" columns={COLUMNS} rows={shown} rowKey={({ id }) => id} />}
        </PageState>
      </Panel>
      {isCreating && <CreateKey onClose={() => setCreating(false)} />}
    </>
  );
}

const COLUMNS: readonly Column<Key>[] = [
  { key: 'name', header: 'Key', width: '22%', phone: 'title', cell: (key) => <Name apiKey={key} /> },
  {
    key: 'scopes',
    header: 'Scopes',
    width: '30%',
    phone: 'line',
    cell: ({ scopes }) => (
      <span className={styles.scopes}>
        {scopes.map((scope) => (
          <span key={scope} className={styles.scope}>
            {scope}
          </span>
        ))}
      </span>
    ),
  },
  {
    key: 'used',
    header: 'Last used',
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? <TimeText at={lastUsedAt} style="relative" /> : <span className="muted">Never</span>,
  },
  {
    key: 'expires',
    header: 'Expires',
    cell: ({ expiresAt }) =>
      expiresAt ? <TimeText at={expiresAt} style="day" /> : <span className="muted">Never</span>,
  },
  {
    key: 'state',
    header: 'State',
    phone: 'bare',
    cell: (key) => {
      const state = stateOf(key);
      return <Status tone={TONES[state]}>{WORDS[state]}</Status>;
    },
  },
  {
    key: 'revoke',
    header: 'Actions',
    align: 'end',
    phone: 'bare',
    cell: (key) => <RevokeKey apiKey={key} />,
  },
];

function Name({ apiKey: { id, name, createdAt, maker } }: { apiKey: Key }) {
  const isOwn = useSession().keyId === id;
  return (
    <>
      <div className={styles.name}>
        {name} {isOwn && <Status tone="accent">Your key</Status>}
      </div>
      <div className="muted">
        Created <TimeText at={createdAt} style="day" />
        {maker && ` by “${maker.name}”`}
      </div>
    </>
  );
}
