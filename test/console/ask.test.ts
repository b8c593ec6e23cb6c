import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { spoken } from '../moments/spoken.ts';
import { type AiServer, startAiServer } from '../support/ai-server.ts';
import { ingestEmail } from '../support/emails.ts';
import { stubbed } from '../support/with-model.ts';
import { LEFT_OUT } from './support/chromium.ts';
import { type House, startHouse } from './support/house.ts';

const ACCOUNT = '001000000000001AAA';

const box = (page: Page) => page.getByRole('region', { name: 'Ask' });

async function askIn(page: Page, question: string): Promise<void> {
  await box(page)
    .getByRole('textbox', { name: /^Question about/ })
    .fill(question);
  await page.keyboard.press('Enter');
}

describe('questions in the console, without a model', { skip: LEFT_OUT }, () => {
  let house: House;
  before(async () => {
    house = await startHouse({ demo: true });
  });
  after(() => house?.close());

  test('Home answers with extracts, says so, and each leads to its moment', async () => {
    const question = 'What do customers say about the price?';
    const { body } = await house.client.post('/v1/ask', { question });
    await house.visit({ name: 'ask-home' }, async ({ page }) => {
      await page.goto('/');
      await askIn(page, question);
      const items = box(page).getByRole('list', { name: 'Answer' }).getByRole('listitem');
      await items.nth(body.sentences.length - 1).waitFor();
      assert.equal(await items.count(), body.sentences.length);
      const { entriesRead, meetingsRead, meetingsInScope } = body.coverage;
      await page
        .getByText(`Read ${entriesRead} entries of ${meetingsRead} of ${meetingsInScope} meetings.`)
        .waitFor();
      await page.getByText('No AI model is configured').waitFor();
      const [quote] = body.sentences[0].quotes;
      await items.first().getByRole('link', { name: quote.title }).click();
      const { timestampSeconds, entryIndex, meetingId } = quote;
      await page.waitForURL(`**/meetings/${meetingId}?t=${Math.floor(timestampSeconds)}&entry=${entryIndex}`);
      await page.getByText(quote.text).first().waitFor();
    });
  });

  test('an account is asked about its own meetings; nothing found is said', async () => {
    const { body } = await house.client.get('/v1/accounts', { order: 'recent' });
    const [account] = body.accounts;
    await house.visit({ name: 'ask-account', window: 'phone', scheme: 'dark' }, async ({ page }) => {
      await page.goto(`/accounts/${account.id}`);
      await askIn(page, 'Which zeppelin was launched?');
      await page.getByText('Nothing found').waitFor();
      await page.getByText(new RegExp(`of \\d+ of ${account.meetingCount} meetings\\.$`)).waitFor();
      const width = await page.evaluate('document.documentElement.scrollWidth');
      assert.equal(width, 390, 'nothing is wider than the phone');
    });
  });
});

describe('questions in the console about an account without meetings', { skip: LEFT_OUT }, () => {
  let house: House;
  before(async () => {
    house = await startHouse();
    await ingestEmail(house.client, { text: 'About the offer.', salesforceAccountId: ACCOUNT });
  });
  after(() => house?.close());

  test('the answer says that no meeting has the account', async () => {
    await house.visit({ name: 'ask-no-meetings' }, async ({ page }) => {
      await page.goto(`/accounts/${ACCOUNT}`);
      await askIn(page, 'What do they say about the price?');
      await page.getByText(`No meeting has the CRM account "${ACCOUNT}".`).waitFor();
    });
  });
});

describe('questions in the console, with a model', { skip: LEFT_OUT }, () => {
  let ai: AiServer;
  let house: House;
  before(async () => {
    ai = await startAiServer();
    house = await startHouse({ settings: { ai: stubbed(ai.url, { tokensPerDay: 10 }) } });
    await house.client.ingest(spoken(['We decided to renew.', 'It was late.']), {
      processImportedMeeting: false,
    });
  });
  after(async () => {
    await house?.close();
    await ai?.close();
  });

  test('a provider that is away is told, and the answer arrives once it is back; then the budget is used up', async () => {
    await house.visit({ name: 'ask-model', mayComplain: /503/ }, async ({ page }) => {
      await page.goto('/');
      ai.failWith({ status: 429, headers: { 'retry-after': '1' } }, 1);
      await askIn(page, 'What did they decide to renew?');
      const alert = box(page).getByRole('alert');
      await alert.getByText(/^The AI provider asks for fewer requests/).waitFor();

      let answer = (_text: object) => {};
      const isAnswered = new Promise<object>((resolve) => {
        answer = resolve;
      });
      ai.answerWith(() => isAnswered);
      const reading = box(page).getByText('Reading 2 entries of 1 meeting …');
      for (;;) {
        await alert.getByRole('button', { name: 'Try again' }).click();
        await alert.or(reading).first().waitFor();
        if (await reading.isVisible()) break;
      }
      const quotes = [{ entry: 0, text: 'We decided to renew.' }];
      answer({
        verdicts: [],
        responses: [],
        findings: [
          { kind: 'answer', text: 'They renew.', owner: '', quotes },
          { kind: 'answer', text: 'They are rich.', owner: '', quotes: [{ entry: 0, text: 'We are rich.' }] },
        ],
      });
      const list = box(page).getByRole('list', { name: 'Answer' });
      await list.getByText('They renew.').waitFor();
      await list.getByText('We decided to renew.').waitFor();
      await page.getByText(/^1 sentence of the answer was left out/).waitFor();
      assert.equal(await page.getByText('No AI model is configured').count(), 0);

      await askIn(page, 'What did they decide to renew?');
      await alert.getByText(/^Today's 10 tokens are used up/).waitFor();
    });
  });

  test('a question can be stopped', async () => {
    const rich = await startHouse({ settings: { ai: stubbed(ai.url) } });
    try {
      await rich.client.ingest(spoken(['We decided to renew.']), { processImportedMeeting: false });
      ai.recover();
      ai.failWith('hang', 1);
      await rich.visit({ name: 'ask-stop' }, async ({ page }) => {
        await page.goto('/');
        await askIn(page, 'What did they decide to renew?');
        await box(page).getByText('Reading 1 entry of 1 meeting …').waitFor();
        await page.getByRole('button', { name: 'Stop' }).click();
        await box(page).getByRole('button', { name: 'Ask' }).waitFor();
        assert.equal(await box(page).getByRole('alert').count(), 0);
      });
    } finally {
      await rich.close();
    }
  });
});
