import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { BlobStore } from '../../src/blobs/types.ts';
import { endpoints } from '../../src/endpoints/index.ts';
import { createAdmission } from '../../src/http/admission.ts';
import { buildApp } from '../../src/http/app.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { openConsole } from '../../src/processes/console-files.ts';
import { startService, type TestService } from '../support/service.ts';

type Raw = { status: number; headers: Record<string, string | string[] | undefined>; bytes: Buffer };
type Site = {
  ask(path: string, headers?: Record<string, string>, method?: string): Promise<Raw>;
  close(): Promise<void>;
};

const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const PAGE =
  '<!doctype html><title>Console</title><script type="module" src="/assets/index-a1B2_c3.js"></script>';
const SCRIPT = `console.log(${JSON.stringify('word '.repeat(2000))});`;
const PNG = Buffer.alloc(3000, 'p');
const S3 = 'https://bucket.s3.example';

let directory: string;
let site: Site;
let service: TestService;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-console-'));
  await mkdir(join(directory, 'dist', 'assets', 'folder'), { recursive: true });
  await writeFile(join(directory, 'secret.js'), 'secret');
  const dist = (path: string, content: string | Buffer) => writeFile(join(directory, 'dist', path), content);
  await dist('index.html', PAGE);
  await dist('assets/index-a1B2_c3.js', SCRIPT);
  await dist('assets/small.css', 'a{}');
  await dist('assets/logo.svg', `<svg>${'<g/>'.repeat(500)}</svg>`);
  await dist('assets/photo.png', PNG);
  await dist('assets/data.unknown', PNG);
  await dist('assets/.hidden', 'hidden');
  await dist('assets/folder/in.js', 'in');
  site = await open(join(directory, 'dist'));
  service = await startService();
});
after(async () => {
  await site.close();
  await service.stop();
  await rm(directory, { recursive: true });
});

/** The API's listener with the console of a directory, on no database. */
async function open(dist: string, presign: BlobStore['presign'] = async () => `${S3}/x?y`): Promise<Site> {
  const consoleFiles = openConsole({ presign }, dist);
  const app = buildApp({
    address: 'api',
    endpoints,
    deps: { consoleFiles } as never,
    authenticate: async () => undefined,
    page: consoleFiles.page,
    log: createLog('silent'),
    metrics: createMetrics(),
    admission: createAdmission(),
    maxConnections: 100,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    ask: (path, headers = {}, method = 'GET') => ask(`http://127.0.0.1:${port}`, path, headers, method),
    close: () => app.close(),
  };
}

/** Asks as no fetch does: for the path as it is written, and shows the bytes as they came. */
function ask(url: string, path: string, headers: Record<string, string>, method = 'GET'): Promise<Raw> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    })
      .once('error', reject)
      .end();
  });
}

function assertNothing({ status, headers, bytes }: Raw, at: string): void {
  assert.equal(status, 404, at);
  assert.match(headers['content-type'] as string, /^application\/json/, at);
  assert.deepEqual(JSON.parse(bytes.toString()), { error: 'There is nothing at this path' }, at);
}

test('the root is the console’s page for everybody', async () => {
  for (const headers of [BROWSER, {}, { Accept: '*/*' }]) {
    const answer = await site.ask('/', headers);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(answer.bytes.toString(), PAGE);
  }
  const query = await site.ask('/?from=2026-01-01T00:00:00Z&%zz', BROWSER);
  assert.equal(query.bytes.toString(), PAGE, 'the query is the console’s own matter');
});

test('a browser that goes to any other page gets it too, with any query', async () => {
  for (const path of [
    ...[
      '/meetings',
      '/meetings/7?tab=summary&x',
      '/signals/7/edit/',
      '/v1x',
      '/administration',
      '/index.html',
    ],
    ...['/%C3%BC', '/a.b/c', '/docs/none', '//'],
  ]) {
    for (const Accept of [BROWSER.Accept, 'text/html', 'application/json, TEXT/HTML;level=1']) {
      const answer = await site.ask(path, { Accept });
      assert.equal(answer.status, 200, path);
      assert.equal(answer.bytes.toString(), PAGE, path);
      assert.match(answer.headers['content-security-policy'] as string, /^default-src 'none';/);
    }
  }
});

test('a request that does not accept a page gets 404', async () => {
  for (const headers of [
    {},
    { Accept: '*/*' },
    { Accept: 'application/json' },
    { Accept: 'text/htmlx' },
    { Accept: 'text/plain, application/xhtml+xml' },
    { Accept: '' },
  ]) {
    for (const path of ['/meetings', '/index.html', '/favicon.ico'])
      assertNothing(await site.ask(path, headers as never), path);
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
    assertNothing(await site.ask('/meetings', BROWSER, method), method);
  }
});

