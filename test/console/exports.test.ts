import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { manifestOf } from '../support/exports.ts';
import { meeting } from '../support/meetings.ts';
import { LEFT_OUT } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { type House, startHouse } from './support/house.ts';
import { path } from './support/page.ts';

describe('exports in the console', { skip: LEFT_OUT }, () => {
  let house: House;
  before(async () => {
    house = await startHouse();
    await house.client.ingest(meeting({ id: 'first', title: 'Roll-out in Lund' }));
    await house.settle();
  });
  after(() => house?.close());

  const idOf = (page: Page) => path(page).split('/').at(-1)!;

  async function downloaded(page: Page, name: string): Promise<Buffer> {
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: `Download ${name}` }).click();
    const download = await coming;
    assert.equal(download.suggestedFilename(), name);
    return readFile(await download.path());
  }

  test('an export is created, its files are what the page says, and a later one has only what changed', async () => {
    await house.visit({ name: 'export' }, async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto('/exports');
      await page.getByText('No exports yet').waitFor();
      await page.getByRole('button', { name: 'Create export' }).click();
      const form = page.getByRole('dialog', { name: 'Create export' });
      for (const type of ['E-mails', 'Matches', 'Signals', 'Users']) {
        await form.getByRole('checkbox', { name: type }).uncheck();
      }
      await form.getByRole('button', { name: 'Create export' }).click();
      await page.getByRole('heading', { level: 1, name: /^Export \d+$/ }).waitFor();
      const files = page.getByRole('table', { name: 'Files' });
      const row = files.getByRole('row', { name: /ndjson/ });
      await row.waitFor();
      const [file] = (await manifestOf(house.client, idOf(page))).files;
      assert.match(await row.innerText(), /Meetings\s+1\s/);
      const content = await downloaded(page, file!.name);
      assert.equal(content.length, file!.bytes);
      assert.equal(JSON.parse(gunzipSync(content).toString()).title, 'Roll-out in Lund');
      await row.getByRole('button', { name: 'Copy SHA-256' }).click();
      const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
      assert.equal(await clipboard(), createHash('sha256').update(content).digest('hex'));
      await page.getByRole('button', { name: 'Copy cursor' }).click();
      const { changesCursor } = await manifestOf(house.client, idOf(page));
      assert.equal(await clipboard(), changesCursor);

      await house.client.ingest(meeting({ id: 'second', title: 'Budget for spring' }));
      await house.settle();
      await changesFollow(changesCursor);
      await page.getByRole('button', { name: 'Export later changes' }).click();
      assert.ok(await form.getByRole('checkbox', { name: 'Meetings' }).isChecked());
      assert.ok(!(await form.getByRole('checkbox', { name: 'Users' }).isChecked()));
      await form.getByRole('switch', { name: 'Include transcripts' }).click();
      await form.getByRole('button', { name: 'Create export' }).click();
      await page.getByText('Changes only: Meetings, without transcripts').waitFor();
      await row.waitFor();
      const later = await manifestOf(house.client, idOf(page));
      const line = JSON.parse(gunzipSync(await downloaded(page, later.files[0]!.name)).toString());
      assert.equal(line.title, 'Budget for spring');
      assert.equal(line.transcript, undefined);
    });
  });

  /** Changes are numbered shortly after they are committed. */
  async function changesFollow(cursor: string): Promise<void> {
    await eventually(async () => {
      const { body } = await house.client.get('/v1/changes', { after: cursor });
      assert.ok(body.changes.length > 0);
    });
  }

  test('the list is live while an export runs, and an export is deleted after a question', async () => {
    await house.visit({ name: 'export-list' }, async ({ page }) => {
      await page.goto('/exports');
      await page.getByRole('heading', { level: 1, name: 'Exports' }).waitFor();
      await page.getByRole('button', { name: 'Create export' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create export' }).click();
      await page.getByRole('heading', { level: 1, name: /^Export \d+$/ }).waitFor();
      const id = idOf(page);
      await page.getByRole('link', { name: 'Exports' }).last().click();
      const row = page.getByRole('row', { name: new RegExp(`Export ${id},`) });
      await row.getByText('Done').waitFor();
      await row.getByText('Everything').waitFor();
      await row.getByRole('link').click();
      await page.getByRole('button', { name: 'Delete' }).click();
      const question = page.getByRole('dialog', { name: `Delete export ${id}?` });
      await question.getByRole('button', { name: 'Delete export' }).click();
      await page.getByText(`Export ${id} deleted.`).waitFor();
      assert.equal(path(page), '/exports');
      await row.waitFor({ state: 'detached' });
      assert.equal((await house.client.get(`/v1/exports/${id}`)).status, 404);
    });
  });

  test('a cursor that is not one is refused in words, and a key chooses only what it may see', async () => {
    const made = await house.client.post('/admin/v1/keys', { name: 'Reader', scopes: ['users:read'] });
    const cookie = await house.signIn(made.body.key);
    const options = { signedOut: true, mayComplain: /status of 400/, name: 'export-cursor' };
    await house.visit(options, async ({ page, context }) => {
      await context.addCookies([{ name: 'parley_session', value: cookie, url: house.url }]);
      await page.goto('/exports');
      await page.getByRole('button', { name: 'Create export' }).click();
      const form = page.getByRole('dialog', { name: 'Create export' });
      assert.ok(await form.getByRole('checkbox', { name: 'Meetings' }).isDisabled());
      assert.ok(await form.getByRole('checkbox', { name: 'Users' }).isChecked());
      await form.getByRole('radio', { name: 'Changes after a cursor' }).check();
      const submit = form.getByRole('button', { name: 'Create export' });
      assert.ok(await submit.isDisabled(), 'no cursor is given yet');
      await form.getByLabel('Cursor', { exact: true }).fill('nonsense');
      await submit.click();
      await form.getByRole('alert').getByText('after must be').waitFor();
    });
  });
});
