import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { connectOver, ERAS, type Era } from '../mcp/agent.ts';
import { spoken } from '../moments/spoken.ts';
import { startService, type TestService } from '../support/service.ts';
import { makeFolder, REPOSITORY, runParley } from './run-parley.ts';

const MAIN = join(REPOSITORY, 'src/main.js');

let service: TestService;
let meetingId: string;
before(async () => {
  service = await startService();
  meetingId = await service.client.ingest(spoken(['Line one\u2028and two.']));
});
after(() => service?.stop());

/** Starts the command as an agent does. */
const connect = (era: Era, settings: Record<string, string>, args: string[] = []) =>
  connectOver(
    new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'mcp', ...args],
      env: { PATH: process.env.PATH!, ...settings },
      cwd: tmpdir(),
      stderr: 'pipe',
    }),
    era,
  );

for (const era of Object.keys(ERAS) as Era[]) {
  test(`a client ${era} lists and calls the tools over stdio`, async () => {
    const agent = await connect(era, { PARLEY_API_KEY: service.key }, ['--url', `${service.apiUrl}/`]);
    assert.equal((await agent.tools()).length, 7);
    const { text } = await agent.call('read_transcript', { meetingId });
    assert.match(text, /> \[meeting:\d+#0\] Line one and two\.$/);
    const many = Array.from({ length: 20 }, () => agent.call('get_meeting', { meetingId }));
    for (const told of await Promise.all(many)) assert.ok(!told.isError);
    await assert.rejects(agent.call('nothing'), /There is no tool nothing/);
    await agent.close();
  });
}

test('the URL follows from the settings, and the key may be in a file', async () => {
  const folder = await makeFolder({ key: `${service.key}\n` });
  const agent = await connect('of 2026', {
    PARLEY_API_PORT: new URL(service.apiUrl).port,
    PARLEY_API_KEY_FILE: join(folder.path, 'key'),
  });
  assert.equal((await agent.tools()).length, 7);
  await agent.close();
  await folder.remove();
});

test('a wrong URL or key ends the command with one sentence, and nothing on stdout', async () => {
  const other = createServer((_request, response) => response.end('<html>')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const key = { PARLEY_API_KEY: service.key };
  const cases: [args: string[], settings: Record<string, string>, code: number, says: RegExp][] = [
    [[], {}, 2, /^parley: PARLEY_API_KEY must be set to a key of the API\n$/],
    [
      ['--url', 'parley.example'],
      key,
      2,
      /^parley: --url must be a URL that begins with http:\/\/ or https:\/\/\n$/,
    ],
    [
      ['--url', 'http://127.0.0.1:1'],
      key,
      1,
      /^parley: http:\/\/127\.0\.0\.1:1\/mcp cannot be reached: \S.*\n$/,
    ],
    [['--url', otherUrl], key, 1, /^parley: http:.*\/mcp answered 200, which is no answer of Parley\n$/],
    [
      ['--url', service.apiUrl],
      { PARLEY_API_KEY: 'nobody' },
      1,
      /^parley: http:.* answered 401: The API key is not valid/,
    ],
  ];
  for (const [args, settings, code, says] of cases) {
    const ran = await runParley(['mcp', ...args], settings);
    assert.equal(ran.code, code, ran.stderr);
    assert.equal(ran.stdout, '');
    assert.match(ran.stderr, says);
  }
  other.close();
});

test('a key that is revoked later is told in the answers', async () => {
  const { body } = await service.client.post('/admin/v1/keys', { name: 'agent', scopes: ['meetings:read'] });
  const agent = await connect('of 2025', { PARLEY_API_KEY: body.key }, ['--url', service.apiUrl]);
  await service.client.delete(`/admin/v1/keys/${body.id}`);
  await assert.rejects(async () => {
    // A process may trust the key for a second more.
    for (;;) await agent.call('list_meetings');
  }, /answered 401: The API key is not valid/);
  await agent.close();
});
