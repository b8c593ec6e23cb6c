import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { meeting } from '../support/meetings.ts';
import { LEFT_OUT } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { fileOf, recordsOf, vttOf } from './support/files.ts';
import { type House, startHouse } from './support/house.ts';
import { titlesOf } from './support/page.ts';

const EVERYTHING = '2000-01-01T00:00:00Z';
const WISH = 'We would like a zeppelin over the harbour festival in August.';
const PROMPT = 'The customer would like a zeppelin over the harbour festival.';

describe('signals in the console', { skip: LEFT_OUT }, () => {
  let house: House;
  let wished: string;
  before(async () => {
    house = await startHouse({ demo: true });
    const said = (text: string) => ({
      segments: [
        { text: 'Good morning everybody.', timestampSeconds: 1, speaker: { name: 'Ada Park' } },
        { text, timestampSeconds: 9, speaker: { name: 'Grace Lund' } },
      ],
    });
    const unprocessed = { processImportedMeeting: false };
    const times = { startTime: '2026-10-05T09:00:00Z', endTime: '2026-10-05T09:30:00Z' };
    const ingest = (title: string, text: string) =>
      house.client.ingest(meeting({ title, ...times, transcript: said(text) }), unprocessed);
    wished = await ingest('Festival wishes', WISH);
    await ingest('Canteen menu', 'There will be soup on Thursday.');
  });
  after(() => house?.close());

  const write = async (page: Page, name: string, prompt: string): Promise<void> => {
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Prompt', { exact: true }).fill(prompt);
  };
  const chooseMeeting = async (page: Page, words: string, title: string): Promise<void> => {
    await page.getByLabel('Meeting', { exact: true }).fill(words);
    await page.getByRole('option', { name: title }).click();
    await page.getByRole('link', { name: title }).waitFor();
  };
  const result = (page: Page) => page.getByRole('region', { name: 'Result' });

  test('the list tells what each looks for, is filtered by name in the URL, and turns signals off and on', async () => {
    await house.visit({ name: 'signals-list' }, async ({ page }) => {
      await page.goto('/signals');
      await page.getByText('7 signals, 7 enabled').waitFor();
      await page.getByLabel('Name', { exact: true }).fill('price');
      await page.waitForURL(/q=price/);
      assert.deepEqual(await titlesOf(page, 'Signals'), ['Price objection']);
      await page.reload();
      await page.getByRole('link', { name: 'Price objection' }).waitFor();
      assert.deepEqual(await titlesOf(page, 'Signals'), ['Price objection']);
      const enabled = page.getByRole('switch', { name: 'Price objection: enabled' });
      await enabled.click({ force: true });
      await page.getByText('7 signals, 6 enabled').waitFor();
      assert.equal(await enabled.isChecked(), false);
      await enabled.click({ force: true });
      await page.getByText('7 signals, 7 enabled').waitFor();
    });
  });

  test('a draft is tried on a meeting, enabled, and fires on a file that is added after it', async () => {
    await house.visit({ name: 'try-a-signal' }, async ({ page }) => {
      await page.goto('/signals/new');
      await write(page, 'Zeppelin wish', PROMPT);
      await chooseMeeting(page, 'canteen', 'Canteen menu');
      await page.getByRole('button', { name: 'Try on this meeting' }).click();
      await result(page).getByText('Does not fire').waitFor();
      await page.getByRole('button', { name: 'Change', exact: true }).click();
      await chooseMeeting(page, 'festival', 'Festival wishes');
      await page.getByRole('button', { name: 'Try on this meeting' }).click();
      await result(page).getByText('Fires', { exact: true }).waitFor();
      await result(page).getByRole('blockquote').getByText(WISH).waitFor();
      const { body } = await house.client.get('/v2/signals');
      assert.equal(body.signals.length, 7, 'trying it makes nothing');

      await result(page).getByRole('button', { name: 'Save and enable' }).click();
      await page.waitForURL(/\/signals\/\d+/);
      await page.getByRole('heading', { level: 1, name: 'Zeppelin wish' }).waitFor();

      await page.getByRole('link', { name: 'Add meetings' }).first().click();
      const transcript = vttOf([
        ['Ada Park', 'What would make you happy?'],
        ['Rui Costa', WISH],
      ]);
      await page
        .getByLabel('Drop transcripts here')
        .setInputFiles(fileOf('harbour 2026-10-06.vtt', transcript));
      await page.getByRole('combobox', { name: 'Host’s e-mail' }).fill('ada@parley.example');
      await page.getByRole('button', { name: 'Add 1 meeting' }).click();
      await page.getByRole('list', { name: 'Files' }).getByText('Added').waitFor();
      await page.getByRole('link', { name: 'harbour 2026-10-06' }).click();
      await page.getByRole('tab', { name: /^Signals/ }).click();
      await page.getByRole('button', { name: /^Zeppelin wish/ }).click();
      await page.getByRole('list', { name: 'Transcript' }).locator('mark').getByText(WISH).waitFor();
      await page.goto('/matches');
      await page.getByRole('link', { name: 'harbour 2026-10-06' }).waitFor();
    });
  });

  test('a change of the draft makes its results outdated, and leaving it unsaved needs confirmation', async () => {
    await house.visit({ name: 'draft' }, async ({ page }) => {
      await page.goto(`/signals/new?meeting=${wished}`);
      await write(page, 'Half a thought', PROMPT);
      await page.getByRole('button', { name: 'Try on this meeting' }).click();
      await result(page).getByText('Fires', { exact: true }).waitFor();
      await page.getByLabel('Prompt', { exact: true }).fill('Soup is on the menu.');
      await result(page).getByText('The draft has changed since this result.').waitFor();
      await result(page).getByRole('button', { name: 'Try again' }).click();
      await result(page).getByText('Does not fire').waitFor();
      await page.getByRole('link', { name: 'Matches' }).first().click();
      await page.getByRole('dialog').waitFor();
      assert.match(page.url(), /\/signals\/new/);
    });
  });

  test('a signal that lacks something says what, at its field', async () => {
    await house.visit({ name: 'lacking', mayComplain: /status of 4(00|22)/ }, async ({ page }) => {
      await page.goto('/signals/new');
      await page.getByRole('button', { name: 'Save and enable' }).click();
      await eventually(async () => {
        const invalid = await page.locator('[aria-invalid="true"]').count();
        assert.ok(invalid > 0, 'no field says what it lacks');
      });
      assert.equal(
        (await house.client.get('/v2/signals')).body.signals.some(
          (one: { signalName: string }) => one.signalName.trim() === '',
        ),
        false,
      );
    });
  });

  test('a backtest first shows its estimate, then where the draft would have fired', async () => {
    await house.visit({ name: 'backtest' }, async ({ page }) => {
      await page.goto('/signals/new?on=past&from=2026-10-01&to=2026-10-31');
      await write(page, 'Zeppelins of the past', PROMPT);
      const run = page.getByRole('button', { name: /^Try on \d+ meetings?$/ });
      await run.waitFor();
      await page.getByText('Model calls').waitFor();
      await run.click();
      await page.waitForURL(/backtest=\d+/);
      await page.getByText('Festival wishes').first().waitFor();
    });
  });

  test('a change of the prompt makes a version, and two versions are compared', async () => {
    const made = await house.client.post('/admin/v1/signals', {
      signalName: 'Versioned',
      prompt: 'The customer asks for a discount.',
    });
    const { id } = made.body;
    await house.visit({ name: 'versions' }, async ({ page }) => {
      await page.goto(`/signals/${id}`);
      await page.getByLabel('Prompt', { exact: true }).fill('The customer asks for a rebate.');
      await page.getByText('Saving creates version 2.').waitFor();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText(/^Version 2, evaluates/).waitFor();
      await page.getByRole('tab', { name: 'Versions' }).click();
      await page.locator('del').getByText('discount').waitFor();
      await page.locator('ins').getByText('rebate').waitFor();
    });
  });

  test('matches: filters are in the URL, a row opens with its evidence, and the CSV contains the filtered rows', async () => {
    const { body: signals } = await house.client.get('/v2/signals');
    const { id } = signals.signals.find(
      (one: { signalName: string }) => one.signalName === 'Competitor in the race',
    );
    const query = {
      executionFrom: EVERYTHING,
      signalIds: String(id),
      sourceTypes: 'meeting',
      pageSize: '50',
      ...{ includeQuotes: 'true', includeSourceTime: 'true' },
    };
    const { body } = await house.client.get('/v2/executions', query);
    const [first] = body.signals;
    await house.visit({ name: 'executions' }, async ({ page }) => {
      await page.goto(`/matches?signals=${id}&sources=meeting&size=10`);
      await page.getByText(/^\d+ match(es)?, newest first$/).waitFor();
      await page.reload();
      const list = page.getByRole('list', { name: 'Matches' });
      await list
        .getByRole('listitem')
        .first()
        .getByText(/^Evaluated /)
        .waitFor();
      const total = Number(
        /(\d+)/.exec(await page.getByText(/^\d+ match(es)?, newest first$/).innerText())![1],
      );
      await list.getByRole('button', { expanded: false }).last().click();
      await list.getByRole('blockquote').first().waitFor();
      // The words that the closed row shows are among the quotes of the open one, and not shown twice.
      assert.equal(await list.getByRole('listitem').last().locator('q').count(), 0);
      assert.ok((await list.locator('q').count()) > 0);
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download CSV' }).click();
      const download = await downloading;
      const slug = first.signalName.toLowerCase().replaceAll(' ', '-');
      assert.match(download.suggestedFilename(), new RegExp(`^matches-${slug}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
      const records = recordsOf(await readFile(await download.path(), 'utf8'));
      assert.equal(records.length, total);
      assert.ok(records.every((record) => record.signalId === String(id) && record.sourceType === 'meeting'));
      const newest = records.find((record) => record.executionId === String(first.executionId));
      assert.deepEqual(
        [newest?.sourceTitle, newest?.reason, newest?.attendeeEmails],
        [first.sourceTitle, first.reason, first.attendeeEmails.join('; ')],
      );
      const [quote] = first.quotes;
      const place = `t=${Math.floor(quote.timestampSeconds)}&signal=${id}&entry=${quote.entryIndex}`;
      assert.deepEqual(
        [newest?.sourceTime, newest?.quote, newest?.quoteTime, newest?.link],
        [first.sourceTime, quote.text, quote.timestamp, `${house.url}/meetings/${first.sourceId}?${place}`],
      );
      await page.getByText(`${total} matches saved as CSV.`).waitFor();
    });
  });

  test('a match shows its conversation, the first quote and its second, and the API sorts the list', async () => {
    const query = {
      executionFrom: EVERYTHING,
      includeQuotes: 'true',
      includeSourceTime: 'true',
      pageSize: '25',
    };
    const { body: newest } = await house.client.get('/v2/executions', {
      ...query,
      ...{ sort: 'sourceTime', order: 'desc' },
    });
    await house.visit({ name: 'sorted-matches' }, async ({ page }) => {
      await page.goto('/matches');
      assert.equal(await page.getByRole('combobox', { name: 'Sort by' }).inputValue(), 'Newest evaluation');
      await page.getByRole('combobox', { name: 'Sort by' }).click();
      await page.getByRole('option', { name: 'Newest conversation' }).click();
      await page.waitForURL('**/matches?sort=call');
      const rows = page.getByRole('list', { name: 'Matches' }).getByRole('listitem');
      await eventually(async () => {
        assert.deepEqual(
          await rows
            .locator('time[datetime]')
            .evaluateAll((times) => times.map((time) => time.getAttribute('datetime'))),
          newest.signals.flatMap((one: { sourceTime: string; triggeredAt: string }) => [
            one.sourceTime,
            one.triggeredAt,
          ]),
        );
      });
      const at = newest.signals.findIndex(
        ({ crmAccountId, quotes }: { crmAccountId?: string; quotes: { timestampSeconds?: number }[] }) =>
          crmAccountId !== undefined && quotes[0]?.timestampSeconds !== undefined,
      );
      const { crmAccountName, quotes, sourceId, signalId } = newest.signals[at];
      await rows.nth(at).getByText(quotes[0].text).first().waitFor();
      const account = rows.nth(at).getByRole('link', { name: `Account ${crmAccountName}` });
      assert.match((await account.getAttribute('href'))!, /^\/accounts\//);
      await rows.nth(at).getByRole('link', { name: 'open at this moment' }).click();
      const { timestampSeconds, entryIndex } = quotes[0];
      await page.waitForURL(
        `**/meetings/${sourceId}?signal=${signalId}&t=${Math.floor(timestampSeconds)}&entry=${entryIndex}`,
      );
      await page.getByRole('list', { name: 'Transcript' }).locator('[data-target]').waitFor();
    });
  });
});
