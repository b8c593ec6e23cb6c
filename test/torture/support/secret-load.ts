import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints } from '../../../src/endpoints/index.ts';
import { plausibleRequest, send } from '../../http/plausible-request.ts';
import { createClient, type TestAnswer, type TestClient } from '../../support/client.ts';

/** All secrets that were created or configured, by kind. */
export type Secrets = Map<string, Set<string>>;

export function keep(secrets: Secrets, kind: string, secret: string): string {
  secrets.set(kind, (secrets.get(kind) ?? new Set()).add(secret));
  return secret;
}

/** Starts a server that refuses every request with a response that contains the whole request. */
export async function startEcho(): Promise<{ url: string; asked(): number; close(): void }> {
  let asked = 0;
  const server = createServer(async (request, response) => {
    asked++;
    let body = '';
    for await (const chunk of request) body += chunk;
    const said = JSON.stringify({ url: request.url, headers: request.headers, body: body.slice(0, 10_000) });
    const isS3 = request.headers.authorization?.startsWith('AWS4') ?? false;
    const xml = `<Error><Code>SignatureDoesNotMatch</Code><Message>${said.replaceAll('<', '&lt;').replaceAll('&', '&amp;')}</Message></Error>`;
    response.writeHead(403, { 'Content-Type': isS3 ? 'application/xml' : 'application/json' });
    response.end(isS3 ? xml : `{"error":{"message":${JSON.stringify(said)}}}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Records the secrets in a response. */
function noteSecrets(secrets: Secrets, { text, headers }: TestAnswer): void {
  for (const [key] of text.matchAll(/parley_[0-9A-Za-z]{38}/g)) {
    // The keys in the document's examples are not valid.
    if (!key.startsWith('parley_EXAMPLE')) keep(secrets, 'API keys', key);
  }
  for (const [, signature] of text.matchAll(/[&?]signature=([0-9a-f]{64})/g))
    keep(secrets, 'download URLs', signature!);
  const cookie = /parley_session=([^;]{20,})/.exec(headers.get('set-cookie') ?? '')?.[1];
  if (cookie) keep(secrets, 'session cookies', cookie);
}

/**
 * Calls every operation with its examples, with a valid key, a session, an invalid key and none, and with broken bodies
 * that contain a key or a cookie in the wrong place.
 * @returns the numbers of responses by status
 */
export async function callEverything(
  at: { apiUrl: string; receiverUrl: string },
  key: string,
  secrets: Secrets,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const note = (answer: TestAnswer) => {
    noteSecrets(secrets, answer);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    return answer;
  };
  const as = (one: string | undefined): TestClient => createClient({ ...at, key: one });
  const signIn = async () => {
    const answer = note(await as(undefined).post('/admin/v1/session', { key }));
    return { Cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0]!, Origin: at.apiUrl };
  };
  const session = await signIn();
  for (const endpoint of endpoints) {
    const request = plausibleRequest(endpoint);
    note(await send(as(key), request));
    note(await send(as(undefined), request, session));
    note(await send(as(undefined), request));
    note(await send(as(`${key.slice(0, -1)}_`), request));
    note(await send(as(undefined), request, { Authorization: `Bearer ${key}` }));
    note(await send(as(key), { ...request, query: { ...request.query, key } }));
    if (!endpoint.body) continue;
    const broken = JSON.stringify({ key, session: session.Cookie }).slice(0, -1);
    const { method, address, path } = request;
    const headers = { 'Content-Type': 'application/json' };
    note(await as(key).send(method, address, path, { headers, raw: broken }));
    note(
      await as(key).send(method, address, path, {
        headers,
        raw: JSON.stringify({ [key]: key, name: { key } }),
      }),
    );
  }
  // The key is sent in place of its id, as by mistake in a revocation.
  note(await as(key).send('DELETE', 'api', `/admin/v1/keys/${key}`));
  note(await as(key).send('GET', 'api', `/v1/meetings/${key}/${key}`));
  note(await as(undefined).send('DELETE', 'api', '/admin/v1/session', { headers: await signIn() }));
  return statuses;
}