test('under /v1, /v2, /admin and /assets a browser gets 404 as well', async () => {
  for (const path of [
    '/v1',
    '/v1/',
    '/v1/none',
    '/v2/x?y',
    '/v2',
    '/admin',
    '/admin/v1/none',
    '/assets',
    '/assets/a/b',
  ]) {
    assertNothing(await site.ask(path, BROWSER), path);
  }
  assert.equal((await site.ask('/livez', BROWSER, 'POST')).status, 405);
  assert.equal((await site.ask('/%', BROWSER)).status, 400);
});

test('the page lets no foreign and no inline script run, and is revalidated each time', async () => {
  const { headers } = await site.ask('/', BROWSER);
  assert.equal(
    headers['content-security-policy'],
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
      `font-src 'self'; connect-src 'self'; media-src 'self' ${S3}; base-uri 'none'; frame-ancestors 'none'; ` +
      "form-action 'self'",
  );
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['referrer-policy'], 'same-origin');
  assert.equal(headers['cache-control'], 'no-cache');
});

test('recordings may be heard from where download URLs lead', async () => {
  const mediaSource = async (url: string) => {
    const policy = (await ask(url, '/', BROWSER)).headers['content-security-policy'] as string;
    return /media-src ([^;]*);/.exec(policy)![1];
  };
  assert.equal(await mediaSource(service.apiUrl), `'self' ${service.apiUrl}`);
  let calls = 0;
  const away = await open(join(directory, 'dist'), async () => {
    if (calls++ === 0) throw new Error('no credentials yet');
    return `${S3}/key`;
  });
  const policies: unknown[] = [];
  for (let count = 0; count < 3; count++) {
    const { status, headers } = await away.ask('/', BROWSER);
    assert.equal(status, 200, 'the page works without');
    policies.push(/media-src ([^;]*);/.exec(headers['content-security-policy'] as string)![1]);
  }
  assert.deepEqual(policies, ["'self'", `'self' ${S3}`, `'self' ${S3}`]);
  assert.equal(calls, 2, 'it is found once');
  await away.close();
});

test('an asset is kept for good and bears its type', async () => {
  const types = {
    'index-a1B2_c3.js': 'text/javascript; charset=utf-8',
    'small.css': 'text/css; charset=utf-8',
    'logo.svg': 'image/svg+xml; charset=utf-8',
    'photo.png': 'image/png',
    'data.unknown': 'application/octet-stream',
  };
  for (const [name, type] of Object.entries(types)) {
    const { status, headers } = await site.ask(`/assets/${name}`);
    assert.equal(status, 200, name);
    assert.equal(headers['content-type'], type);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['x-content-type-options'], 'nosniff');
  }
});

test('an asset is sent compressed where the client takes gzip and it got shorter', async () => {
  const path = '/assets/index-a1B2_c3.js';
  for (const accept of ['gzip', 'br, gzip;q=0.5', '*']) {
    const { headers, bytes } = await site.ask(path, { 'Accept-Encoding': accept });
    assert.equal(headers['content-encoding'], 'gzip', accept);
    assert.equal(headers.vary, 'Accept-Encoding');
    assert.equal(Number(headers['content-length']), bytes.length);
    assert.equal(gunzipSync(bytes).toString(), SCRIPT);
  }
  for (const accept of ['', 'br', 'gzip;q=0', 'identity']) {
    const { headers, bytes } = await site.ask(path, { 'Accept-Encoding': accept });
    assert.equal(headers['content-encoding'], undefined, accept);
    assert.equal(headers.vary, 'Accept-Encoding');
    assert.equal(bytes.toString(), SCRIPT);
  }
  for (const name of ['small.css', 'photo.png']) {
    const { headers } = await site.ask(`/assets/${name}`, { 'Accept-Encoding': 'gzip' });
    assert.equal(headers['content-encoding'], undefined, name);
  }
});

