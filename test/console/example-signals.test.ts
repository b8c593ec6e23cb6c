import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { LEFT_OUT } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { type House, startHouse } from './support/house.ts';

describe('the example signals in the console', { skip: LEFT_OUT }, () => {
  let house: House;
  before(async () => {
    house = await startHouse();
  });
  after(() => house?.close());

  const own = async (): Promise<{ id: number; signalName: string; enabled: boolean }[]> =>
    (await house.client.get('/v2/signals')).body.signals;

  const removeAll = async () => {
    for (const { id } of await own()) await house.client.delete(`/admin/v1/signals/${id}`);
  };

  test('one is installed by keyboard, and all that are missing at once, disabled', async () => {
    await house.visit({ name: 'examples' }, async ({ page }) => {
      await page.goto('/signals');
      await page.getByRole('link', { name: 'Choose from ten examples' }).click();
      await page.getByRole('heading', { level: 1, name: 'Example signals' }).waitFor();
      const cards = page.getByRole('list', { name: 'Example signals' }).getByRole('listitem');
      await cards.first().waitFor();
      assert.equal(await cards.count(), 10);
      const churn = cards.filter({ has: page.getByRole('heading', { name: 'Churn risk' }) });
      await churn.getByText('The customer thinks of cancelling').waitFor();
      assert.match(await churn.innerText(), /Precision\s+83 %\s+5 of 6; 44 % to 97 %\s+Recall\s+71 %/);
      await churn.getByText(/phrases in 5 languages, said by customers$/).focus();
      await page.keyboard.press('Enter');
      await churn.getByText('“kündigen”').waitFor();

      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await churn.getByText('Installed', { exact: true }).waitFor();
      await page.getByText('“Churn risk” installed.').waitFor();
      const [first, ...others] = await own();
      assert.deepEqual([first?.signalName, first?.enabled, others], ['Churn risk', false, []]);

      await page.getByRole('button', { name: 'Install all 9 missing' }).click();
      await page.getByText('9 signals installed.').waitFor();
      await page.getByRole('button', { name: 'All are installed' }).waitFor();
      const all = await own();
      assert.deepEqual(
        [all.length, new Set(all.map(({ signalName }) => signalName)).size, all.some((one) => one.enabled)],
        [10, 10, false],
      );
      await page.reload();
      await page.getByRole('link', { name: 'Open Churn risk' }).click();
      await page.waitForURL(`**/signals/${first!.id}`);
      assert.match(await page.getByLabel('Phrases', { exact: true }).inputValue(), /cancel the contract/);
    });
  });

  test('a failure half-way says what was installed, and leaves the others to be installed', async () => {
    await removeAll();
    const options = { name: 'examples-failed', mayComplain: /status of 409/ };
    await house.visit(options, async ({ page }) => {
      let posts = 0;
      await page.route('**/admin/v1/signals', (route) => {
        posts += 1;
        if (posts !== 3) return route.continue();
        return route.fulfill({
          status: 409,
          json: { error: 'An organization can have at most 500 signals' },
        });
      });
      await page.goto('/signals/examples');
      await page.getByRole('button', { name: 'Install all 10 missing' }).click();
      await page.getByText('2 signals installed, then: An organization can have at most 500').waitFor();
      await page.getByRole('button', { name: 'Install all 8 missing' }).click();
      await eventually(async () => assert.equal((await own()).length, 10));
    });
  });

  test('a key that only reads signals sees the library, and cannot install it', async () => {
    // An example that is installed has no button for anybody.
    await removeAll();
    const { body } = await house.client.post('/admin/v1/keys', { name: 'Reader', scopes: ['signals:read'] });
    const cookie = await house.signIn(body.key);
    await house.visit({ name: 'examples-reader', signedOut: true }, async ({ page, context }) => {
      await context.addCookies([{ name: 'parley_session', value: cookie, url: house.url }]);
      await page.goto('/signals/examples');
      await page.getByRole('heading', { name: 'Timeline' }).waitFor();
      await page.getByText('sign in with a key that has the scope admin').waitFor();
      assert.equal(await page.getByRole('button', { name: /^Install/ }).count(), 0);
    });
  });
});
