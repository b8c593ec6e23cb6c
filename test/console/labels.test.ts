import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { meeting } from '../support/meetings.ts';
import { LEFT_OUT } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { type House, startHouse } from './support/house.ts';

const TRUE = 'We need a zeppelin over the harbour festival.';
const FALSE = 'My neighbour painted a zeppelin on the festival poster.';
const OTHER = 'There will be soup on Thursday.';
const CALLS = 24;

/** What was said in a call: a third wish for a zeppelin, a third only speak of one. */
const saidIn = (index: number): string => [TRUE, FALSE, OTHER][index % 3]!;

describe('labels and quality in the console', { skip: LEFT_OUT }, () => {
  let house: House;
  before(async () => {
    house = await startHouse();
    for (let index = 0; index < CALLS; index++) await ingest(index, { processImportedMeeting: false });
  });
  after(() => house?.close());

  const ingest = (index: number, rest: Record<string, unknown>, title = 'Call') => {
    const day = `${index + 1}`.padStart(2, '0');
    const segments = [
      { text: 'Good morning everybody.', timestampSeconds: 1, speaker: { name: 'Ada Park' } },
      { text: saidIn(index), timestampSeconds: 9, speaker: { name: 'Grace Lund' } },
      { text: 'Let us see what we can do.', timestampSeconds: 20, speaker: { name: 'Ada Park' } },
    ];
    const times = { startTime: `2026-10-${day}T09:00:00Z`, endTime: `2026-10-${day}T09:30:00Z` };
    return house.client.ingest(
      meeting({ title: `${title} ${index}`, ...times, transcript: { segments } }),
      rest,
    );
  };

  const card = (page: Page) => page.getByRole('region', { name: 'Label' }).getByRole('article');

  /** Labels what is shown by what was said, with a key of the keyboard. */
  const labelByKey = async (page: Page): Promise<string> => {
    const shown = card(page);
    const lines = shown.getByRole('list', { name: 'Surroundings' });
    await lines.getByText('Let us see what we can do.').waitFor();
    const hasFired = (await shown.getByText('The signal fired. Is that right?').count()) > 0;
    const isWish = (await lines.getByText(TRUE).count()) > 0;
    const title = (await shown.getAttribute('aria-label'))!;
    await page.keyboard.press(hasFired === isWish ? 'y' : 'n');
    await page.locator(`article[aria-label="${title}"]`).waitFor({ state: 'detached' });
    return title;
  };

  for (const [window, scheme] of [
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const) {
    test(`a draft is labelled, measured, changed, compared and enabled (${window}, ${scheme})`, async () => {
      await house.visit({ name: `labels-${window}`, window, scheme }, async ({ page }) => {
        await page.goto('/signals/new?on=past&from=2026-10-01&to=2026-10-31');
        await page.getByLabel('Name', { exact: true }).fill(`Zeppelins ${window}`);
        await page.getByRole('radio', { name: /^Exact phrases/ }).click();
        await page.getByLabel('Phrases', { exact: true }).fill('zeppelin');
        await page.getByLabel('Description', { exact: true }).fill('The customer would like a zeppelin.');
        await page.getByRole('button', { name: 'Save without enabling' }).click();
        await page.waitForURL(/\/signals\/\d+/);

        await page.getByRole('button', { name: `Try on ${CALLS} meetings` }).click();
        await page.waitForURL(/backtest=\d+/);
        await page.getByText(`Fires in 16 of ${CALLS} meetings`).waitFor();
        await page.getByRole('button', { name: 'Label results' }).click();
        for (let given = 1; given <= 20; given++) {
          await assertReadable(card(page));
          await labelByKey(page);
          await page.getByText(new RegExp(`^${given} labelled: `)).waitFor();
        }
        await assertFits(page);
        const before = page.getByRole('region', { name: 'Quality on labelled meetings' });
        await before.getByText('On 20 labelled meetings').waitFor();
        const precision = await before
          .getByRole('row', { name: /^Precision/ })
          .locator('strong')
          .allInnerTexts();
        assert.deepEqual(precision, [precision[1], precision[0]], 'both are the same definition');
        assert.notEqual(precision[0], '100 %');
        await page.getByRole('button', { name: 'Done' }).click();

        await page.getByRole('button', { name: 'All backtests' }).click();
        await page.getByLabel('Phrases', { exact: true }).fill('need a zeppelin');
        await page.getByRole('button', { name: 'Try on 20 labelled meetings' }).click();
        await page.waitForURL(/backtest=\d+/);
        const compared = page.getByRole('region', { name: 'Quality on labelled meetings' });
        await compared.getByText('On 20 labelled meetings').waitFor();
        await compared.getByText(/^The draft corrects \d+ meetings and gets 0 meetings wrong/).waitFor();
        const changed = await compared
          .getByRole('row', { name: /^Precision/ })
          .locator('strong')
          .allInnerTexts();
        assert.deepEqual(changed, ['100 %', precision[1]]);
        await assertFits(page);

        await page
          .getByRole('region', { name: 'Try the draft' })
          .getByRole('button', { name: 'Save and enable' })
          .click();
        await page.getByText(/^Version 2, evaluates/).waitFor();
        const { body } = await house.client.get('/v2/signals');
        const saved = body.signals.find(
          (one: { signalName: string }) => one.signalName === `Zeppelins ${window}`,
        );
        assert.equal(saved.enabled, true);
        await page.getByRole('tab', { name: 'Quality' }).click();
        await page.getByText(/^Version 2 has not evaluated any conversation yet/).waitFor();
        assert.equal(await page.getByRole('button', { name: 'Label evaluations' }).count(), 0);
        await page.getByRole('button', { name: 'Try on past meetings' }).click();
        await page
          .getByRole('button', { name: /^Try on \d+/ })
          .first()
          .waitFor();
        await house.client.delete(`/admin/v1/signals/${saved.id}`);
      });
    });
  }

  test('evaluations of incoming calls are labelled, skipped and taken back, and the quality follows', async () => {
    const made = await house.client.post('/admin/v1/signals', {
      ...{ signalName: 'Wish', prompt: 'A zeppelin.', phrases: ['zeppelin'] },
    });
    for (let index = 0; index < 15; index++) await ingest(index, {}, 'Incoming call');
    await house.settle();
    await house.visit({ name: 'quality' }, async ({ page }) => {
      await page.goto(`/signals/${made.body.id}?tab=quality`);
      await page.getByText('Values are shown from 10 labels on.').waitFor();
      await page.getByRole('button', { name: 'Label evaluations' }).click();
      const first = await labelByKey(page);
      await page.keyboard.press('u');
      await page.locator(`article[aria-label="${first}"]`).waitFor();
      await page.getByText('Nothing labelled yet').waitFor();
      await page.keyboard.press('s');
      await page.locator(`article[aria-label="${first}"]`).waitFor({ state: 'detached' });
      for (let given = 1; given <= 14; given++) {
        await labelByKey(page);
        await page.getByText(new RegExp(`^${given} labelled: `)).waitFor();
      }
      await page.getByRole('button', { name: 'Load more, and those skipped' }).click();
      await page.locator(`article[aria-label="${first}"]`).waitFor();
      await labelByKey(page);
      await page.getByText('That was the last one').waitFor();
      await page.getByRole('button', { name: 'Load more' }).click();
      await page.getByText('No evaluation is left without a label.').waitFor();
      const { body } = await house.client.get(`/v1/signals/${made.body.id}/quality`);
      assert.deepEqual(body.labels, { right: 10, wrong: 5 });
      assert.equal(body.precision.value, 0.5);
      assert.equal(body.recall.value, 1);
      const panel = page.getByRole('region', { name: 'Quality' });
      await panel.getByText('50 %', { exact: true }).waitFor();
      await panel.getByText('100 %', { exact: true }).waitFor();
    });
  });
});

/** What is to be labelled begins in the upper half of the window, and the words of no button are cut. */
async function assertReadable(card: Locator): Promise<void> {
  await card.waitFor();
  const page = card.page();
  await eventually(async () => {
    const box = (await card.boundingBox())!;
    const { height } = page.viewportSize()!;
    assert.ok(box.y >= 0 && box.y < height / 2, `the card begins at ${box.y} of ${height}`);
  });
  const names = page.getByRole('region', { name: 'Label' }).locator('button span');
  const cut = await names.evaluateAll((all) =>
    (all as unknown as { scrollWidth: number; clientWidth: number; textContent: string }[])
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  );
  assert.deepEqual(cut, []);
}

/** The page is no wider than the window. */
async function assertFits(page: Page): Promise<void> {
  const measured = await page.evaluate('[window.innerWidth, document.documentElement.scrollWidth]');
  const [inner, width] = measured as [number, number];
  assert.ok(width <= inner, `the page is ${width} wide in a window of ${inner}`);
}
