import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { cookie, SESSION_PATH, sessionsAt, tokenOf } from '../support/sessions.ts';

let service: TestService;
let at: ReturnType<typeof sessionsAt>;
before(async () => {
  service = await startService();
  at = sessionsAt(service);
});
after(() => service.stop());

test('a change by cookie needs the Origin of the service’s own address; reading needs none', async () => {
  const token = await at.signIn();
  const { host } = new URL(service.apiUrl);
  const change = (origin: Record<string, string>) =>
    at.anybody().put('/admin/v1/users', { users: [] }, { headers: { ...cookie(token), ...origin } });
  const foreign = [
    'https://evil.example',
    'null',
    '',
    `http://${host}.evil.example`,
    `http://evil.example/${host}`,
    `http://127.0.0.1:1`,
    'http://127.0.0.1',
    host,
    `ftp://${host}`,
    `${service.apiUrl}/`,
    `${service.apiUrl}, https://evil.example`,
  ];
  for (const Origin of foreign) {
    const answer = await change({ Origin });
    assert.equal(answer.status, 403, Origin);
    assert.match(
      answer.body.error,
      /^The Origin header must be http:\/\/127\.0\.0\.1:\d+ \(PARLEY_PUBLIC_URL\)/,
    );
    assert.equal((await at.signOut({ ...cookie(token), Origin })).status, 403, Origin);
  }
  assert.equal((await change({})).status, 403);
  assert.equal((await at.signOut(cookie(token))).status, 403);
  for (const Origin of [service.apiUrl, `https://${host}`, service.apiUrl.toUpperCase()]) {
    assert.equal((await change({ Origin })).status, 200, Origin);
  }
  const read = await at.anybody().get(SESSION_PATH, undefined, {
    headers: { ...cookie(token), Origin: 'https://evil.example' },
  });
  assert.equal(read.status, 200);
  assert.equal(
    read.headers.get('access-control-allow-origin'),
    null,
    'a page of another origin cannot read it',
  );
});

test('behind a proxy the Host header tells the own address where PARLEY_PUBLIC_URL does not', async () => {
  const token = await at.signIn();
  const headers = { ...cookie(token), Host: 'calls.example', 'Content-Type': 'application/json' };
  const { request } = await import('node:http');
  const status = (Origin: string) =>
    new Promise<number>((resolve, reject) => {
      request(
        `${service.apiUrl}/admin/v1/users`,
        { method: 'PUT', headers: { ...headers, Origin } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode!);
        },
      )
        .once('error', reject)
        .end('{"users":[]}');
    });
  assert.equal(await status('https://calls.example'), 200);
  assert.equal(await status('https://other.example'), 403);
});

test('if PARLEY_PUBLIC_URL is set, only its origin may make changes, whatever the Host header says', async () => {
  const own = await startService({ publicUrl: 'http://calls.example', roles: new Set(['api']) });
  try {
    const anybody = own.as(undefined);
    const signIn = (Origin: string) => anybody.post(SESSION_PATH, { key: own.key }, { headers: { Origin } });
    assert.equal((await signIn(own.apiUrl)).status, 403);
    const signedIn = await signIn('http://calls.example');
    assert.equal(signedIn.status, 200);
    const headers = cookie(tokenOf(signedIn));
    const change = (Origin: string) =>
      anybody.put('/admin/v1/users', { users: [] }, { headers: { ...headers, Origin } });
    for (const Origin of [own.apiUrl, 'https://calls.example', 'null']) {
      const answer = await change(Origin);
      assert.equal(answer.status, 403, `${Origin}: a name that leads to this address is not enough`);
      assert.deepEqual(answer.body, {
        error:
          'The Origin header must be http://calls.example (PARLEY_PUBLIC_URL) if a session is used instead of an API key',
      });
    }
    assert.equal((await change('http://calls.example')).status, 200);
  } finally {
    await own.stop();
  }
});

test('the receiver looks at no cookie', async () => {
  const token = await at.signIn();
  const answer = await at
    .anybody()
    .post(
      '/v1/user-provided-meeting',
      { meeting: meeting() },
      { headers: { ...cookie(token), Origin: service.receiverUrl } },
    );
  assert.deepEqual([answer.status, answer.body], [401, { error: 'The X-API-Key header is missing' }]);
});
