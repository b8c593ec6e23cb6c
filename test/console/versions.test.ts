import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { meeting } from '../support/meetings.ts';
import { LEFT_OUT } from './support/chromium.ts';
import { type House, startHouse } from './support/house.ts';

describe('versions of a meeting in the console', { skip: LEFT_OUT }, () => {
  let house: House;
  before(async () => {
    house = await startHouse();
  });
  after(() => house?.close());

  const words = (text: string) => ({ segments: [{ text, speaker: { name: 'Grace' } }] });

  test('the versions tell what changed; an old one is read and restored, which the audit log lists', async () => {
    const first = meeting({ id: 'versions', transcript: words('What was said first') });
    const id = await house.client.ingest(first);
    await house.client.ingest({ ...first, title: 'Overwritten', transcript: words('Something else') });
    await house.visit({ name: 'versions' }, async ({ page }) => {
      await page.goto(`/meetings/${id}?tab=versions`);
      await page.getByRole('heading', { level: 1, name: 'Overwritten' }).waitFor();
      const list = page.getByRole('list', { name: 'Versions' });
      await list.getByText('Changed: title, transcript').waitFor();
      await list.getByRole('button', { name: 'View' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('What was said first').waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await list.getByRole('button', { name: 'Restore' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Restore version' }).click();
      await page.getByRole('heading', { level: 1, name: 'Quarterly review' }).waitFor();
      await page.getByText('Version 3').waitFor();
      const { body } = await house.client.get(`/v1/meetings/${id}`);
      assert.equal(body.transcript.entries[0].text, 'What was said first');

      await page.goto('/settings?tab=audit&action=meeting.restore');
      await page.getByText(`Restored a version of a meeting: meeting ${id}`).waitFor();
      assert.equal(await page.getByText('Ingested a meeting: meeting').count(), 0);
    });
  });

  test('a remap whose records a restored version has changed is no longer offered to be undone', async () => {
    const first = meeting({ id: 'remapped', title: 'Before the remap' });
    const id = await house.client.ingest(first);
    await house.client.ingest({ ...first, title: 'Overwritten before the remap' });
    const answer = await house.client.post('/v1/meeting/remap', {
      meetingDetails: { serviceMeetingId: Number(id) },
      salesforceRecords: { accountId: '0018c00002ABCDEAA5' },
    });
    assert.equal(answer.status, 200, answer.text);
    await house.settle();
    await house.visit({ name: 'undo' }, async ({ page }) => {
      await page.goto(`/meetings/${id}?tab=crm`);
      await page.getByRole('tabpanel').getByRole('button', { name: 'Undo' }).waitFor();
      await page.getByRole('tab', { name: 'Versions' }).click();
      await page.getByRole('button', { name: 'Restore' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Restore version' }).click();
      await page.getByText('Version 1 restored.').waitFor();
      await page.getByRole('tab', { name: 'CRM' }).click();
      await page.getByText('The CRM records have changed since this remap').waitFor();
      assert.equal(await page.getByRole('tabpanel').getByRole('button', { name: 'Undo' }).count(), 0);
    });
  });
});
