import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { LEFT_OUT } from './support/chromium.ts';
import { type House, startHouse } from './support/house.ts';

describe('accounts in the console', { skip: LEFT_OUT }, () => {
  let house: House;
  before(async () => {
    house = await startHouse({ demo: true });
  });
  after(() => house?.close());

  test('the list leads to an account, and its next steps to the moment at which they were agreed', async () => {
    const { body } = await house.client.get('/v1/accounts', { order: 'recent' });
    const [first] = body.accounts;
    const { body: account } = await house.client.get(`/v1/accounts/${first.id}`);
    await house.visit({ name: 'accounts' }, async ({ page }) => {
      await page.goto('/accounts');
      const rows = page.getByRole('table', { name: 'Accounts' }).getByRole('row');
      await rows.nth(1).getByText(first.name).waitFor();
      await page.getByRole('searchbox', { name: 'Search accounts' }).fill(first.name.toLowerCase());
      await page.waitForURL(/[?&]q=/);
      await rows.nth(1).getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: first.name }).waitFor();
      await page.getByRole('list', { name: 'People' }).getByText(account.people[0].email).waitFor();
      await page.getByRole('list', { name: 'Signals' }).getByText(account.signals[0].signalName).waitFor();
      const [step] = account.openNextSteps;
      const steps = page.getByRole('list', { name: 'Possible next steps' });
      await steps.getByRole('link', { name: 'Open at this moment' }).first().click();
      await page.waitForURL(`**/meetings/${step.meetingId}?entry=${step.quotes[0].entryIndex}`);
      await page.getByText(step.quotes[0].text).first().waitFor();
    });
  });

  test('a chip of a meeting leads to its account, whose conversations lead back', async () => {
    const { body: meeting } = await house.client.get(`/v1/meetings/${house.heardMeeting}`);
    const { body: account } = await house.client.get(`/v1/accounts/${meeting.crmAccountId}`);
    await house.visit({ name: 'account-chip', window: 'phone', scheme: 'dark' }, async ({ page }) => {
      await page.goto(`/meetings/${house.heardMeeting}`);
      await page
        .getByRole('link', { name: `Account ${account.name}` })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: account.name }).waitFor();
      const latest = page.getByRole('region', { name: 'Conversations' }).getByRole('link').first();
      await latest.click();
      await page.waitForURL(/\/(meetings|emails)\/\d+$/);
    });
  });

  test('the transcript is copied, and downloaded in each format', async () => {
    const path = `/v1/meetings/${house.heardMeeting}/transcript`;
    await house.visit({ name: 'transcript-files' }, async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(`/meetings/${house.heardMeeting}`);
      const open = () => page.getByRole('button', { name: 'Transcript' }).click();
      await open();
      await page.getByRole('menuitem', { name: 'Copy as text' }).click();
      await page.getByText('Transcript copied.').waitFor();
      const { text } = await house.client.get(path, { format: 'text' });
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), text);
      for (const [name, extension] of [
        ['WebVTT', 'vtt'],
        ['SubRip', 'srt'],
        ['Markdown', 'md'],
        ['JSON', 'json'],
      ] as const) {
        await open();
        const download = page.waitForEvent('download');
        await page.getByRole('menuitem', { name: `Download ${name}` }).click();
        assert.ok((await download).suggestedFilename().endsWith(`.${extension}`), name);
      }
    });
  });
});