test('files in the browser’s cache are not sent again', async () => {
  for (const path of ['/', '/meetings', '/assets/index-a1B2_c3.js']) {
    const { headers } = await site.ask(path, BROWSER);
    const etag = headers.etag as string;
    for (const tag of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const answer = await site.ask(path, { ...BROWSER, 'If-None-Match': tag });
      assert.equal(answer.status, 304, `${path} ${tag}`);
      assert.equal(answer.bytes.length, 0);
      assert.equal(answer.headers.etag, etag);
      assert.equal(answer.headers['cache-control'], headers['cache-control']);
      assert.equal(answer.headers['content-encoding'], undefined);
    }
    for (const tag of ['"other"', '', etag.slice(0, -2), 'W/']) {
      assert.equal((await site.ask(path, { ...BROWSER, 'If-None-Match': tag })).status, 200, tag);
    }
  }
  const [one, two] = [await site.ask('/assets/small.css'), await site.ask('/assets/logo.svg')];
  assert.notEqual(one.headers.etag, two.headers.etag);
});

test('HEAD tells what GET would send', async () => {
  for (const path of ['/', '/meetings/7', '/assets/index-a1B2_c3.js']) {
    const headers = { ...BROWSER, 'Accept-Encoding': 'gzip' };
    const [get, head] = [await site.ask(path, headers), await site.ask(path, headers, 'HEAD')];
    assert.equal(head.status, 200, path);
    assert.equal(head.bytes.length, 0);
    for (const name of ['content-type', 'content-length', 'content-encoding', 'etag', 'cache-control']) {
      assert.equal(head.headers[name], get.headers[name], `${path} ${name}`);
    }
    assert.ok(get.bytes.length > 0);
  }
  assert.equal((await site.ask('/assets/none.js', {}, 'HEAD')).status, 404);
});

test('nothing but the assets’ own files can be read', async () => {
  for (const name of [
    ...['none.js', 'folder', 'folder/in.js', 'folder%2fin.js', '.hidden', '%2ehidden', '.', '..', '%2e%2e'],
    ...[
      '../secret.js',
      '../../secret.js',
      '..%2f..%2fsecret.js',
      '%2e%2e%2f%2e%2e%2fsecret.js',
      '..%5csecret.js',
    ],
    ...[
      '%2fetc%2fpasswd',
      '//etc/passwd',
      'small.css%00.js',
      'small.css/',
      'SMALL.CSS%20',
      `${'a'.repeat(300)}.js`,
      '',
    ],
    ...['../index.html', '..%2findex.html', 'small.css;x', 'index-a1B2_c3.js.gz'],
  ]) {
    for (const headers of [BROWSER, {}]) {
      const { status, headers: got, bytes } = await site.ask(`/assets/${name}`, headers);
      assert.ok([400, 404].includes(status), `${name}: ${status}`);
      assert.match(got['content-type'] as string, /^application\/json/);
      assert.ok(!/secret|root:|hidden/.test(bytes.toString()), name);
      assert.equal(got['cache-control'], 'no-store', 'that it is missing is not kept');
    }
  }
});

test('a build while the service runs is seen, and the assets of the old one are not asked of the disk again', async () => {
  const fresh = join(directory, 'later');
  const later = await open(fresh);
  const absent = await later.ask('/', BROWSER);
  assert.equal(absent.status, 200);
  assert.equal(absent.headers['content-type'], 'text/html; charset=utf-8');
  assert.match(absent.bytes.toString(), /npm run build-console/);
  assert.match(absent.bytes.toString(), /href="\/docs"/);
  assert.doesNotMatch(absent.bytes.toString(), /<script|https?:/);
  assert.match(absent.headers['content-security-policy'] as string, /^default-src 'none'/);
  assert.equal((await later.ask('/meetings', BROWSER)).status, 200);
  assertNothing(await later.ask('/assets/index.js'), 'no build');
  await mkdir(join(fresh, 'assets'), { recursive: true });
  await writeFile(join(fresh, 'index.html'), PAGE);
  await writeFile(join(fresh, 'assets', 'index.js'), 'one');
  assert.equal((await later.ask('/', BROWSER)).bytes.toString(), PAGE);
  assert.equal((await later.ask('/assets/index.js')).bytes.toString(), 'one');
  await rm(join(fresh, 'assets'), { recursive: true });
  assert.equal((await later.ask('/assets/index.js')).bytes.toString(), 'one');
  await later.close();
});

test('the service itself serves it, on the API’s address alone', async () => {
  for (const path of ['/', '/meetings']) {
    const page = await ask(service.apiUrl, path, BROWSER);
    assert.equal(page.status, 200, path);
    assert.match(page.bytes.toString(), /^<!doctype html>/i);
    assertNothing(await ask(service.receiverUrl, path, BROWSER), path);
  }
  assertNothing(await ask(service.receiverUrl, '/assets/small.css', BROWSER), 'receiver');
});
