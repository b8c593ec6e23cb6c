import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestService } from '../support/service.ts';

const PAGES = ['/docs', '/docs/start.js', '/docs/reference.js', '/docs/scalar.js', '/docs/reference.css'];
const MAX_SCRIPT_BYTES = 500_000;

let service: TestService;
before(async () => {
  service = await startService({ receiverPublicUrl: 'https://in.example/base' });
});
after(() => service.stop());

const get = (path: string) => service.as(undefined).get(path);

test('the page loads nothing but from its own address, and runs nothing inline', async () => {
  const page = await get('/docs');
  assert.equal(page.status, 200);
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(page.text, /^<!doctype html>/);
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)].map((found) => found[1]!);
  assert.ok(loaded.length >= 4);
  for (const url of loaded) assert.match(url, /^(?:\/docs\/[\w.]+|data:,)$/);
  assert.doesNotMatch(page.text, /https?:|\/\/|<style|\son\w+=|<script(?! src=)/);
  for (const file of loaded.filter((url) => url.startsWith('/'))) {
    const answer = await get(file);
    assert.equal(answer.status, 200, file);
    const type = file.endsWith('.css') ? 'text/css' : 'text/javascript';
    assert.equal(answer.headers.get('content-type'), `${type}; charset=utf-8`);
    assert.ok(answer.text.length > 100);
  }
});

test('its policy lets no foreign script run and no foreign address be reached but the receiver’s', async () => {
  const policy = (await get('/docs')).headers.get('content-security-policy')!;
  const directives = new Map(
    policy.split(';').map((one) => {
      const [name, ...sources] = one.trim().split(' ');
      return [name!, sources];
    }),
  );
  assert.deepEqual(directives.get('default-src'), ["'none'"]);
  assert.deepEqual(directives.get('script-src'), ["'self'"]);
  assert.deepEqual(directives.get('connect-src'), ["'self'", 'https://in.example']);
  assert.deepEqual(directives.get('base-uri'), ["'none'"]);
  assert.deepEqual(directives.get('frame-ancestors'), ["'none'"]);
  for (const [name, sources] of directives) {
    for (const source of sources) {
      assert.match(source, /^(?:'none'|'self'|'unsafe-inline'|data:|https:\/\/in\.example)$/, name);
      if (source === "'unsafe-inline'") assert.equal(name, 'style-src');
    }
  }
});

test('the pages start on this installation’s own document, which no service of others is to check', async () => {
  const start = (await get('/docs/start.js')).text;
  const given: Record<string, unknown>[] = [];
  const classes = new Set<string>();
  const preference = { matches: true, addEventListener: () => {} };
  const root = { classList: { toggle: (name: string, on: boolean) => on && classes.add(name) } };
  new Function('SwaggerUIBundle', 'matchMedia', 'document', start)(
    (settings: Record<string, unknown>) => given.push(settings),
    () => preference,
    { documentElement: root },
  );
  const [settings] = given;
  assert.match((await get('/docs')).text, new RegExp(`id="${String(settings!.dom_id).slice(1)}"`));
  assert.equal(settings!.url, '/openapi.json');
  assert.equal((await get('/openapi.json')).status, 200);
  assert.equal(settings!.validatorUrl, null);
  assert.deepEqual([...classes], ['dark-mode']);
  assert.doesNotMatch(start, /https?:/);
});

test('the script costs a client without a key less than 500 kB, at its present and its earlier path', async () => {
  for (const path of ['/docs/reference.js', '/docs/scalar.js']) {
    const answer = await fetch(service.apiUrl + path, { headers: { 'Accept-Encoding': 'gzip' } });
    assert.equal(answer.headers.get('content-encoding'), 'gzip');
    assert.ok(Number(answer.headers.get('content-length')) < MAX_SCRIPT_BYTES, path);
    await answer.body?.cancel();
  }
});

test('pages, scripts and the document are sent once to those who keep them', async () => {
  for (const path of [...PAGES, '/openapi.json']) {
    const { headers } = await get(path);
    const etag = headers.get('etag')!;
    assert.match(etag, /^W\/"[\w-]+"$/, path);
    assert.match(headers.get('cache-control')!, /^(?:no-cache|public, max-age=3600)$/);
    assert.equal(headers.get('vary'), 'Accept-Encoding');
    for (const tags of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
      const asked = { headers: { 'If-None-Match': tags } };
      const answer = await service.as(undefined).get(path, undefined, asked);
      assert.deepEqual([answer.status, answer.text, answer.headers.get('etag')], [304, '', etag], path);
      assert.equal(answer.headers.get('vary'), 'Accept-Encoding');
    }
    const other = { headers: { 'If-None-Match': 'W/"other"' } };
    assert.equal((await service.as(undefined).get(path, undefined, other)).status, 200);
    const head = await fetch(service.apiUrl + path, { method: 'HEAD' });
    assert.deepEqual([head.status, await head.text(), head.headers.get('etag')], [200, '', etag]);
    assert.ok(Number(head.headers.get('content-length')) > 100);
  }
});
