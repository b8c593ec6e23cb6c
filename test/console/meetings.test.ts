import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { LEFT_OUT } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { type House, startHouse } from './support/house.ts';
import { path, pickOption, titlesOf } from './support/page.ts';

const EVERYTHING = '2000-01-01T00:00:00Z';

describe('the list of meetings in the console', { skip: LEFT_OUT }, () => {
  let house: House;
  before(async () => {
    house = await startHouse({ demo: true });
  });
  after(() => house?.close());

  const totalOf = async (query: Record<string, string>): Promise<number> => {
    const answer = await house.client.get('/v1/meetings', { from: EVERYTHING, pageSize: '1', ...query });
    return answer.body.pageCount;
  };
  const accounts = async (): Promise<{ id: string; name: string }[]> => {
    const answer = await house.client.get('/admin/v1/crm-records', { type: 'ACCOUNT', pageSize: '50' });
    return answer.body.records;
  };

  test('the list is newest first, and its page is in the URL: reload, back and a shared link keep it', async () => {
    const total = await totalOf({});
    await house.visit({ name: 'pages' }, async ({ page, context }) => {
      await page.goto('/meetings');
      await page.getByText(`${total} meetings, newest first`).waitFor();
      const times = await page
        .locator('td[data-label="Date"] time')
        .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('datetime')));
      assert.deepEqual(times, times.toSorted().reverse());
      const first = await titlesOf(page, 'Meetings');
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.waitForURL(/page=2/);
      const second = await eventually(async () => {
        const titles = await titlesOf(page, 'Meetings');
        assert.notDeepEqual(titles, first);
        return titles;
      });
      await page.reload();
      await page.getByText(`Page 2 of ${Math.ceil(total / 25)}`).waitFor();
      assert.deepEqual(await titlesOf(page, 'Meetings'), second);
      const shared = await context.newPage();
      await shared.goto(page.url());
      await shared.getByText('Page 2 of').waitFor();
      assert.deepEqual(await titlesOf(shared, 'Meetings'), second);
      await page.goBack();
      await eventually(async () => assert.deepEqual(await titlesOf(page, 'Meetings'), first));
    });
  });

  test('a page past the end leads back to the last one, in every list', async () => {
    await house.visit({ name: 'past-the-end' }, async ({ page }) => {
      for (const list of ['/meetings', '/matches', '/settings?tab=users', '/settings?tab=crm']) {
        await page.goto(`${list}${list.includes('?') ? '&' : '?'}page=999`);
        await page.getByText('This page no longer exists').waitFor();
        await page.getByRole('button', { name: 'Go to the last page' }).click();
        await page.getByText(/^Page (\d+) of \1/).waitFor();
      }
    });
  });

  test('filters narrow the list as the API does, are in the URL and survive reload', async () => {
    const [account] = await accounts();
    const ofAccount = await totalOf({ salesforceAccountId: account!.id });
    assert.ok(ofAccount > 0 && ofAccount < 100, `${ofAccount}`);
    await house.visit({ name: 'filters' }, async ({ page }) => {
      await page.goto('/meetings');
      await pickOption(page, 'Account', account!.name);
      await page.waitForURL(new RegExp(`account=${account!.id}`));
      await page.getByText(`${ofAccount} meetings, newest first`).waitFor();
      await page.reload();
      await page.getByText(`${ofAccount} meetings, newest first`).waitFor();
      const chosen = page.getByRole('combobox', { name: 'Account', exact: true });
      await eventually(async () => assert.equal(await chosen.inputValue(), account!.name));
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.waitForURL(/\/meetings$/);
      await page.getByText(`${await totalOf({})} meetings, newest first`).waitFor();
    });
  });

  test('a filter by attendee is found by name; days and source go with it; where none fits, the way back is shown', async () => {
    const { body } = await house.client.get('/v1/users', { pageSize: '1' });
    const [user] = body.users;
    const word = user.email.split('@')[0].split('.')[0];
    await house.visit({ name: 'attendees' }, async ({ page }) => {
      await page.goto('/meetings?sources=USER_PROVIDED');
      await page
        .getByRole('textbox', { name: 'Attendees' })
        .or(page.getByRole('combobox', { name: 'Attendees' }))
        .fill(word);
      await page.getByRole('option', { name: new RegExp(user.email) }).click();
      await page.waitForURL((url) => url.searchParams.get('attendees') === user.email);
      const query = { attendeeEmailAddresses: user.email, sourceTypes: 'USER_PROVIDED' };
      const total = await totalOf(query);
      await page.getByText(new RegExp(`^(${total} meetings?, newest first|No meetings)$`)).waitFor();
      await page.goto(`${path(page)}&from=1999-01-01&to=1999-12-31`);
      await page.getByText('No meetings match these filters').waitFor();
      await page.getByRole('link', { name: 'Clear filters' }).click();
      await page.waitForURL(/\/meetings$/);
      await page.getByRole('table', { name: 'Meetings' }).waitFor();
    });
  });
});
