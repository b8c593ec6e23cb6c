import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { ingestEmail } from '../support/emails.ts';
import { beginExport, manifestOf } from '../support/exports.ts';
import { LEFT_OUT } from './support/chromium.ts';
import { type House, startHouse } from './support/house.ts';
import { PICTURE_MS, SCREENSHOTS, WINDOWS } from './support/visit.ts';

type Screen = {
  /** Of its screenshots. */
  name: string;
  path: string | (() => string);
  /** Its h1, or a part of it. */
  heading: string | RegExp;
  /** The text that is shown once the screen has loaded. */
  shows: (page: Page) => Promise<unknown>;
  signedOut?: boolean;
};

const COMPANY = 'Tarnwick Software';

let house: House;
let emailId: string;
let webhookId: string;
let exportId: string;

const SCREENS: readonly Screen[] = [
  {
    name: 'sign-in',
    path: '/sign-in',
    heading: 'Every conversation, word for word.',
    shows: (page) => page.getByLabel('API key').waitFor(),
    signedOut: true,
  },
  {
    name: 'home',
    path: '/?days=365',
    heading: COMPANY,
    shows: (page) => page.getByRole('list', { name: 'Matches by signal' }).waitFor(),
  },
  {
    name: 'meetings',
    path: '/meetings',
    heading: 'Meetings',
    shows: (page) => page.getByRole('table', { name: 'Meetings' }).waitFor(),
  },
  {
    name: 'meeting',
    path: () => `/meetings/${house.heardMeeting}`,
    heading: /.+/,
    shows: (page) => page.getByRole('list', { name: 'Transcript' }).getByRole('listitem').first().waitFor(),
  },
  {
    name: 'add',
    path: '/add',
    heading: 'Add meetings',
    shows: (page) => page.getByRole('button', { name: 'Choose files' }).waitFor(),
  },
  {
    name: 'signals',
    path: '/signals',
    heading: 'Signals',
    shows: (page) => page.getByRole('link', { name: 'Price objection' }).waitFor(),
  },
  {
    name: 'signal-new',
    path: '/signals/new',
    heading: 'New signal',
    shows: (page) => page.getByLabel('Name', { exact: true }).waitFor(),
  },
  {
    name: 'signal-examples',
    path: '/signals/examples',
    heading: 'Example signals',
    shows: (page) => page.getByRole('button', { name: 'Install Budget' }).waitFor(),
  },
  {
    name: 'signal',
    path: () => `/signals/2?meeting=${house.heardMeeting}`,
    heading: 'Price objection',
    shows: (page) => page.getByLabel('Phrases', { exact: true }).waitFor(),
  },
  {
    name: 'signal-past',
    path: '/signals/2?on=past',
    heading: 'Price objection',
    shows: (page) => page.getByLabel('Phrases', { exact: true }).waitFor(),
  },
  ...(['matches', 'quality', 'coverage', 'versions'] as const).map((tab) => ({
    name: `signal-${tab}`,
    path: `/signals/2?tab=${tab}`,
    heading: 'Price objection',
    shows: (page: Page) => page.getByRole('tabpanel').waitFor(),
  })),
  {
    name: 'matches',
    path: '/matches?size=10',
    heading: 'Matches',
    shows: async (page) => {
      const list = page.getByRole('list', { name: 'Matches' });
      await list.getByRole('button').first().click();
      await list.getByRole('blockquote').first().waitFor();
    },
  },
  {
    name: 'search',
    path: '/search?q=price',
    heading: 'Results for “price”',
    shows: (page) => page.getByRole('list', { name: 'Moments' }).waitFor(),
  },
  ...(['meetings', 'people', 'accounts', 'signals', 'emails'] as const).map((tab) => ({
    name: `search-${tab}`,
    path: `/search?q=nord&tab=${tab}`,
    heading: 'Results for “nord”',
    shows: (page: Page) => page.getByRole('tabpanel').getByText(/\w/).first().waitFor(),
  })),
  {
    name: 'palette',
    path: '/search',
    heading: 'Search',
    shows: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search everything' }).fill('nord');
      await page.getByRole('group', { name: 'In transcripts' }).getByRole('option').first().waitFor();
      await page.getByRole('group', { name: 'Accounts' }).getByRole('option').first().waitFor();
    },
  },
  {
    name: 'emails',
    path: '/emails',
    heading: 'E-mails',
    shows: (page) => page.getByRole('link', { name: /Your offer for the depot/ }).waitFor(),
  },
  {
    name: 'email',
    path: () => `/emails/${emailId}`,
    heading: 'Your offer for the depot',
    shows: (page) => page.getByText('the price is too high').first().waitFor(),
  },
  {
    name: 'webhooks',
    path: '/webhooks',
    heading: 'Webhooks',
    shows: (page) => page.getByRole('table', { name: 'Webhooks' }).waitFor(),
  },
  {
    name: 'webhook',
    path: () => `/webhooks/${webhookId}`,
    heading: 'Warehouse',
    shows: (page) => page.getByRole('list', { name: 'Deliveries' }).getByRole('button').first().click(),
  },
  {
    name: 'exports',
    path: '/exports',
    heading: 'Exports',
    shows: (page) => page.getByRole('table', { name: 'Exports' }).waitFor(),
  },
  {
    name: 'export',
    path: () => `/exports/${exportId}`,
    heading: `Export`,
    shows: (page) => page.getByRole('table', { name: 'Files' }).waitFor(),
  },
  {
    name: 'jobs',
    path: '/jobs',
    heading: 'Jobs',
    shows: (page) => page.getByRole('table', { name: 'Jobs by kind' }).waitFor(),
  },
  ...(['keys', 'users', 'crm', 'organization', 'ai', 'audit'] as const).map((tab) => ({
    name: `settings-${tab}`,
    path: `/settings?tab=${tab}`,
    heading: 'Settings',
    shows: (page: Page) => page.getByRole('tabpanel').waitFor(),
  })),
  {
    name: 'nowhere',
    path: '/no/such/page',
    heading: 'Page not found',
    shows: (page) => page.getByText('There is nothing at this address').waitFor(),
  },
];

