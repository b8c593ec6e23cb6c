import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type AiServer, startAiServer } from '../support/ai-server.ts';
import { answerPrompt } from '../support/ai-server-model.ts';
import { meeting } from '../support/meetings.ts';
import { stubbed } from '../support/with-model.ts';
import { LEFT_OUT } from './support/chromium.ts';
import { type House, startHouse } from './support/house.ts';

describe('sides, votes and calibration in the console', { skip: LEFT_OUT }, () => {
  let ai: AiServer;
  let house: House;
  before(async () => {
    ai = await startAiServer();
    house = await startHouse({ settings: { ai: stubbed(ai.url) } });
  });
  after(async () => {
    await house?.close();
    await ai?.close();
  });

  const segments = [
    { text: 'Good morning everybody.', timestampSeconds: 1, speaker: { name: 'Ada Park' } },
    { text: 'We ask for a discount of ten percent.', timestampSeconds: 9, speaker: { name: 'Grace Lund' } },
  ];

  for (const [window, scheme] of [
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const) {
    test(`the side is chosen, kept and compared (${window}, ${scheme})`, async () => {
      await house.visit({ name: `said-by-${window}`, window, scheme }, async ({ page }) => {
        await page.goto('/signals/new');
        await page.getByLabel('Name', { exact: true }).fill(`Sides ${window}`);
        await page.getByLabel('Prompt', { exact: true }).fill('The customer asks for a discount.');
        const sides = page.getByRole('radiogroup', { name: 'Said by' });
        assert.equal(await sides.getByRole('radio', { name: 'Anyone' }).isChecked(), true);
        await sides.getByRole('radio', { name: 'Anyone' }).focus();
        await page.keyboard.press('ArrowRight');
        await page.getByText('Words of your own people do not fire the signal.').waitFor();
        await page.getByRole('button', { name: 'Save without enabling' }).click();
        await page.waitForURL(/\/signals\/\d+/);
        const id = Number(/signals\/(\d+)/.exec(page.url())![1]);
        const signal = async () => (await house.client.get(`/admin/v1/signals/${id}`)).body;
        assert.deepEqual([(await signal()).saidBy, (await signal()).version], ['customer', 1]);
        await page.reload();
        assert.equal(await sides.getByRole('radio', { name: 'Customers' }).isChecked(), true);
        await sides.getByText('Our side').click();
        await page.getByText('Saving creates version 2.').waitFor();
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByText(/^Version 2, evaluates/).waitFor();
        assert.equal((await signal()).saidBy, 'us');
        await house.client.delete(`/admin/v1/signals/${id}`);
      });
    });
  }

  test('a match shows the votes, and Quality below which confidence the model votes', async () => {
    let turn = 0;
    ai.answerWith(({ prompt }) => {
      if (prompt?.task !== 'judge') return undefined;
      turn += 1;
      const fired = turn !== 2;
      const answer = answerPrompt(prompt) as { verdicts: object[] };
      const quotes = fired ? [{ entry: 1, text: 'We ask for a discount of ten percent.' }] : [];
      const verdicts = answer.verdicts.map((one) => ({ ...one, fired, confidence: 0.55, quotes }));
      return { ...answer, verdicts };
    });
    const made = await house.client.post('/admin/v1/signals', {
      ...{ signalName: 'Discount', prompt: 'The customer asks for a discount.', saidBy: 'customer' },
    });
    await house.client.ingest(meeting({ title: 'Borderline', transcript: { segments } }));
    await house.settle();
    await house.visit({ name: 'votes' }, async ({ page }) => {
      await page.goto(`/signals/${made.body.id}?tab=matches`);
      await page.getByText('Quotes', { exact: true }).click();
      await page.getByText(`Grace Lund · `).waitFor();
      await page.getByText('Version 1, evaluated by openai-compatible (test-model), 2 of 3 votes.').waitFor();
      await page.getByRole('tab', { name: 'Quality' }).click();
      await page.getByText('test-model votes three times where it is less than 70 % sure.').waitFor();
    });
  });
});
