import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { exchange } from '../../http/raw-socket.ts';
import { meeting } from '../../support/meetings.ts';
import { startService, type TestService } from '../../support/service.ts';
import { INGEST, post } from './bodies.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

/** A request without a type, as far as the headers that frame its body. */
const bare = () => `POST ${INGEST} HTTP/1.1\r\nHost: parley\r\nX-API-Key: ${service.key}\r\n`;

test('a compressed body is 415, even one that would be small enough', async () => {
  const zipped = gzipSync(JSON.stringify({ meeting: meeting() }));
  for (const encoding of [
    'gzip',
    'GZIP',
    'br',
    'deflate',
    'zstd',
    'identity, gzip',
    'gzip, identity',
    'x',
    '*',
  ]) {
    const answer = await post(service, zipped, { 'Content-Encoding': encoding });
    assert.deepEqual(
      [answer.status, answer.body],
      [415, { error: 'The body must not be compressed; the only Content-Encoding accepted is identity' }],
      encoding,
    );
  }
  const plain = JSON.stringify({ meeting: meeting({ id: 'identity' }) });
  for (const encoding of ['identity', 'Identity']) {
    assert.equal((await post(service, plain, { 'Content-Encoding': encoding })).status, 200, encoding);
  }
});

test('JSON is taken in every spelling of its type, and checked alike', async () => {
  const right = JSON.stringify({ meeting: meeting({ id: 'type' }) });
  for (const type of [
    'application/json',
    'APPLICATION/JSON',
    'Application/Json',
    'application/json;',
    'application/json ;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/json; Charset=utf8',
    'application/json;\tcharset=utf-8',
    'application/json; profile="https://example.com/a"; version=1',
  ]) {
    const taken = await post(service, right, { 'Content-Type': type });
    assert.equal(taken.status, 200, `${type}: ${taken.text}`);
    const wrong = await post(service, '{"meeting": {}}', { 'Content-Type': type });
    assert.equal(wrong.status, 400, type);
  }
});

test('every other type, or none, is 415', async () => {
  const body = JSON.stringify({ meeting: meeting({ id: 'other-type' }) });
  for (const type of [
    '',
    ' ',
    ';',
    'json',
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/json5',
    'application/x-json',
    'xapplication/json',
    'application/problem+json',
    'application/ json',
    'application /json',
    'application/json charset=utf-8',
    'application/json, text/plain',
    'text/plain; application/json',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json; charset=',
    'application/json; charset=utf-8; charset=latin1',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ]) {
    const answer = await post(service, body, { 'Content-Type': type });
    assert.deepEqual(
      [answer.status, answer.body],
      [415, { error: 'The Content-Type must be application/json, in UTF-8' }],
      type,
    );
  }
  const none = await exchange(service.receiverUrl, `${bare()}Content-Length: ${body.length}\r\n\r\n${body}`);
  assert.deepEqual(none.statuses, [415]);
  const nothing = await exchange(service.receiverUrl, `${bare()}\r\n`);
  assert.deepEqual(nothing.statuses, [415]);
});

test('an empty body is 400', async () => {
  for (const framing of ['', 'Content-Length: 0\r\n', 'Transfer-Encoding: chunked\r\n']) {
    const start = `${bare()}Content-Type: application/json\r\n${framing}\r\n`;
    const end = framing.startsWith('T') ? '0\r\n\r\n' : '';
    const answer = await exchange(service.receiverUrl, start + end);
    assert.deepEqual(
      [answer.statuses, JSON.parse(answer.body)],
      [[400], { error: 'The body must be JSON: it ends too early or is empty' }],
      framing,
    );
  }
});

test('bytes that are not UTF-8 are 400, a byte order mark is passed over', async () => {
  const json = JSON.stringify({ meeting: meeting({ id: 'utf-8', title: 'Zoë' }) });
  const bad = [
    Buffer.from(json, 'latin1'),
    Buffer.from(json, 'utf16le'),
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(json, 'utf16le')]),
    ...['c0af', 'eda080', 'f4908080', 'e282', '80', 'f8a1a1a1a1'].map((hex) =>
      Buffer.concat([Buffer.from('{"x":"'), Buffer.from(hex, 'hex'), Buffer.from(`",${json.slice(1)}`)]),
    ),
  ];
  for (const bytes of bad) {
    const answer = await post(service, bytes);
    assert.equal(answer.status, 400, bytes.toString('hex', 0, 20));
    assert.match(answer.body.error, /^The body must be JSON/);
  }
  const withMark = await post(service, `\ufeff${json}`);
  assert.equal(withMark.status, 200);
  assert.equal((await service.client.get(`/v1/meetings/${withMark.body.meetingId}`)).body.title, 'Zoë');
  assert.equal((await post(service, `\ufeff\ufeff${json}`)).status, 400);
});
