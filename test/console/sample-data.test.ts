import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { demoState, jobsAreDone } from '../support/demo.ts';
import { LEFT_OUT } from './support/chromium.ts';
import { type House, startHouse } from './support/house.ts';

const LOAD_MS = 90_000;

describe('sample data, from the empty Home and back', { skip: LEFT_OUT }, () => {
  let house: House;
  before(async () => {
    house = await startHouse();
  });
  after(() => house?.close());

  test('a key that is no administrator’s is not offered it', async () => {
    const scopes = ['meetings:read', 'signals:read', 'users:read'];
    const { body } = await house.client.post('/admin/v1/keys', { name: 'Reader', scopes });
    const cookie = await house.signIn(body.key);
    await house.visit({ name: 'sample-data-reader', signedOut: true }, async ({ page, context }) => {
      await context.addCookies([{ name: 'parley_session', value: cookie, url: house.url }]);
      await page.goto('/');
      await page.getByText('npx parley demo').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Load sample data' }).count(), 0);
      assert.equal(await page.getByRole('region', { name: 'Sample data' }).count(), 0);
    });
  });

  test('it is loaded, fills Home as it comes, and is removed after a question', async () => {
    await house.visit({ name: 'sample-data' }, async ({ page }) => {
      page.setDefaultTimeout(LOAD_MS);
      await page.goto('/');
      await page.getByRole('button', { name: 'Load sample data' }).click();
      const banner = page.getByRole('region', { name: 'Sample data' });
      await banner.getByRole('progressbar', { name: 'Conversations loaded' }).waitFor();
      await page.getByRole('heading', { name: 'Latest meetings' }).waitFor();
      await banner.getByText('This organization contains sample data').waitFor();
      assert.equal((await demoState(house.client)).state, 'loaded');
      await jobsAreDone(house.client);
      await page
        .getByRole('list', { name: 'Matches by signal' })
        .getByText(/ of \d+ calls/)
        .first()
        .waitFor();

      await banner.getByRole('button', { name: 'Remove sample data' }).click();
      const dialog = page.getByRole('dialog', { name: 'Remove the sample data?' });
      await dialog.getByText('This cannot be undone.').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      assert.equal((await demoState(house.client)).state, 'loaded');
      await banner.getByRole('button', { name: 'Remove sample data' }).click();
      await dialog.getByRole('button', { name: 'Remove sample data' }).click();
      await page.getByRole('button', { name: 'Load sample data' }).waitFor();
      assert.equal(await banner.count(), 0);
      assert.equal((await demoState(house.client)).state, 'absent');
    });
  });
});
