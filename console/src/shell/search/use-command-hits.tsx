import { useMantineColorScheme } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import type { Icon } from '../../icons/make-icon.tsx';
import {
  IconUpload as IconAdd,
  IconPlus as IconCreate,
  IconBook as IconDocs,
  IconPackageExport as IconExport,
  IconKeyboard,
  IconMoon,
  IconSettings,
  IconLogout as IconSignOut,
  IconSun,
  IconDeviceDesktop as IconSystem,
} from '../../icons/tabler.ts';
import { highlightWords, matchesWords } from '../../parts/highlight.ts';
import { Highlighted } from '../../parts/highlighted.tsx';
import { ENTITY_SCOPES } from '../../parts/index.ts';
import { allowed, GROUPS } from '../navigation.ts';
import { type Scope, useSession, useSignOut } from '../session.ts';
import type { Hit, HitGroup } from './hits.ts';
import styles from './search-field.module.css';

const MAX_FOUND = 4;

/** A page or an action: found by the words of its label, or by others for the same. */
interface Command {
  label: string;
  words?: string;
  icon: Icon;
  scope?: Scope | readonly Scope[];
  link?: LinkProps;
  run?: () => void;
}

const TABS = [
  { tab: 'keys', label: 'API keys', words: 'tokens scopes', scope: 'admin' },
  { tab: 'users', label: 'Users', words: 'people licenses roles', scope: 'users:read' },
  { tab: 'crm', label: 'CRM records', words: 'accounts opportunities', scope: 'admin' },
  { tab: 'organization', label: 'Organization', words: 'domains name', scope: undefined },
  { tab: 'ai', label: 'AI usage', words: 'tokens budget provider', scope: 'admin' },
  { tab: 'audit', label: 'Audit log', words: 'history changes', scope: 'admin' },
] as const;

const PLACES: readonly Command[] = GROUPS.flatMap(({ places }) => places).map(
  ({ to, label, icon, scope }) => ({ label, icon, scope, link: { to } }),
);

const PAGES: readonly Command[] = [
  ...PLACES,
  ...TABS.map(
    ({ tab, label, words, scope }): Command => ({
      label: `Settings: ${label}`,
      ...{ words, icon: IconSettings, scope },
      link: { to: '/settings', search: { tab } } as LinkProps,
    }),
  ),
];

const CREATING: readonly Command[] = [
  {
    label: 'Create signal',
    words: 'new add prompt phrases',
    icon: IconCreate,
    scope: 'admin',
    link: { to: '/signals/new' },
  },
  {
    label: 'Install example signals',
    words: 'library gallery templates ready-made',
    icon: IconCreate,
    scope: 'admin',
    link: { to: '/signals/examples' },
  },
  {
    label: 'Add a meeting',
    words: 'upload import transcript file',
    icon: IconAdd,
    scope: 'ingest:write',
    link: { to: '/add' },
  },
  {
    label: 'Request an export',
    words: 'create new download warehouse files',
    icon: IconExport,
    scope: ENTITY_SCOPES,
    link: { to: '/exports', search: { new: true } },
  },
  {
    label: 'Create webhook',
    words: 'new add',
    icon: IconCreate,
    scope: 'admin',
    link: { to: '/webhooks', search: { new: true } },
  },
];

/** The pages and actions that the key may use; the actions and the main pages while nothing is typed. */
export function useCommandHits(typed: string, { onHelp }: { onHelp: () => void }): HitGroup[] {
  const { scopes } = useSession();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const schemes: readonly (Command & { scheme: 'dark' | 'light' | 'auto' })[] = [
    { scheme: 'dark', label: 'Switch to dark theme', icon: IconMoon },
    { scheme: 'light', label: 'Switch to light theme', icon: IconSun },
    { scheme: 'auto', label: 'Use the system’s theme', icon: IconSystem },
  ];
  const actions: readonly Command[] = [
    ...CREATING,
    ...schemes
      .filter(({ scheme }) => scheme !== colorScheme)
      .map(({ scheme, ...command }) => ({
        ...command,
        words: 'appearance colour color mode',
        run: () => setColorScheme(scheme),
      })),
    { label: 'Show keyboard shortcuts', words: 'keys help', icon: IconKeyboard, run: onHelp },
    {
      label: 'Open the API reference',
      words: 'docs documentation',
      icon: IconDocs,
      run: () => void window.open('/docs', '_blank', 'noreferrer'),
    },
    { label: 'Sign out', words: 'log out leave', icon: IconSignOut, run: () => signOut.mutate() },
  ];
  const query = typed.trim();
  const groups = [
    { key: 'pages', label: 'Go to', hits: hitsOf(query === '' ? PLACES : PAGES, scopes, query) },
    { key: 'actions', label: 'Actions', hits: hitsOf(actions, scopes, query) },
  ];
  return query === '' ? groups.reverse() : groups;
}

function hitsOf(commands: readonly Command[], scopes: readonly string[], query: string): Hit[] {
  const found = allowed(commands, scopes).filter(({ label, words = '' }) =>
    matchesWords(`${label} ${words}`, query),
  );
  // Pages with this name come before those that only have it as a keyword.
  const named = found.filter(({ label }) => matchesWords(label, query));
  const ordered = [...named, ...found.filter((command) => !named.includes(command))];
  return (query === '' ? ordered : ordered.slice(0, MAX_FOUND)).map(
    ({ label, icon: CommandIcon, link, run }) => ({
      key: `command ${label}`,
      text: label,
      icon: <CommandIcon size={17} aria-hidden="true" className={styles.kind} />,
      title: <Highlighted {...highlightWords(label, query)} />,
      ...(link ? { link } : {}),
      ...(run ? { run } : {}),
    }),
  );
}
