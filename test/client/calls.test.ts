import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Client, createClient, ParleyError, unwrap } from '../../client/src/index.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let client: Client;
const paths: string[] = [];
before(async () => {
  service = await startService();
  const { apiUrl, receiverUrl, key } = service;
  const noted = (request: Request) => {
    paths.push(`${request.method} ${request.url}`);
    return fetch(request);
  };
  client = createClient({ baseUrl: `${apiUrl}//`, receiverUrl, apiKey: key, fetch: noted });
});
after(() => service.stop());

const at = (hour: number) => `2026-01-31T${String(hour).padStart(2, '0')}:00:00Z`;

function ingest(changes: Record<string, unknown> = {}) {
  const meeting = { title: 'Call', startTime: at(9), endTime: at(10), host: { email: 'ada@parley.example' } };
  return unwrap(client.POST('/v1/user-provided-meeting', { body: { meeting: { ...meeting, ...changes } } }));
}

test('a meeting goes in at the receiver and is read at the API by the id that the answer shows', async () => {
  const { meetingId, created } = await ingest({ id: 'first', attendees: [{ email: 'grace@acme.example' }] });
  assert.equal(created, true);
  assert.ok(paths.at(-1)!.startsWith(`POST ${service.receiverUrl}/`));
  const path = { id: meetingId };
  const one = await unwrap(client.GET('/v1/meetings/{id}', { params: { path } }));
  assert.equal(one.id, meetingId);
  assert.equal(one.host.email, 'ada@parley.example');
  assert.ok(paths.at(-1)!.startsWith(`GET ${service.apiUrl}/v1/`));
});

test('several values of a filter go as one, joined with commas', async () => {
  const title = 'Two guests';
  const attendees = [{ email: 'x+1@acme.example' }, { email: 'y@acme.example' }];
  const { meetingId } = await ingest({ title, attendees });
  const attendeeEmailAddresses = attendees.map(({ email }) => email);
  const query = { from: at(0), attendeeEmailAddresses };
  const page = await unwrap(client.GET('/v1/meetings', { params: { query } }));
  assert.deepEqual(
    page.meetings.map(({ id }) => id),
    [meetingId],
  );
});

test('items walks all pages in order, and a walk that is left asks for no more', async () => {
  const users = Array.from({ length: 7 }, (_, n) => ({
    email: `u${n}@acme.example`,
    licenseAdded: n % 2 === 0,
  }));
  await unwrap(client.PUT('/admin/v1/users', { body: { users } }));
  const emails: string[] = [];
  for await (const user of client.items('/v1/users', { params: { query: { pageSize: 2 } } }))
    emails.push(user.email);
  assert.deepEqual(
    emails,
    users.map(({ email }) => email),
  );

  const sizes: number[] = [];
  const query = { pageSize: 3, licenseAdded: true };
  for await (const page of client.pages('/v1/users', { params: { query } })) sizes.push(page.users.length);
  assert.deepEqual(sizes, [3, 1]);

  const before = paths.length;
  for await (const _ of client.items('/v1/users', { params: { query: { pageSize: 1 } } })) break;
  assert.equal(paths.length - before, 1);

  const late: string[] = [];
  const from = { pageSize: 2, pageNumber: 4 };
  for await (const user of client.items('/v1/users', { params: { query: from } })) late.push(user.email);
  assert.deepEqual(late, ['u6@acme.example']);
});

test('a list without a match is walked in one request', async () => {
  const before = paths.length;
  const query = { from: '2090-01-01T00:00:00Z' };
  for await (const meeting of client.items('/v1/meetings', { params: { query } })) assert.fail(meeting.id);
  assert.equal(paths.length - before, 1);
});

test('the audit log, which pages by `before`, is walked newest first without gaps', async () => {
  for (let n = 0; n < 5; n++) {
    const body = { name: `key ${n}`, scopes: ['users:read' as const] };
    await unwrap(client.POST('/admin/v1/keys', { body }));
  }
  const ids: number[] = [];
  for await (const one of client.items('/admin/v1/audit', { params: { query: { pageSize: 2 } } })) {
    ids.push(Number(one.id));
  }
  assert.ok(ids.length > 5, `${ids}`);
  assert.deepEqual(
    ids,
    [...new Set(ids)].sort((a, b) => b - a),
  );
});

