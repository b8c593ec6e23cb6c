import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { GuardedFetchError } from '../../src/lib/guarded-fetch/errors.ts';
import { fetchGuarded } from '../../src/lib/guarded-fetch/fetch-guarded.ts';
import { selfSigned } from './certificate.ts';
import { collect, optionsWith } from './servers.ts';

const resolve = async () => ['127.0.0.1'];

test('TLS is spoken with the name of the URL, to the address that was checked', async (t) => {
  const { port, trust } = await tlsServer(t, 'files.example.com');
  trust();
  const { bytes } = await fetchGuarded(`https://files.example.com:${port}/`, optionsWith({ resolve }));
  assert.equal((await collect(bytes)).toString(), 'asked for files.example.com');
});

test('a certificate of another name, or one that nobody vouches for, is refused', async (t) => {
  const { port, trust } = await tlsServer(t, 'files.example.com');
  const untrusted = await failureOf(`https://files.example.com:${port}/`);
  assert.match(
    untrusted.message,
    /^files\.example\.com:\d+ has no valid TLS certificate \(\w*SELF_SIGNED\w*\)$/,
  );
  trust();
  const misnamed = await failureOf(`https://other.example.com:${port}/`);
  assert.match(misnamed.message, /has no valid TLS certificate \(ERR_TLS_CERT_ALTNAME_INVALID\)$/);
  const byAddress = await failureOf(`https://127.0.0.1:${port}/`);
  assert.match(byAddress.message, /has no valid TLS certificate \(ERR_TLS_CERT_ALTNAME_INVALID\)$/);
});

async function failureOf(url: string): Promise<GuardedFetchError> {
  const error = await fetchGuarded(url, optionsWith({ resolve })).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof GuardedFetchError);
  assert.equal(error.reason, 'connection failed');
  return error;
}

async function tlsServer(t: TestContext, hostName: string): Promise<{ port: number; trust: () => void }> {
  const pair = selfSigned(hostName);
  const server = createServer(pair, (request, response) =>
    response.end(`asked for ${(request.socket as TLSSocket & { servername: string }).servername}`),
  );
  server.on('tlsClientError', () => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const before = getCACertificates();
  t.after(() => {
    setDefaultCACertificates(before);
    server.close();
    server.closeAllConnections();
  });
  const trust = () => setDefaultCACertificates([...before, pair.cert]);
  return { port: (server.address() as AddressInfo).port, trust };
}
