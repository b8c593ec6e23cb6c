import type { Icon } from '../icons/make-icon.tsx';
import {
  IconBuilding as IconAccounts,
  IconUpload as IconAdd,
  IconBolt as IconExecutions,
  IconPackageExport as IconExports,
  IconHome,
  IconListCheck as IconJobs,
  IconMail,
  IconMessages as IconMeetings,
  IconSettings,
  IconTargetArrow as IconSignals,
  IconWebhook,
} from '../icons/tabler.ts';
import { ENTITY_SCOPES } from '../parts/index.ts';
import type { Scope } from './session.ts';

/** A place in the navigation: shown where the key has the scope, or any of several; reached by `g` and its letter. */
export interface Place {
  to:
    | '/'
    | '/meetings'
    | '/emails'
    | '/accounts'
    | '/signals'
    | '/matches'
    | '/add'
    | '/webhooks'
    | '/exports'
    | '/jobs'
    | '/settings';
  label: string;
  icon: Icon;
  key: string;
  scope?: Scope | readonly Scope[];
}

const home: Place = { to: '/', label: 'Home', icon: IconHome, key: 'h' };
const meetings: Place = {
  to: '/meetings',
  label: 'Meetings',
  icon: IconMeetings,
  key: 'm',
  scope: 'meetings:read',
};
const emails: Place = { to: '/emails', label: 'E-mails', icon: IconMail, key: 'e', scope: 'meetings:read' };
const accounts: Place = {
  to: '/accounts',
  label: 'Accounts',
  icon: IconAccounts,
  key: 'c',
  scope: 'meetings:read',
};
const signals: Place = {
  to: '/signals',
  label: 'Signals',
  icon: IconSignals,
  key: 's',
  scope: 'signals:read',
};
const matches: Place = {
  to: '/matches',
  label: 'Matches',
  icon: IconExecutions,
  key: 'x',
  scope: 'signals:read',
};
const add: Place = { to: '/add', label: 'Add meetings', icon: IconAdd, key: 'a', scope: 'ingest:write' };
const webhooks: Place = { to: '/webhooks', label: 'Webhooks', icon: IconWebhook, key: 'w', scope: 'admin' };
const exports: Place = {
  to: '/exports',
  label: 'Exports',
  icon: IconExports,
  key: 'o',
  scope: ENTITY_SCOPES,
};
const jobs: Place = { to: '/jobs', label: 'Jobs', icon: IconJobs, key: 'j', scope: 'admin' };
const settings: Place = { to: '/settings', label: 'Settings', icon: IconSettings, key: ',' };

/** The navigation in its groups. */
export const GROUPS: readonly { label?: string; places: readonly Place[] }[] = [
  { places: [home] },
  { label: 'Conversations', places: [meetings, emails, accounts, add] },
  { label: 'Signals', places: [signals, matches] },
  { label: 'Integrations', places: [webhooks, exports] },
  { label: 'Operations', places: [jobs, settings] },
];

/** The places of a phone's bottom bar. The others are behind "More". */
export const BOTTOM_BAR: readonly Place[] = [home, meetings, signals, matches];

/** The places, or other things, that the scopes open. */
export function allowed<T extends { scope?: Scope | readonly Scope[] | undefined }>(
  places: readonly T[],
  scopes: readonly string[],
): T[] {
  return places.filter(
    ({ scope }) => scope === undefined || [scope].flat().some((one) => scopes.includes(one)),
  );
}
