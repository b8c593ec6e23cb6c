import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { meeting } from '../support/meetings.ts';
import { LEFT_OUT } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { type House, startHouse } from './support/house.ts';

/** The 401s of the session's end are meant, and Chromium tells each. */
const REFUSED = /status of 401/;

/** Requests that meet nobody; Chromium tells each too. */
const UNREACHABLE = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/;

async function signInWith(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const path = (page: Page) => page.url().replace(/^https?:\/\/[^/]+/, '');

describe('the session of the console', { skip: LEFT_OUT }, () => {
  let house: House;
  before(async () => {
    house = await startHouse();
    for (const title of ['Roll-out in Lund', 'Budget for spring']) {
      await house.client.ingest(meeting({ title }), { processImportedMeeting: false });
    }
  });
  after(() => house?.close());

  test('a shared link leads through sign-in to where it points, filters and all', async () => {
    await house.visit(
      { signedOut: true, mayComplain: REFUSED, name: 'shared-link' },
      async ({ page, context }) => {
        await page.goto('/meetings?range=365d&attendees=ada@parley.example&size=10');
        await heading(page, 'Every conversation, word for word.').waitFor();
        await signInWith(page, house.key);
        await heading(page, 'Meetings').waitFor();
        assert.equal(path(page), '/meetings?range=365d&attendees=ada@parley.example&size=10');
        const [cookie] = await context.cookies();
        assert.deepEqual(
          { name: cookie?.name, httpOnly: cookie?.httpOnly, sameSite: cookie?.sameSite },
          { name: 'parley_session', httpOnly: true, sameSite: 'Strict' },
        );
        const kept = await page.evaluate<string>(
          'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
        );
        assert.ok(!kept.includes(house.key), 'the key is kept nowhere in the browser');
      },
    );
  });

  test('a wrong key is reported, and the right one works afterwards', async () => {
    await house.visit(
      { signedOut: true, mayComplain: REFUSED, name: 'wrong-key' },
      async ({ page, context }) => {
        await page.goto('/sign-in');
        assert.ok(await page.getByRole('button', { name: 'Sign in' }).isDisabled(), 'nothing is typed yet');
        await signInWith(page, 'parley_no-such-key');
        await page.getByText('This key is not valid. It may be mistyped, revoked or expired.').waitFor();
        assert.deepEqual(await context.cookies(), []);
        await signInWith(page, house.key);
        await page.getByRole('navigation', { name: 'Screens' }).waitFor();
        assert.equal(path(page), '/');
      },
    );
  });

  for (const from of [
    '//evil.example/x',
    'https://evil.example/x',
    '/\\evil.example',
    'javascript:alert(1)',
  ]) {
    test(`a link that would lead elsewhere after sign-in leads home: ${from}`, async () => {
      await house.visit({ signedOut: true, mayComplain: REFUSED, name: 'elsewhere' }, async ({ page }) => {
        await page.goto(`/sign-in?from=${encodeURIComponent(from)}`);
        await signInWith(page, house.key);
        await page.getByRole('navigation', { name: 'Screens' }).waitFor();
        assert.equal(page.url(), `${house.url}/`);
      });
    });
  }

  test('signing out ends the session on the server, and going back shows nothing', async () => {
    await house.visit(
      { signedOut: true, mayComplain: REFUSED, name: 'sign-out' },
      async ({ page, context }) => {
        await page.goto('/meetings');
        await signInWith(page, house.key);
        await page.getByRole('link', { name: 'Roll-out in Lund' }).waitFor();
        const [cookie] = await context.cookies();
        await page.getByRole('complementary', { name: 'Parley' }).getByRole('button').last().click();
        await page.getByRole('button', { name: 'Sign out' }).click();
        await heading(page, 'Every conversation, word for word.').waitFor();
        assert.deepEqual(await context.cookies(), []);
        const answer = await fetch(`${house.url}/v1/meetings?from=2000-01-01T00:00:00Z`, {
          headers: { Cookie: `parley_session=${cookie!.value}` },
        });
        assert.equal(answer.status, 401);
        await page.goBack();
        await heading(page, 'Every conversation, word for word.').waitFor();
        assert.equal(await page.getByText('Roll-out in Lund').count(), 0);
      },
    );
  });

  test('a session that has ended is reported, and signing in again continues on the same page', async () => {
    const made = await house.client.post('/admin/v1/keys', {
      name: 'short-lived',
      scopes: ['meetings:read', 'users:read', 'signals:read'],
    });
    await house.visit({ signedOut: true, mayComplain: REFUSED, name: 'session-end' }, async ({ page }) => {
      await page.goto('/meetings?sources=USER_PROVIDED&size=10');
      await signInWith(page, made.body.key);
      await page.getByRole('link', { name: 'Roll-out in Lund' }).waitFor();
      const revoked = await house.client.delete(`/admin/v1/keys/${made.body.id}`);
      assert.ok(revoked.status < 300, revoked.text);
      await eventually(async () => {
        // Of the session itself: key and session are each trusted for half a second.
        const answer = await page.request.get('/admin/v1/session');
        assert.equal(answer.status(), 401);
      });
      // The requests of the next step are refused.
      await page.getByLabel('Search meetings and people').fill('lund');
      await page.getByText('Your session has ended. Sign in again to continue where you left off.').waitFor();
      await signInWith(page, house.key);
      await page.getByRole('link', { name: 'Roll-out in Lund' }).waitFor();
      assert.equal(path(page), '/meetings?sources=USER_PROVIDED&size=10');
    });
  });

  test('the navigation shows what a key’s scopes permit, and a screen names the scopes that it requires', async () => {
    const made = await house.client.post('/admin/v1/keys', { name: 'reader', scopes: ['meetings:read'] });
    await house.visit({ signedOut: true, mayComplain: REFUSED, name: 'few-scopes' }, async ({ page }) => {
      await page.goto('/');
      await signInWith(page, made.body.key);
      const places = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
      await places.first().waitFor();
      assert.deepEqual(await places.allInnerTexts(), [
        'Home',
        'Meetings',
        'E-mails',
        'Accounts',
        'Exports',
        'Settings',
      ]);
      await page.goto('/jobs');
      await heading(page, 'Jobs').waitFor();
      await page.getByText('admin', { exact: false }).first().waitFor();
    });
  });

  test('while the API is unavailable the console says so, keeps its data, and continues by itself afterwards', async () => {
    const mayComplain = new RegExp(`${UNREACHABLE.source}|${REFUSED.source}`);
    await house.visit({ mayComplain, name: 'api-away' }, async ({ page }) => {
      await page.goto('/meetings');
      await page.getByRole('link', { name: 'Roll-out in Lund' }).waitFor();
      await house.stop();
      await page.getByLabel('Search meetings and people').fill('spring');
      await page.getByText('Parley is not responding.').waitFor();
      await page.getByRole('button', { name: 'Try now' }).waitFor();
      assert.ok(await page.getByRole('link', { name: 'Roll-out in Lund' }).isVisible());
      await house.start();
      await house.client.ingest(meeting({ title: 'Come in meanwhile' }), { processImportedMeeting: false });
      // The console may have found the API by itself before.
      await page.evaluate(
        "[...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try now')?.click()",
      );
      await page.getByText('Parley is not responding.').waitFor({ state: 'hidden' });
      await page.getByRole('link', { name: 'Come in meanwhile' }).waitFor();
      assert.equal(path(page), '/meetings');
    });
  });

  test('the keyboard: g and a letter goes, / searches, ? tells the keys, none of them while one types', async () => {
    await house.visit({ name: 'keyboard' }, async ({ page }) => {
      await page.goto('/');
      await page.getByRole('navigation', { name: 'Screens' }).waitFor();
      await page.keyboard.press('?');
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await help.waitFor();
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'hidden' });

      await page.keyboard.press('/');
      const search = page.getByRole('dialog', { name: 'Search' });
      await search.getByRole('combobox').pressSequentially('gm lund');
      await search.getByText('Nothing matches “gm lund”').waitFor();
      await search.getByRole('combobox').fill('lund');
      await search.getByRole('option', { name: /Roll-out in Lund/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/meetings\/\d+$/);

      await page.keyboard.press('g');
      await page.keyboard.press('m');
      await heading(page, 'Meetings').waitFor();
      await page.keyboard.press('/');
      await eventually(async () => {
        const focused = await page.evaluate('document.activeElement.getAttribute("aria-label")');
        assert.equal(focused, 'Search meetings and people');
      });
      await page.keyboard.type('g');
      await page.keyboard.type('h');
      assert.equal(path(page), '/meetings');
    });
  });

  test('search as one types: arrows choose, a person filters the list', async () => {
    await house.visit({ name: 'search' }, async ({ page }) => {
      await page.goto('/meetings');
      const field = page.getByLabel('Search meetings and people');
      await field.fill('ada');
      await page.getByRole('option', { name: /Ada Park/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/attendees=ada@parley\.example/);
      await field.fill('budg');
      await page.getByRole('option', { name: /Budget for spring/ }).click();
      await page.waitForURL(/\/meetings\/\d+$/);
    });
  });

  test('an address that leads nowhere says so and leads home', async () => {
    await house.visit({ name: 'nowhere' }, async ({ page }) => {
      await page.goto('/no/such/page');
      await heading(page, 'Page not found').waitFor();
      await page.getByRole('button', { name: 'Go to Home' }).click();
      await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    });
  });
});
