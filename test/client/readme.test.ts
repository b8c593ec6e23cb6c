import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { startService, type TestService } from '../support/service.ts';

const README = new URL('../../client/README.md', import.meta.url);
const CLIENT = new URL('../../client/src/index.ts', import.meta.url);
const OPERATIONS = new URL('../../client/src/operations.ts', import.meta.url);

let service: TestService;
let folder: string;
before(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'parley-readme-'));
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs an example like a user, except for the addresses of the package and the service. Returns its output. */
async function run(name: string, code: string): Promise<string[]> {
  const placed = code
    .replaceAll("'@parley/client'", `'${CLIENT}'`)
    .replaceAll("'@parley/client/operations'", `'${OPERATIONS}'`)
    .replaceAll('http://127.0.0.1:8080', service.apiUrl)
    .replaceAll('http://127.0.0.1:8081', service.receiverUrl)
    .replaceAll('process.env.PARLEY_API_KEY', `'${service.key}'`)
    .replaceAll('console.log(', 'printed.push([');
  const closed = placed.replace(/(printed\.push\(\[.*?)\);/g, '$1].join(" "));');
  const file = join(folder, `${name}.ts`);
  await writeFile(file, `export const printed: string[] = [];\n${closed}`);
  const { printed } = await import(pathToFileURL(file).href);
  return printed;
}

test('the examples of the client’s README run, one after the other', async () => {
  const text = await readFile(README, 'utf8');
  const [first, named, meeting, file, many, pages, changes, question, webhook, errors, abort, ...more] = [
    ...text.matchAll(/```ts\n(.*?)```/gs),
  ].map((found) => found[1]!);
  assert.deepEqual(more, []);
  const users = [{ email: 'ada@parley.example', role: 'VIEWER', licenseAdded: true }];
  await service.client.put('/admin/v1/users', { users });

  assert.deepEqual(await run('first', first!), ['1 users on the first of 1 pages']);
  assert.deepEqual((await run('named', first! + named!)).slice(1), ['1']);
  const [greeting] = await run('meeting', first! + meeting!).then((printed) => printed.slice(1));
  assert.match(greeting!, /^meeting \d+ is new$/);
  assert.deepEqual((await run('pages', first! + pages!)).slice(1), [
    '2026-03-02T09:00:00Z ada@parley.example',
    'ada@parley.example',
  ]);
  const [copied] = (await run('changes', first! + changes!)).slice(1);
  assert.match(copied!, /^meeting \d+, user \d+$/);
  const answer = (await run('question', first! + question!)).slice(1);
  assert.deepEqual(answer.slice(0, 2), ['searching', 'answering']);
  assert.match(answer[2]!, /^Thanks for your time\. http:\S+\/meetings\/\d+\?t=1&entry=0$/);
  assert.deepEqual(answer.slice(3), ['1 entries were read']);
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const body = JSON.stringify({ type: 'meeting.created', data: { id: '7' } });
  const at = new Date();
  const headers = {
    'webhook-id': 'one',
    'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
    'webhook-signature': new Webhook(secret).sign('one', at, body),
  };
  const delivered = (text: string) =>
    `console.log((await receive(new Request('http://x', ${JSON.stringify({ method: 'POST', headers, body: text })}))).status);\n`;
  const receiver = webhook!.replace('process.env.PARLEY_WEBHOOK_SECRET', `'${secret}'`);
  assert.deepEqual(await run('webhook', receiver + delivered(body) + delivered('{}')), [
    'meeting 7 is new',
    '204',
    '400',
  ]);
  const [status, requestId, retryAfter] = (await run('errors', first! + errors!)).slice(1);
  assert.match(status!, /^404 .+/);
  assert.match(requestId!, /^[\w.-]{1,128}$/);
  assert.equal(retryAfter, '');
  const sent = (await run('many', first! + many!)).slice(1);
  assert.match(sent.join('; '), /^call 0 is meeting \d+; call 1 is meeting \d+; call 2 is meeting \d+$/);
  assert.deepEqual((await run('abort', first! + abort!)).slice(1), ['ada@parley.example']);
  assert.deepEqual((await run('file', first! + file!)).slice(1), ['WebVTT: 1 entries of acme 2026-03-05']);
});
