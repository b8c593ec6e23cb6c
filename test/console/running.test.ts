import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseNetwork } from '../../src/lib/guarded-fetch/addresses.ts';
import { limitAttempts } from '../reliability/background-worker.ts';
import { ingestEmail } from '../support/emails.ts';
import { meeting } from '../support/meetings.ts';
import { type RecordingServer, startRecordingServer, wav } from '../support/recordings.ts';
import { LEFT_OUT } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';
import { fileOf } from './support/files.ts';
import { type House, startHouse } from './support/house.ts';
import { titlesOf } from './support/page.ts';

const ACCOUNT = '0018c00002ABCDEAA5';

describe('e-mails, jobs and settings in the console', { skip: LEFT_OUT }, () => {
  let house: House;
  let recordings: RecordingServer;
  let isBroken = true;
  before(async () => {
    recordings = await startRecordingServer({
      '/call.wav': (_request, response) => {
        if (isBroken) response.writeHead(503).end();
        else response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(wav(1));
      },
    });
    house = await startHouse({ settings: { fetchAllow: [parseNetwork('127.0.0.0/8')!] } });
  });
  after(async () => {
    await house?.close();
    recordings?.close();
  });

  test('a new Parley says on each screen what to do first', async () => {
    await house.visit({ name: 'new' }, async ({ page }) => {
      await page.goto('/');
      await page.getByRole('heading', { name: 'Add conversations' }).waitFor();
      await page.goto('/meetings');
      await page.getByText('No meetings yet').waitFor();
      await page.goto('/signals');
      await page.getByText('No signals yet').waitFor();
      await page.goto('/matches');
      await page.getByText('No matches yet').waitFor();
      await page.goto('/emails');
      await page.getByText('No e-mails yet').waitFor();
      await page.goto('/jobs');
      await page.getByText('No jobs', { exact: true }).waitFor();
    });
  });

  test('e-mails: filtered by who takes part, read with the words that fired, deleted after asking', async () => {
    const signal = {
      signalName: 'Price',
      prompt: 'The price is an issue.',
      phrases: ['too high'],
      contextSource: 'ALL',
    };
    assert.equal((await house.client.post('/admin/v1/signals', signal)).status, 201);
    const text = 'Hello Ada,\n\nto be honest, the price is too high for us.\n\nRegards';
    const { emailId } = await ingestEmail(house.client, { subject: 'Your offer', text });
    await ingestEmail(house.client, {
      subject: 'Lunch',
      from: { name: 'Bo Halden', email: 'bo@halden.example' },
      text: 'Soup?',
      sentAt: '2026-02-03T09:00:00Z',
    });
    await house.settle();
    await house.visit({ name: 'emails' }, async ({ page }) => {
      await page.goto('/emails');
      await page.getByText('2 e-mails, newest first').waitFor();
      assert.deepEqual(
        (await titlesOf(page, 'E-mails')).map((title) => title.split('\n')[0]),
        ['Lunch', 'Your offer'],
      );
      await page.goto('/emails?participants=grace@acme.example');
      await page.getByText('1 e-mail, newest first').waitFor();
      await page.getByRole('link', { name: /^Your offer/ }).click();
      await page.getByRole('heading', { level: 1, name: 'Your offer' }).waitFor();
      await page.locator('mark').getByText('too high').waitFor();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete this e-mail?' });
      await dialog.getByRole('button', { name: 'Delete e-mail' }).click();
      await page.getByText('E-mail deleted.').waitFor();
      assert.equal((await house.client.get(`/v1/emails/${emailId}`)).status, 404);
    });
  });

  test('a job that failed says why, and is done when it is run again', async () => {
    await limitAttempts(house.databaseUrl, 'fetch-recording', 1);
    const recordingUrl = recordings.url('/call.wav');
    const id = await house.client.ingest(meeting({ title: 'Unheard', recordingUrl }));
    await eventually(async () => {
      const { body } = await house.client.get('/admin/v1/jobs', { state: 'dead' });
      assert.equal(body.jobs.length, 1);
    });
    await house.visit({ name: 'jobs' }, async ({ page }) => {
      await page.goto('/');
      await page.getByRole('link', { name: '1 job failed. View failed jobs' }).click();
      await page.waitForURL(/\/jobs\?state=failed/);
      await page
        .getByText(/answered 503/)
        .first()
        .waitFor();
      await page.getByRole('link', { name: `Meeting ${id}` }).waitFor();
      isBroken = false;
      await page.getByRole('button', { name: 'Retry', exact: true }).click();
      await page.getByText('The job is back in the queue.').waitFor();
      await page.getByText('No failed jobs').waitFor();
      await eventually(async () => {
        const { body } = await house.client.get(`/v1/meetings/${id}`);
        assert.equal(body.recording.state, 'stored');
      });
    });
  });

  test('a key is made, shown once, works, and no more when it is revoked', async () => {
    await house.visit({ name: 'keys' }, async ({ page }) => {
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Create API key' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Warehouse');
      await page.getByRole('checkbox', { name: 'Read meetings and e-mails' }).check();
      await page.getByRole('button', { name: 'Create key' }).click();
      const made = page.getByRole('dialog', { name: 'Key “Warehouse” created' });
      const secret = await made.locator('code').innerText();
      assert.match(secret, /^parley_\S+$/);
      assert.equal((await house.as(secret).get('/v1/emails', { from: '2000-01-01T00:00:00Z' })).status, 200);
      await made.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Revoke Warehouse' }).waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'Revoke Warehouse' }).waitFor();
      assert.ok(!(await page.content()).includes(secret), 'the key is shown but once');

      await page.getByRole('button', { name: 'Revoke Warehouse' }).click();
      await page
        .getByRole('dialog', { name: 'Revoke “Warehouse”?' })
        .getByRole('button', { name: 'Revoke key' })
        .click();
      await page.getByText('Key “Warehouse” revoked.').waitFor();
      await eventually(async () => {
        const answer = await house.as(secret).get('/v1/emails', { from: '2000-01-01T00:00:00Z' });
        assert.equal(answer.status, 401);
      });
    });
  });

  test('a key shows its creator, and is revoked with its descendants if that is chosen', async () => {
    const post = async (key: string, name: string, rest: object = {}) => {
      const scopes = ['admin', 'users:read'];
      return (await house.as(key).post('/admin/v1/keys', { name, scopes, ...rest })).body;
    };
    const partner = await post(house.key, 'Partner', { expiresAt: '2999-03-01T12:00:00Z' });
    const heir = await post(partner.key, 'Heir');
    await house.visit({ name: 'key-lineage' }, async ({ page }) => {
      await page.goto('/settings');
      await page.getByText('by “Partner”').waitFor();
      await page.getByRole('button', { name: 'Revoke Partner' }).click();
      const dialog = page.getByRole('dialog', { name: 'Revoke “Partner”?' });
      await dialog.getByText('these keys stay active: “Heir”').waitFor();
      await dialog.getByRole('button', { name: 'Revoke key' }).click();
      await page.getByText('Key “Partner” revoked.').waitFor();
      assert.equal((await house.as(heir.key).get('/v1/users')).status, 200);
      await page.getByLabel('Show revoked keys').check();
      await page.getByRole('button', { name: 'Revoke keys created by Partner' }).click();
      await page.getByRole('button', { name: 'Revoke 1 key' }).click();
      await page.getByText('1 key created by “Partner” revoked.').waitFor();
      await eventually(async () => assert.equal((await house.as(heir.key).get('/v1/users')).status, 401));
    });
  });

  test('a user of a key that expires or lacks scopes sees the consequences for keys and drafts', async () => {
    const scopes = ['admin', 'signals:read'];
    const made = await house.client.post('/admin/v1/keys', {
      name: 'Short',
      ...{ scopes, expiresAt: '2999-03-01T12:00:00Z' },
    });
    const mayComplain = /status of 403/;
    await house.visit({ signedOut: true, mayComplain, name: 'few-rights' }, async ({ page, context }) => {
      const cookie = await house.signIn(made.body.key);
      await context.addCookies([{ name: 'parley_session', value: cookie, url: house.url }]);
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Create API key' }).click();
      await page.getByText('A key cannot outlive the key that created it').waitFor();
      const shown = await page.getByLabel('Expires').first().inputValue();
      assert.match(shown, /^With your own key, on .*2999/);
      await page.getByRole('button', { name: 'Cancel' }).click();
      const { keys } = (await house.client.get('/admin/v1/keys')).body;
      const other = keys.find(
        (key: { scopes: string[]; revokedAt?: string }) => key.scopes.length > 2 && !key.revokedAt,
      );
      await page
        .getByRole('button', { name: `Revoke ${other.name}`, exact: true })
        .first()
        .click();
      await page.getByRole('button', { name: 'Revoke key' }).click();
      await page
        .getByText(/Your key does not allow this\. A key can only revoke keys whose scopes it has/)
        .waitFor();
      await page.goto('/signals/new');
      await page.getByText('Your key does not have the scope meetings:read').waitFor();
    });
  });

  test('users and CRM records come from a file, after one has seen what will change', async () => {
    await house.visit({ name: 'imports' }, async ({ page }) => {
      await page.goto('/settings?tab=users');
      await page.getByRole('button', { name: 'Import users' }).click();
      const users = 'email,name,role\nrui@parley.example,Rui Costa,EDITOR\nno address,Nobody,VIEWER\n';
      await page.getByLabel('Drop a file of users here').setInputFiles(fileOf('users.csv', users));
      await page.getByRole('button', { name: 'Import 1 user, skip 1' }).click();
      await page.getByText('1 user created, 0 updated.').waitFor();
      await page.getByRole('table', { name: 'Users' }).getByText('rui@parley.example').waitFor();

      await page.getByRole('tab', { name: 'CRM records' }).click();
      await page.getByRole('button', { name: 'Import CRM records' }).click();
      const records = JSON.stringify([{ type: 'ACCOUNT', id: ACCOUNT, name: 'Halden Bakeries' }]);
      await page.getByLabel('Drop a file of CRM records here').setInputFiles(fileOf('crm.json', records));
      await page.getByRole('button', { name: 'Import 1 CRM record' }).click();
      await page.getByText('1 CRM record created, 0 updated.').waitFor();
      await page.getByRole('textbox', { name: 'Search' }).fill('halden');
      await page.waitForURL(/q=halden/);
      await page.getByRole('table', { name: 'CRM records' }).getByText('Halden Bakeries').waitFor();
    });
  });

  test('the organization is renamed, which the navigation and the audit log show', async () => {
    await house.visit({ name: 'organization' }, async ({ page }) => {
      await page.goto('/settings?tab=organization');
      await page.getByRole('textbox', { name: 'Name' }).fill('Halden & Lund');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Organization saved.').waitFor();
      await page.getByRole('complementary', { name: 'Parley' }).getByText('Halden & Lund').waitFor();
      await page.getByRole('tab', { name: 'Audit log' }).click();
      const change = page.getByRole('list', { name: 'Changes' }).getByRole('button').first();
      await change.click();
      await page.getByText('"Halden & Lund"').first().waitFor();
    });
  });
});