test('a refusal is an error with status, message and the id under which the service logged it', async () => {
  const call = client.GET('/v1/meetings/{id}', { params: { path: { id: 999_999_999 } } });
  const { error, response } = await call;
  assert.deepEqual(error && Object.keys(error), ['error']);
  await assert.rejects(unwrap(call), (fault) => {
    assert.ok(fault instanceof ParleyError);
    assert.equal(fault.status, 404);
    assert.equal(fault.message, error!.error);
    assert.equal(fault.requestId, response.headers.get('x-request-id'));
    assert.ok(service.logged().includes(fault.requestId!));
    return true;
  });
  const stranger = createClient({ baseUrl: service.apiUrl });
  await assert.rejects(unwrap(stranger.GET('/v1/users')), { name: 'ParleyError', status: 401 });
  await assert.rejects(stranger.items('/v1/users').next(), { name: 'ParleyError', status: 401 });
});

test('a response without a body is undefined', async () => {
  const { meetingId } = await ingest({ title: 'To delete' });
  const gone = await unwrap(client.DELETE('/v1/meetings/{id}', { params: { path: { id: meetingId } } }));
  assert.equal(gone, undefined);
});

test('bytes go out as they are: from memory, from a file, from a stream', async () => {
  const { meetingId } = await ingest({ title: 'Recorded' });
  const params = { path: { id: meetingId } };
  const bytes = new Uint8Array([0x49, 0x44, 0x33, 0, 255, 128]);
  const put = (body: Blob | Uint8Array<ArrayBuffer> | ReadableStream, headers?: Record<string, string>) =>
    unwrap(client.PUT('/v1/meetings/{id}/recording', { params, body, ...(headers ? { headers } : {}) }));
  const type = { 'Content-Type': 'audio/mpeg' };
  const expected = { meetingId, bytes: bytes.length, contentType: 'audio/mpeg' };
  assert.deepEqual(await put(new Blob([bytes], { type: 'audio/mpeg' })), expected);
  assert.deepEqual(await put(bytes, type), expected);
  assert.deepEqual(await put(new Blob([bytes]).stream(), type), expected);
  assert.equal((await put(bytes)).contentType, 'application/octet-stream');
});

test('text that is a file goes out as it is, even if it is JSON', async () => {
  const params = { query: { fileName: 'one.vtt', startTime: at(9), hostEmail: 'ada@parley.example' } };
  const vtt = 'WEBVTT\n\n00:01.000 --> 00:03.000\nHello\n';
  const imported = await unwrap(client.POST('/v1/meetings/import', { params, body: vtt }));
  assert.deepEqual([imported.format, imported.entries], ['WebVTT', 1]);
  const title = 'From a file';
  const host = { email: 'ada@parley.example' };
  const body = JSON.stringify({ meeting: { title, startTime: at(9), endTime: at(10), host } });
  const asJson = { params: { query: { fileName: 'one.json' } }, body };
  const named = { ...asJson, headers: { 'Content-Type': 'application/json' } };
  for (const init of [asJson, named]) {
    assert.equal((await unwrap(client.POST('/v1/meetings/import', init))).title, title);
  }
  const lines = await unwrap(
    client.POST('/v1/user-provided-meetings', { body: `${body}\n${body}\n`, parseAs: 'text' }),
  );
  assert.equal(`${lines}`.match(/"meetingId"/g)?.length, 2);
});

test('the receiver’s operations ask for its address', async () => {
  const half = createClient({ baseUrl: service.apiUrl, apiKey: service.key });
  await assert.rejects(half.POST('/v1/user-provided-email', { body: {} as never }), {
    name: 'TypeError',
    message: /receiverUrl/,
  });
});

test('a response that is not JSON is reported as such', async () => {
  const odd = createClient({
    baseUrl: 'http://127.0.0.1:1',
    fetch: async () => new Response('<html>', { headers: { 'X-Request-Id': 'proxy-1' } }),
  });
  await assert.rejects(odd.GET('/v1/users'), {
    name: 'ParleyError',
    status: 200,
    requestId: 'proxy-1',
    message: 'GET /v1/users was answered with 200, but not with JSON',
  });
});

test('a browser’s cookies go along as `credentials` says', async () => {
  const sent: string[] = [];
  const noted = async (request: Request) => {
    sent.push(request.credentials);
    return Response.json({ users: [], pageCount: 0 });
  };
  for (const credentials of ['include', 'omit'] as const) {
    await createClient({ baseUrl: service.apiUrl, credentials, fetch: noted }).GET('/v1/users');
  }
  assert.deepEqual(sent, ['include', 'omit']);
});
