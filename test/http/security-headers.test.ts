import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { endpoints } from '../../src/endpoints/index.ts';
import type { Address } from '../../src/http/endpoint.ts';
import { startService, type TestService } from '../support/service.ts';
import { figureText } from '../torture/from-tests.ts';
import { plausiblePaths, plausibleRequest, send } from './plausible-request.ts';
import { exchange } from './raw-socket.ts';

/** Responses that any cache may store, because they are the same for everybody. A new name here is a decision. */
const KEPT_BY_ANYBODY = [
  'getOpenApi',
  'docs',
  'docsStart',
  'docsScript',
  'docsScalar',
  'docsStyle',
  'root',
  'consoleAsset',
];

const HTTPS = 'https://parley.example';
const HSTS = 'max-age=31536000';

let plain: TestService;
/** The same, reached by people over https. */
let secure: TestService;
let answers = 0;

before(async () => {
  plain = await startService();
  secure = await startService({
    databaseUrl: plain.databaseUrl,
    bootstrapApiKey: plain.key,
    publicUrl: HTTPS,
    receiverPublicUrl: `${HTTPS}/in`,
  });
});
after(async () => {
  await secure.stop();
  await plain.stop();
});

type Got = { status: number; headers: { get(name: string): string | null } };

/** Checks the headers that every response must have. */
function assertHeaders(at: string, { status, headers }: Got, hsts: string | null, mayBeKept = false): void {
  answers++;
  const has = `${at}, ${status}`;
  assert.equal(headers.get('x-content-type-options'), 'nosniff', has);
  assert.match(headers.get('referrer-policy') ?? '', /^(?:no-referrer|same-origin)$/, has);
  assert.equal(headers.get('strict-transport-security'), hsts, has);
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/, has);
  assert.match(policy, /frame-ancestors 'none'/, has);
  assert.doesNotMatch(policy, /(?:script|default|object)-src[^;]*(?:unsafe|\*|https?:|data:)/, has);
  const isPage = headers.get('content-type')?.startsWith('text/html');
  if (!isPage) assert.doesNotMatch(policy, /'self'/, `${has}: what is no page needs nothing`);
  if (!mayBeKept) assert.match(headers.get('cache-control') ?? '', /(?:^|, )no-store$/, has);
}

for (const endpoint of endpoints) {
  const { operationId } = endpoint;
  test(`every answer of ${operationId} tells browsers what not to do`, async () => {
    const request = plausibleRequest(endpoint);
    const paths = plausiblePaths(endpoint);
    const methods = [endpoint.method, ...(endpoint.alsoHead ? ['HEAD'] : [])];
    const addresses: Address[] = endpoint.address === 'both' ? ['api', 'receiver'] : [endpoint.address];
    const mayBeKept = KEPT_BY_ANYBODY.includes(operationId);
    for (const [service, hsts] of [
      [plain, null],
      [secure, HSTS],
    ] as const) {
      const clients = {
        'a key': service.client,
        'no key': service.as(undefined),
        'a bad key': service.as('x'),
      };
      for (const [with_, client] of Object.entries(clients)) {
        for (const address of addresses) {
          for (const path of paths) {
            const asked = { ...request, address, path };
            const at = `${operationId} ${path} with ${with_}`;
            for (const method of methods) {
              if (method === 'HEAD') continue;
              assertHeaders(at, await send(client, { ...asked, method }), hsts, mayBeKept);
            }
            // A query that no operation knows: the answer is 400, but for pages, which leave the query to themselves.
            const odd = { ...asked, query: { '\u0000odd': '\u0000' } };
            assertHeaders(`${at} and an odd query`, await send(client, odd), hsts, mayBeKept);
          }
        }
      }
      if (!endpoint.alsoHead) continue;
      const base = addresses[0] === 'api' ? service.apiUrl : service.receiverUrl;
      const query = new URLSearchParams(request.query);
      const head = await fetch(`${base}${request.path}?${query}`, { method: 'HEAD' });
      assertHeaders(`HEAD ${operationId}`, head, hsts, mayBeKept);
    }
  });
}

test('so does every answer of no operation', async (t) => {
  for (const [service, hsts] of [
    [plain, null],
    [secure, HSTS],
  ] as const) {
    for (const url of [service.apiUrl, service.receiverUrl]) {
      const asked: [string, string, Record<string, string>][] = [
        ['GET', '/nothing/here', {}],
        ['GET', '/%zz', {}],
        ['GET', '/v1', { Accept: 'text/html' }],
        ['GET', '/meetings', { Accept: 'text/html' }],
        ['PATCH', '/v1/meetings', {}],
        ['OPTIONS', '/v1/meetings', {}],
        ['PROPFIND', '/', {}],
        ['GET', `/${'x'.repeat(15_000)}`, { 'X-Filler': 'x'.repeat(2000) }],
      ];
      for (const [method, path, headers] of asked) {
        const isByHand = method === 'PROPFIND' || path.length > 1000;
        const answer = await fetch(url + path, { method, headers });
        const isPage = path === '/meetings' && url === service.apiUrl;
        // An invalid request reaches no operation, and no browser sends it.
        assertHeaders(
          `${method} ${path.slice(0, 30)}`,
          answer,
          isByHand ? answer.headers.get('strict-transport-security') : hsts,
          isPage,
        );
      }
      for (const broken of [
        'GET / HTTP/1.1\r\n\r\n',
        'nonsense\r\n\r\n',
        'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
      ]) {
        const { statuses, headers } = await exchange(url, broken);
        const got = { status: statuses[0]!, headers: { get: (name: string) => headers[name] ?? null } };
        assertHeaders(broken.slice(0, 10), got, got.headers.get('strict-transport-security'));
      }
    }
  }
  t.diagnostic(
    figureText({
      what: 'answers without the headers that protect browsers',
      value: `0 of ${answers}`,
      limit: '0',
      passed: true,
    }),
  );
});