/** Disables animations, which would be measured halfway. */
const STILL = '*, *::before, *::after { transition: none !important; animation: none !important; }';

type Violation = { id: string; impact: string; help: string; nodes: { target: string[]; html: string }[] };

/** Returns the serious and critical findings of axe on the page, one line for each place. */
async function findings(page: Page): Promise<string[]> {
  const violations = await page.evaluate<Violation[]>(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes
        .slice(0, 5)
        .map(({ target, html }) => `${id}: ${help}: ${target.join(' ')} ${html.slice(0, 160)}`),
    );
}

/**
 * Takes a picture for a person to look at. No check depends on it, so the test goes on if the browser draws none: Chromium sometimes
 * stops drawing a page that it still runs, mostly after the window has changed its size.
 */
async function shoot(t: TestContext, page: Page, name: string): Promise<void> {
  const path = join(SCREENSHOTS, `${name}.png`);
  await page
    .screenshot({ path, timeout: PICTURE_MS })
    .catch((error: Error) => t.diagnostic(`no picture ${name}: ${error.message}`));
}

/** Reading has ended and nothing is a placeholder any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const placeholders = page
    .locator('[aria-label="Loading"], .mantine-Skeleton-root')
    .filter({ visible: true });
  await placeholders.first().waitFor({ state: 'detached' });
}

// All screens together take longer than a test may.
describe('every screen, light, dark and on a phone', { skip: LEFT_OUT, timeout: 900_000 }, () => {
  before(async () => {
    await mkdir(SCREENSHOTS, { recursive: true });
    house = await startHouse({ demo: true });
    const made = await ingestEmail(house.client, {
      subject: 'Your offer for the depot',
      // Later than the e-mails of the demo, so that it is on the first page.
      sentAt: '2026-10-30T16:00:00Z',
      text: 'Hello,\n\nto be honest, the price is too high for us.\n\nRegards\nGrace',
    });
    emailId = made.emailId;
    await house.settle();
    const url = 'https://hooks.invalid/parley';
    const webhook = { url, description: 'Warehouse', signing: 'ed25519' };
    webhookId = (await house.client.post('/admin/v1/webhooks', webhook)).body.id;
    await house.client.send('POST', 'api', `/admin/v1/webhooks/${webhookId}/test`);
    exportId = await beginExport(house.client);
    await manifestOf(house.client, exportId);
  });
  after(() => house?.close());

  for (const { name, path, heading, shows, signedOut } of SCREENS) {
    test(`${name}: nothing serious for axe, nothing in the console, no scrolling sideways`, async (t) => {
      const options = {
        name: `screen-${name}`,
        ...(signedOut ? { signedOut, mayComplain: /status of 401/ } : {}),
      };
      await house.visit(options, async ({ page }) => {
        await page.goto(typeof path === 'string' ? path : path());
        await page.addStyleTag({ content: STILL });
        await page.getByRole('heading', { level: 1, name: heading }).waitFor();
        await shows(page);
        await settled(page);
        await page.evaluate(axe.source);
        const found: Record<string, string[]> = {};
        await shoot(t, page, name);
        found.light = await findings(page);
        await page.emulateMedia({ colorScheme: 'dark' });
        await shoot(t, page, `${name}-dark`);
        found.dark = await findings(page);
        await page.emulateMedia({ colorScheme: 'light' });
        await page.setViewportSize(WINDOWS.phone);
        await shoot(t, page, `${name}-phone`);
        found.phone = await findings(page);
        assert.deepEqual(found, { light: [], dark: [], phone: [] });
        const [inner, scroll] = await page.evaluate<[number, number]>(
          '[document.documentElement.clientWidth, document.documentElement.scrollWidth]',
        );
        assert.ok(scroll <= inner, `the page is ${scroll} px wide in a window of ${inner} px`);
      });
    });
  }

  test('from each screen to the next and around again: what one has read is no trouble to another', async () => {
    const places = [
      ...[['m', 'Meetings'] as const, ['s', 'Signals'] as const, ['x', 'Matches'] as const],
      ...[['e', 'E-mails'] as const, ['a', 'Add meetings'] as const],
      ...[['w', 'Webhooks'] as const, ['o', 'Exports'] as const, ['j', 'Jobs'] as const],
      ...[[',', 'Settings'] as const, ['h', COMPANY] as const],
    ];
    await house.visit({ name: 'around' }, async ({ page }) => {
      await page.goto('/');
      await page.getByRole('heading', { level: 1, name: COMPANY }).waitFor();
      for (const [key, name] of [...places, ...places.toReversed()]) {
        await page.keyboard.press('g');
        await page.keyboard.press(key);
        await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
        await settled(page);
        assert.equal(await page.getByText('Parley could not load').count(), 0, name);
      }
    });
  });
});
