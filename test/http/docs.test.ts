import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestService } from '../support/service.ts';

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
  assert.ok(loaded.length >= 2);
  for (const url of loaded) assert.match(url, /^(?:\/docs\/[\w.]+|data:,)$/);
  assert.doesNotMatch(page.text, /https?:|\/\/|<style|\son\w+=|<script(?! src=)/);
  for (const script of loaded.filter((url) => url.startsWith('/'))) {
    const answer = await get(script);
    assert.equal(answer.status, 200, script);
    assert.match(answer.headers.get('content-type')!, /^text\/javascript/);
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

test('the pages start on this installation’s own document, without telemetry, fonts or services of others', async () => {
  const start = (await get('/docs/start.js')).text;
  const given: unknown[] = [];
  new Function('Scalar', start)({ createApiReference: (...args: unknown[]) => given.push(...args) });
  const [selector, settings] = given as [string, Record<string, unknown>];
  assert.match((await get('/docs')).text, new RegExp(`id="${selector.slice(1)}"`));
  assert.equal(settings.url, '/openapi.json');
  assert.equal((await get('/openapi.json')).status, 200);
  const { withDefaultFonts, telemetry, hideClientButton, agent, mcp, showDeveloperTools } = settings;
  assert.deepEqual(
    { withDefaultFonts, telemetry, hideClientButton, agent, mcp, showDeveloperTools },
    {
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
    },
  );
  assert.doesNotMatch(start, /https?:/);
});

test('pages, scripts and the document are sent once to those who keep them', async () => {
  for (const path of ['/docs', '/docs/start.js', '/docs/scalar.js', '/openapi.json']) {
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
