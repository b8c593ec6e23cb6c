import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { meeting } from '../support/meetings.ts';
import { LEFT_OUT } from './support/chromium.ts';
import { type House, startHouse } from './support/house.ts';
import { path } from './support/page.ts';

/** Addresses that a key without scopes for them may type, and the scope that each screen names. */
const SCREENS = [
  ['/meetings', 'Meetings', 'meetings:read'],
  ['/meetings/1', 'Meeting', 'meetings:read'],
  ['/emails', 'E-mails', 'meetings:read'],
  ['/accounts', 'Accounts', 'meetings:read'],
  ['/emails/1', 'E-mail', 'meetings:read'],
  ['/signals', 'Signals', 'signals:read'],
  ['/signals/1', 'Signal', 'signals:read'],
  ['/signals/1?tab=coverage', 'Signal', 'signals:read'],
  ['/signals/1?tab=quality', 'Signal', 'signals:read'],
  ['/signals/new', 'New signal', 'admin'],
  ['/matches', 'Matches', 'signals:read'],
  ['/search?q=price', 'Results for “price”', 'meetings:read or signals:read'],
  ['/webhooks', 'Webhooks', 'admin'],
  ['/webhooks/1', 'Webhook', 'admin'],
  ['/exports', 'Exports', 'meetings:read or signals:read or users:read'],
  ['/exports/1', 'Export', 'meetings:read or signals:read or users:read'],
  ['/jobs', 'Jobs', 'admin'],
  ['/settings?tab=keys', 'Settings', 'admin'],
  ['/settings?tab=users', 'Settings', 'users:read'],
  ['/settings?tab=audit', 'Settings', 'admin'],
] as const;

describe('screens and the scopes of the key', { skip: LEFT_OUT }, () => {
  let house: House;
  let cookie: string;
  before(async () => {
    house = await startHouse();
    await house.client.ingest(meeting({ title: 'Not for this key' }), { processImportedMeeting: false });
    const made = await house.client.post('/admin/v1/keys', { name: 'sender', scopes: ['ingest:write'] });
    cookie = await house.signIn(made.body.key);
  });
  after(() => house?.close());

  test('a screen that is reached by its address names the scope that the key lacks, and asks the API nothing', async () => {
    // A request that the API refuses would be an error of the browser's console, and fail the visit.
    await house.visit({ signedOut: true, name: 'lacking-scopes' }, async ({ page, context }) => {
      await context.addCookies([{ name: 'parley_session', value: cookie, url: house.url }]);
      for (const [address, heading, scope] of SCREENS) {
        await page.goto(address);
        await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
        await page.getByText(`Your key does not have the scope ${scope}`).waitFor();
        assert.equal(await page.getByText('Parley could not load').count(), 0, address);
      }
      await page.keyboard.press('/');
      const search = page.getByRole('dialog', { name: 'Search' });
      await search.getByText('Your key does not have the scope meetings:read').waitFor();
      await search.getByRole('combobox').fill('add');
      await search.getByRole('option', { name: 'Add a meeting' }).waitFor();
      assert.equal(await search.getByRole('option', { name: 'Create signal' }).count(), 0);
    });
  });

  test('bookmarks of the former address of the matches still open them, filters and all', async () => {
    await house.visit({ name: 'former-address' }, async ({ page }) => {
      await page.goto('/executions?sources=email&size=10');
      await page.getByRole('heading', { level: 1, name: 'Matches' }).waitFor();
      assert.equal(path(page), '/matches?sources=email&size=10');
    });
  });
});
