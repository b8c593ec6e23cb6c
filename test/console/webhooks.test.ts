import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { parseNetwork } from '../../src/lib/guarded-fetch/addresses.ts';
import { meeting } from '../support/meetings.ts';
import {
  isSignedBy,
  startWebhookReceiver,
  verifyHmac,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts';
import { LEFT_OUT } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { type House, startHouse } from './support/house.ts';
import { path, pickOption, titlesOf } from './support/page.ts';

describe('webhooks in the console', { skip: LEFT_OUT }, () => {
  let house: House;
  let receiver: WebhookReceiver;
  before(async () => {
    receiver = await startWebhookReceiver();
    house = await startHouse({ settings: { fetchAllow: [parseNetwork('127.0.0.0/8')!] } });
  });
  after(async () => {
    await house?.close();
    receiver?.close();
  });

  const create = async (body: object) => (await house.client.post('/admin/v1/webhooks', body)).body;

  async function sendTest(page: Page) {
    await page.getByRole('button', { name: 'Send a test' }).click();
    return page.getByRole('dialog', { name: 'Test message' });
  }

  test('a webhook is created, its secret is shown once, and verifies the test message that it sends', async () => {
    await house.visit({ name: 'webhook-create' }, async ({ page }) => {
      await page.goto('/webhooks');
      await page.getByText('No webhooks yet').waitFor();
      await page.getByRole('button', { name: 'Create webhook' }).click();
      const form = page.getByRole('dialog', { name: 'Create webhook' });
      const submit = form.getByRole('button', { name: 'Create webhook' });
      await form.getByLabel('URL').fill('hooks.example.com');
      await form.getByText('Enter a URL that begins with https:// or http://').waitFor();
      assert.ok(await submit.isDisabled());
      await form.getByLabel('URL').fill(receiver.url());
      await form.getByLabel('Description').fill('Warehouse');
      for (const type of ['E-mails', 'Signals', 'Users']) {
        await form.getByRole('checkbox', { name: type }).uncheck();
      }
      await submit.click();

      const made = page.getByRole('dialog', { name: 'Webhook “Warehouse” created' });
      const secret = await made.locator('code').innerText();
      assert.match(secret, /^whsec_\S+$/);
      await made.getByRole('button', { name: 'Copy secret' }).waitFor();
      await made.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('heading', { level: 1, name: 'Warehouse' }).waitFor();
      const { body } = await house.client.get(`/admin/v1${path(page)}`);
      const { url, types, signing, format } = body;
      assert.deepEqual(
        { url, types, signing, format },
        { url: receiver.url(), types: ['meeting', 'execution'], signing: 'hmac', format: 'standard' },
      );

      receiver.answerBy((_received, response) => void response.writeHead(202).end('Stored <b>it</b>'));
      const dialog = await sendTest(page);
      await dialog.getByText('The receiver accepted the message with 202.').waitFor();
      await dialog.getByText('Stored <b>it</b>').waitFor();
      verifyHmac(secret, receiver.received.at(-1)!);
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.reload();
      await page.getByRole('list', { name: 'Deliveries' }).getByText('webhook.test').waitFor();
      assert.ok(!(await page.content()).includes(secret), 'the secret is shown but once');
    });
  });

  test('a test that fails says why, and the deliveries are filtered by their outcome', async () => {
    const { id } = await create({ url: receiver.url('/flaky'), description: 'Flaky' });
    await house.visit({ name: 'webhook-deliveries' }, async ({ page }) => {
      await page.goto(`/webhooks/${id}`);
      await page.getByText('No deliveries yet').waitFor();
      receiver.answerBy((_received, response) => void response.writeHead(503).end('Down for a moment'));
      const dialog = await sendTest(page);
      await dialog.getByText('The receiver answered 503.').waitFor();
      receiver.answerBy((_received, response) => void response.writeHead(204).end());
      await dialog.getByRole('button', { name: 'Send again' }).click();
      await dialog.getByText('The receiver accepted the message with 204.').waitFor();
      await dialog.getByText('The answer has no body.').waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();

      const list = page.getByRole('list', { name: 'Deliveries' });
      await page.getByText('2 attempts').waitFor();
      assert.match(await list.getByRole('listitem').first().innerText(), /204/);
      await page.getByRole('radiogroup', { name: 'Outcome' }).getByText('Failed').click();
      await page.getByText('1 attempt', { exact: true }).waitFor();
      assert.equal(path(page), `/webhooks/${id}?status=failed`);
      await list.getByRole('button', { name: 'webhook.test' }).click();
      await list.getByText('Down for a moment').waitFor();
      assert.equal(await list.getByRole('button', { name: 'Replay from here' }).count(), 0, 'a test');
      await page.getByRole('radiogroup', { name: 'Outcome' }).getByText('Succeeded').click();
      await list.getByText('204').waitFor();
      await page.getByText('1 attempt', { exact: true }).waitFor();
    });
  });

  test('older deliveries are pages away', async () => {
    const { id } = await create({ url: receiver.url('/pages'), description: 'Pages' });
    receiver.answerBy((_received, response) => void response.writeHead(204).end());
    const tests = Array.from({ length: 26 }, () =>
      house.client.send('POST', 'api', `/admin/v1/webhooks/${id}/test`),
    );
    for (const { status } of await Promise.all(tests)) assert.equal(status, 200);
    await house.visit({ name: 'webhook-older' }, async ({ page }) => {
      await page.goto(`/webhooks/${id}`);
      await page.getByText('25 attempts').waitFor();
      await page.getByRole('button', { name: 'Older' }).click();
      await page.getByText('1 attempt', { exact: true }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Older' }).count(), 0);
      await page.getByRole('button', { name: 'Newest' }).click();
      await page.getByText('25 attempts').waitFor();
    });
  });

  test('a webhook is edited, disabled, enabled, and deleted after a question', async () => {
    const { body: signal } = await house.client.post('/admin/v1/signals', {
      signalName: 'Price objection',
      prompt: 'The price is an issue.',
    });
    const { id } = await create({ url: receiver.url('/edited'), description: 'Before' });
    const read = async () => (await house.client.get(`/admin/v1/webhooks/${id}`)).body;
    await house.visit({ name: 'webhook-edit' }, async ({ page }) => {
      await page.goto(`/webhooks/${id}`);
      await page.getByRole('button', { name: 'Edit' }).click();
      const form = page.getByRole('dialog', { name: 'Edit webhook' });
      await form.getByLabel('Description').fill('Deals channel');
      await form.getByRole('radio', { name: 'Slack' }).check();
      await pickOption(page, 'Signals', 'Price objection', form);
      await page.keyboard.press('Escape');
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Webhook saved.').waitFor();
      await page.getByRole('heading', { level: 1, name: 'Deals channel' }).waitFor();
      const { description, format, types, signalIds } = await read();
      assert.deepEqual(
        { description, format, types, signalIds },
        { description: 'Deals channel', format: 'slack', types: ['execution'], signalIds: [signal.id] },
      );
      await page.getByRole('region', { name: 'Settings' }).getByText('Price objection').waitFor();

      await page.getByRole('switch', { name: 'Deals channel: enabled' }).click();
      await page.getByText('“Deals channel” disabled.').waitFor();
      assert.equal((await read()).state, 'disabled');
      await page.getByRole('link', { name: 'Webhooks' }).last().click();
      const row = page.getByRole('row', { name: /Deals channel/ });
      await row.getByText('Disabled').waitFor();
      await row.getByRole('switch').press('Space');
      await row.getByText('Enabled', { exact: true }).waitFor();
      assert.equal((await read()).enabled, true);

      await row.getByRole('link', { name: 'Deals channel' }).click();
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete webhook' }).click();
      const question = page.getByRole('dialog', { name: 'Delete “Deals channel”?' });
      await question.getByRole('button', { name: 'Delete webhook' }).click();
      await page.getByText('Webhook “Deals channel” deleted.').waitFor();
      assert.equal(path(page), '/webhooks');
      assert.ok(!(await titlesOf(page, 'Webhooks')).includes('Deals channel'));
      assert.equal((await house.client.get(`/admin/v1/webhooks/${id}`)).status, 404);
    });
  });

  test('a key that is rotated shows the new one, and both sign', async () => {
    const first = await create({ url: receiver.url('/rotated'), signing: 'ed25519', description: 'Rotated' });
    await house.visit({ name: 'webhook-rotate' }, async ({ page }) => {
      await page.goto(`/webhooks/${first.id}`);
      const settings = page.getByRole('region', { name: 'Settings' });
      await settings.getByText(first.publicKey).waitFor();
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Rotate key' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
      const shown = page.getByRole('dialog', { name: 'New key created' });
      const publicKey = await shown.locator('code').innerText();
      assert.match(publicKey, /^whpk_\S+$/);
      assert.notEqual(publicKey, first.publicKey);
      await shown.getByRole('button', { name: 'Done' }).click();
      await settings.getByText(publicKey).waitFor();
      await settings.getByText('The previous key signs as well until').waitFor();
      receiver.answerBy((_received, response) => void response.writeHead(204).end());
      await (await sendTest(page)).getByText('The receiver accepted').waitFor();
      const message = receiver.received.at(-1)!;
      for (const key of [first.publicKey, publicKey]) assert.ok(isSignedBy(key, message));
    });
  });

  test('what was delivered is listed, and sent again from one of the deliveries on', async () => {
    receiver.answerBy((_received, response) => void response.writeHead(204).end());
    const { id } = await create({
      url: receiver.url('/replayed'),
      types: ['meeting'],
      description: 'Replayed',
    });
    const sent = () => receiver.received.filter((one) => one.path === '/replayed');
    const titles = ['First call', 'Second call'];
    for (const title of titles) {
      await house.client.ingest(meeting({ id: title, title }), { processImportedMeeting: false });
      await eventually(() => assert.equal(sent().at(-1)?.body.data.data?.title, title));
    }
    const [first, second] = sent();
    await house.visit({ name: 'webhook-replay' }, async ({ page }) => {
      await page.goto(`/webhooks/${id}`);
      const list = page.getByRole('list', { name: 'Deliveries' });
      await page.getByText('2 attempts').waitFor();
      await list.getByRole('link', { name: `meeting ${second!.body.data.id}` }).waitFor();
      await list.getByRole('button', { name: 'meeting.created' }).first().click();
      await list.getByText(String(second!.headers['webhook-id'])).waitFor();
      await list.getByRole('button', { name: 'Replay from here' }).click();
      const question = page.getByRole('dialog', { name: 'Replay from this change?' });
      await question.getByRole('button', { name: 'Replay' }).click();
      await page.getByText('The changes are being sent again.').waitFor();
      await page.getByText('3 attempts').waitFor();
      assert.deepEqual(
        sent().map(({ headers }) => headers['webhook-id']),
        [first, second, second].map((one) => one!.headers['webhook-id']),
      );
    });
  });
});
