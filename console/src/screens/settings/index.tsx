import { Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { NeedsScope, PageHeader } from '../../parts/index.ts';
import { useCan, useSession } from '../../shell/session.ts';
import { AiTab } from './ai/ai-tab.tsx';
import { AuditTab } from './audit/audit-tab.tsx';
import { CrmTab } from './crm/crm-tab.tsx';
import { KeysTab } from './keys/keys-tab.tsx';
import { OrganizationTab } from './organization/organization-tab.tsx';
import type { Tab } from './search.ts';
import styles from './settings.module.css';
import { UsersTab } from './users/users-tab.tsx';

const route = getRouteApi('/shell/settings');

const LABELS: Record<Tab, string> = {
  keys: 'API keys',
  users: 'Users',
  crm: 'CRM records',
  organization: 'Organization',
  ai: 'AI usage',
  audit: 'Audit log',
};

/** The settings of an organization: keys, users, CRM records, name and domains, AI usage and the audit log. */
export function SettingsScreen() {
  const { tab = 'keys' } = route.useSearch();
  const { organization } = useSession();
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector(`[data-tab="${tab}"]`);
    chosen?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [tab]);
  return (
    <>
      <PageHeader title="Settings" subtitle={organization.name} />
      <Tabs
        value={tab}
        keepMounted={false}
        classNames={{ list: styles.tabs }}
        onChange={(next) => void navigate({ to: '/settings', search: { tab: next as Tab } })}
      >
        <Tabs.List ref={list}>
          {Object.entries(LABELS).map(([value, label]) => (
            <Tabs.Tab key={value} value={value} data-tab={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="keys">
          <ForAdmin what="manage API keys">
            <KeysTab />
          </ForAdmin>
        </Tabs.Panel>
        <Tabs.Panel value="users">
          <UsersTab />
        </Tabs.Panel>
        <Tabs.Panel value="crm">
          <ForAdmin what="see CRM records">
            <CrmTab />
          </ForAdmin>
        </Tabs.Panel>
        <Tabs.Panel value="organization">
          <ForAdmin what="manage the organization">
            <OrganizationTab />
          </ForAdmin>
        </Tabs.Panel>
        <Tabs.Panel value="ai">
          <ForAdmin what="see AI usage">
            <AiTab />
          </ForAdmin>
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <ForAdmin what="see the audit log">
            <AuditTab />
          </ForAdmin>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function ForAdmin({ what, children }: { what: string; children: ReactNode }) {
  return useCan('admin') ? children : <NeedsScope scope="admin" what={what} />;
}
