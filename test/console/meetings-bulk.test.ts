import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { LEFT_OUT } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { type House, startHouse } from './support/house.ts';
import { titlesOf } from './support/page.ts';

const MEETINGS = 6;
const LEAD = '00Q8c00002ABCDEAA5';

describe('actions on several meetings in the console', { skip: LEFT_OUT }, () => {
  let house: House;
  const ids: string[] = [];
  before(async () => {
    house = await startHouse();
    for (let index = 0; index < MEETINGS; index++) {
      const startTime = `2026-02-0${index + 1}T09:00:00Z`;
      const endTime = `2026-02-0${index + 1}T10:00:00Z`;
      const meeting = { id: `${index}`, title: `Meeting ${index}`, startTime, endTime };
      ids.push(await house.client.ingest({ ...meeting, host: { email: 'host@parley.example' } }));
    }
  });
  after(() => house?.close());

  const leadsOf = async (): Promise<(string | undefined)[]> => {
    const { body } = await house.client.get('/v1/meetings', { from: '2026-01-01T00:00:00Z' });
    return body.meetings.map(({ crmLeadId }: { crmLeadId?: string }) => crmLeadId);
  };

  test('rows are selected one by one, by a range and by the page; a remap of several is undone as a whole', async () => {
    await house.visit({ name: 'bulk-remap' }, async ({ page }) => {
      await page.goto('/meetings?sort=title');
      const box = (index: number) => page.getByRole('checkbox', { name: `Select Meeting ${index}` });
      await box(1).click();
      await box(3).click({ modifiers: ['Shift'] });
      await page.getByText('3 meetings selected').waitFor();
      await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
      await page.getByText(`${MEETINGS} meetings selected`).waitFor();
      await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
      await box(1).press('Space');
      await box(2).press('Space');
      await page.getByText('2 meetings selected').waitFor();
      await page.getByRole('button', { name: 'Remap…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: 'Lead' }).fill(LEAD);
      await page.getByRole('option', { name: LEAD }).click();
      await dialog.getByRole('button', { name: 'Remap 2 meetings' }).click();
      await page.getByText('2 meetings remapped').waitFor();
      assert.deepEqual(await leadsOf(), [undefined, LEAD, LEAD, undefined, undefined, undefined]);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('2 meetings restored to the records before the remap').waitFor();
      assert.deepEqual(
        await leadsOf(),
        Array.from({ length: MEETINGS }, () => undefined),
      );
    });
  });

  test('what fails is told with its reason and stays selected, and can be tried again', async () => {
    await house.visit({ name: 'bulk-failure', mayComplain: /500/ }, async ({ page }) => {
      await page.goto('/meetings?sort=title');
      await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
      await page.route(`**/v1/meetings/${ids[2]}`, (route) =>
        route.fulfill({
          status: 500,
          contentType: 'application/json',
          body: '{"error":"Internal server error"}',
        }),
      );
      await page.getByRole('button', { name: 'Delete…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete 6 meetings?' });
      const confirm = dialog.getByRole('button', { name: 'Delete 6 meetings' });
      assert.equal(await confirm.isDisabled(), true);
      await dialog.getByRole('textbox').fill('delete 6');
      await confirm.click();
      await page.getByText('5 meetings deleted').waitFor();
      await page.getByText('Meeting 2: Internal server error').waitFor();
      await page.getByText('1 meeting selected').waitFor();
      await eventually(async () => assert.deepEqual(await titlesOf(page, 'Meetings'), ['Meeting 2']));
      await page.unroute(`**/v1/meetings/${ids[2]}`);
      await page.getByRole('button', { name: 'Delete…' }).click();
      await page.getByRole('dialog').getByRole('textbox').fill('delete 1');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 meeting' }).click();
      await page.getByText('1 meeting deleted').waitFor();
      await page.getByText('No meetings yet').waitFor();
    });
    assert.deepEqual(await leadsOf(), []);
  });

  test('a key that may neither remap nor delete has no checkboxes, and one that may remap cannot delete', async () => {
    const host = { email: 'host@parley.example' };
    const times = { startTime: '2026-02-01T09:00:00Z', endTime: '2026-02-01T10:00:00Z' };
    await house.client.ingest({ id: 'again', title: 'Again', ...times, host });
    const cookieOf = async (scopes: string[]) => {
      const { body } = await house.client.post('/admin/v1/keys', { name: 'narrow', scopes });
      return house.signIn(body.key);
    };
    const [reads, remaps] = [
      await cookieOf(['meetings:read']),
      await cookieOf(['meetings:read', 'remap:write']),
    ];
    await house.visit({ name: 'bulk-scopes' }, async ({ page, context }) => {
      const signInAs = (value: string) =>
        context.addCookies([{ name: 'parley_session', value, url: house.url }]);
      await signInAs(reads);
      await page.goto('/meetings');
      await page.getByRole('link', { name: 'Again' }).waitFor();
      assert.equal(await page.getByRole('checkbox').count(), 0);
      assert.equal(await page.getByLabel('Signal', { exact: true }).count(), 0);
      await signInAs(remaps);
      await page.reload();
      await page.getByRole('checkbox', { name: 'Select Again' }).click();
      await page.getByRole('button', { name: 'Remap…' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Delete…' }).count(), 0);
    });
  });
});
