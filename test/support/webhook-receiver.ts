import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A message as the receiver got it. */
export type Received = {
  path: string;
  headers: IncomingHttpHeaders;
  /** The bytes of the body as text. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
  atMs: number;
};

export type WebhookReceiver = {
  url(path?: string): string;
  received: Received[];
  /** Decides the answer of each request from now on; by default 204. */
  answerBy(answer: (received: Received, response: ServerResponse) => void): void;
  server: Server;
  close(): void;
};

/** Starts a receiver of webhooks on loopback, which keeps what it is sent. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  let answer: (received: Received, response: ServerResponse) => void = (_received, response) =>
    void response.writeHead(204).end();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { url: path = '', headers } = request;
      const one = { path, headers, text, body: JSON.parse(text), atMs: Date.now() };
      received.push(one);
      answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path = '/hook') => `http://127.0.0.1:${port}${path}`,
    received,
    answerBy(given) {
      answer = given;
    },
    server,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Signed = Pick<Received, 'headers' | 'text'>;

/** Verifies an HMAC signature with the library of the specification. @throws if no signature fits */
export function verifyHmac(secret: string, { headers, text }: Signed): void {
  new Webhook(secret).verify(text, headers as Record<string, string>);
}

/** Tells whether one of the signatures `v1a` fits a public key, by node:crypto alone. */
export function isSignedBy(publicKey: string, { headers, text }: Signed): boolean {
  assert.match(publicKey, /^whpk_/);
  const x = Buffer.from(publicKey.slice('whpk_'.length), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => {
      const [version, signature] = one.split(',') as [string, string];
      return version === 'v1a' && verify(null, Buffer.from(content), key, Buffer.from(signature, 'base64'));
    });
}
