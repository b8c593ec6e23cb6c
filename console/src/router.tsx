import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { onSessionEnd, ParleyError, queryClient, sessionQuery } from './api.ts';
import { onReturn } from './connection.ts';
import { accountsSearch } from './screens/accounts/search.ts';
import { emailSearch } from './screens/email/search.ts';
import { emailsSearch } from './screens/emails/search.ts';
import { executionsSearch } from './screens/executions/search.ts';
import { exportsSearch } from './screens/exports/search.ts';
import { homeSearch } from './screens/home/search.ts';
import { jobsSearch } from './screens/jobs/search.ts';
import { meetingSearch } from './screens/meeting/search.ts';
import { meetingsSearch } from './screens/meetings/search.ts';
import { searchSearch } from './screens/search/search.ts';
import { settingsSearch } from './screens/settings/search.ts';
import { signInSearch } from './screens/sign-in/search.ts';
import { signalSearch } from './screens/signal/search.ts';
import { signalNewSearch } from './screens/signal-new/search.ts';
import { signalsSearch } from './screens/signals/search.ts';
import { webhookSearch } from './screens/webhook/search.ts';
import { webhooksSearch } from './screens/webhooks/search.ts';
import { parseSearch, stringifySearch } from './search-params.ts';
import { ScreenFault } from './shell/screen-fault.tsx';
import { Shell } from './shell/shell.tsx';
import { UnknownPage } from './shell/unknown-page.tsx';

const root = createRootRoute({ component: Outlet, errorComponent: ScreenFault });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('./screens/sign-in/index.tsx'), 'SignInScreen'),
});

/** Everything behind sign-in. Without a session it leads there, and from there back to where one wanted to go. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    try {
      await queryClient.ensureQueryData(sessionQuery);
    } catch (error) {
      if (!(error instanceof ParleyError) || error.status !== 401) throw error;
      const from = location.href === '/' ? undefined : location.href;
      throw redirect({ to: '/sign-in', search: { from } });
    }
  },
  component: Shell,
});

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: homeSearch,
  component: lazyRouteComponent(() => import('./screens/home/index.tsx'), 'HomeScreen'),
});
const meetings = createRoute({
  getParentRoute: () => shell,
  path: '/meetings',
  validateSearch: meetingsSearch,
  component: lazyRouteComponent(() => import('./screens/meetings/index.tsx'), 'MeetingsScreen'),
});
const meeting = createRoute({
  getParentRoute: () => shell,
  path: '/meetings/$id',
  validateSearch: meetingSearch,
  component: lazyRouteComponent(() => import('./screens/meeting/index.tsx'), 'MeetingScreen'),
});
const search = createRoute({
  getParentRoute: () => shell,
  path: '/search',
  validateSearch: searchSearch,
  component: lazyRouteComponent(() => import('./screens/search/index.tsx'), 'SearchScreen'),
});
const add = createRoute({
  getParentRoute: () => shell,
  path: '/add',
  component: lazyRouteComponent(() => import('./screens/add/index.tsx'), 'AddScreen'),
});
const signals = createRoute({
  getParentRoute: () => shell,
  path: '/signals',
  validateSearch: signalsSearch,
  component: lazyRouteComponent(() => import('./screens/signals/index.tsx'), 'SignalsScreen'),
});
const signalNew = createRoute({
  getParentRoute: () => shell,
  path: '/signals/new',
  validateSearch: signalNewSearch,
  component: lazyRouteComponent(() => import('./screens/signal-new/index.tsx'), 'SignalNewScreen'),
});
const signal = createRoute({
  getParentRoute: () => shell,
  path: '/signals/$id',
  validateSearch: signalSearch,
  component: lazyRouteComponent(() => import('./screens/signal/index.tsx'), 'SignalScreen'),
});
const signalExamples = createRoute({
  getParentRoute: () => shell,
  path: '/signals/examples',
  component: lazyRouteComponent(() => import('./screens/signal-examples/index.tsx'), 'SignalExamplesScreen'),
});
const matches = createRoute({
  getParentRoute: () => shell,
  path: '/matches',
  validateSearch: executionsSearch,
  component: lazyRouteComponent(() => import('./screens/executions/index.tsx'), 'ExecutionsScreen'),
});
/** The former address of the matches, which old bookmarks still name. */
const executions = createRoute({
  getParentRoute: () => shell,
  path: '/executions',
  validateSearch: executionsSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/matches', search, replace: true });
  },
});
const emails = createRoute({
  getParentRoute: () => shell,
  path: '/emails',
  validateSearch: emailsSearch,
  component: lazyRouteComponent(() => import('./screens/emails/index.tsx'), 'EmailsScreen'),
});
const email = createRoute({
  getParentRoute: () => shell,
  path: '/emails/$id',
  validateSearch: emailSearch,
  component: lazyRouteComponent(() => import('./screens/email/index.tsx'), 'EmailScreen'),
});
const accounts = createRoute({
  getParentRoute: () => shell,
  path: '/accounts',
  validateSearch: accountsSearch,
  component: lazyRouteComponent(() => import('./screens/accounts/index.tsx'), 'AccountsScreen'),
});
const account = createRoute({
  getParentRoute: () => shell,
  path: '/accounts/$id',
  component: lazyRouteComponent(() => import('./screens/account/index.tsx'), 'AccountScreen'),
});
const jobs = createRoute({
  getParentRoute: () => shell,
  path: '/jobs',
  validateSearch: jobsSearch,
  component: lazyRouteComponent(() => import('./screens/jobs/index.tsx'), 'JobsScreen'),
});
const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks',
  validateSearch: webhooksSearch,
  component: lazyRouteComponent(() => import('./screens/webhooks/index.tsx'), 'WebhooksScreen'),
});
const webhook = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$id',
  validateSearch: webhookSearch,
  component: lazyRouteComponent(() => import('./screens/webhook/index.tsx'), 'WebhookScreen'),
});
const exports = createRoute({
  getParentRoute: () => shell,
  path: '/exports',
  validateSearch: exportsSearch,
  component: lazyRouteComponent(() => import('./screens/exports/index.tsx'), 'ExportsScreen'),
});
const oneExport = createRoute({
  getParentRoute: () => shell,
  path: '/exports/$id',
  component: lazyRouteComponent(() => import('./screens/export/index.tsx'), 'ExportScreen'),
});
const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  validateSearch: settingsSearch,
  component: lazyRouteComponent(() => import('./screens/settings/index.tsx'), 'SettingsScreen'),
});

const screens = [
  home,
  search,
  meetings,
  meeting,
  add,
  signals,
  signalNew,
  signalExamples,
  signal,
  matches,
  executions,
  emails,
  email,
  webhooks,
  webhook,
  exports,
  oneExport,
  accounts,
  account,
  jobs,
  settings,
];

/** Every address of the console. The search of each is read by its screen's `search.ts`, so that links can be shared. */
export const router = createRouter({
  routeTree: root.addChildren([signIn, shell.addChildren(screens)]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: ScreenFault,
  defaultNotFoundComponent: UnknownPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

onReturn(() => void router.invalidate());

onSessionEnd(() => {
  const { href, pathname } = router.state.location;
  if (pathname === '/sign-in') return;
  queryClient.clear();
  void router.navigate({ to: '/sign-in', search: { from: href, reason: 'ended' }, replace: true });
});
