import type { Icon } from '../icons/make-icon.tsx';
import {
  IconUpload as IconAdd,
  IconBolt as IconExecutions,
  IconHome,
  IconListCheck as IconJobs,
  IconMail,
  IconMessages as IconMeetings,
  IconSettings,
  IconTargetArrow as IconSignals,
} from '../icons/tabler.ts';
import type { Scope } from './session.ts';

/** A place in the navigation: shown where the key has the scope; reached by `g` and its letter. */
export interface Place {
  to: '/' | '/meetings' | '/emails' | '/signals' | '/matches' | '/add' | '/jobs' | '/settings';
  label: string;
  icon: Icon;
  key: string;
  scope?: Scope;
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
const jobs: Place = { to: '/jobs', label: 'Jobs', icon: IconJobs, key: 'j', scope: 'admin' };
const settings: Place = { to: '/settings', label: 'Settings', icon: IconSettings, key: ',' };

/** The navigation in its groups. */
export const GROUPS: readonly { label?: string; places: readonly Place[] }[] = [
  { places: [home] },
  { label: 'Conversations', places: [meetings, emails, add] },
  { label: 'Signals', places: [signals, matches] },
  { label: 'Operations', places: [jobs, settings] },
];

/** The places of a phone's bottom bar. The others are behind "More". */
export const BOTTOM_BAR: readonly Place[] = [home, meetings, signals, matches];

/** The places that the scopes open. */
export function allowed(places: readonly Place[], scopes: readonly string[]): Place[] {
  return places.filter(({ scope }) => scope === undefined || scopes.includes(scope));
}
