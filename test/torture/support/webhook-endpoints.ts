import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seededRandom } from '../../support/random.ts';
import { isSignedBy, verifyHmac } from '../../support/webhook-receiver.ts';

export type Signing = 'hmac' | 'ed25519';

/** The ways in which a receiver answers: always well; 30 % badly, in several ways; never; or not at all, as if it were switched off. */
export type Mood = 'well' | 'flaky' | 'hangs' | 'dead';

/** The part of the messages that a flaky receiver does not accept. */
const FLAKY = 0.3;

/** A receiver of one webhook. */
export type Endpoint = {
  path: string;
  signing: Signing;
  mood: Mood;
  /** The secrets or public keys, the oldest first. Within a day of rotations the oldest one verifies every message. */
  keys: string[];
  /** The place of the first arrival, and of the first acceptance, of each change, among all arrivals. */
  arrivedAt: Map<string, number>;
  acceptedAt: Map<string, number>;
  /** The message id of each change. */
  ids: Map<string, string>;
  arrivals: number;
  refused: number;
  unverified: number;
  /** Messages whose id was another one at an earlier attempt. */
  renamed: number;
  /** Messages that the newest of several keys has signed. */
  byNewKey: number;
  waiting: Set<ServerResponse>;
  random: () => number;
};

/** Receivers on one port of loopback, which verify each message as it arrives. */
export async function startEndpoints(
  wanted: readonly Pick<Endpoint, 'path' | 'signing' | 'mood'>[],
  seed: number,
) {
  const endpoints = wanted.map(
    (one, index): Endpoint => ({
      ...one,
      keys: [],
      arrivedAt: new Map(),
      acceptedAt: new Map(),
      ids: new Map(),
      ...{ arrivals: 0, refused: 0, unverified: 0, renamed: 0, byNewKey: 0 },
      waiting: new Set(),
      random: seededRandom(seed + index),
    }),
  );
  const byPath = new Map(endpoints.map((one) => [one.path, one]));
  let clock = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const endpoint = byPath.get(request.url!)!;
      take(endpoint, request.headers, Buffer.concat(chunks).toString(), response, ++clock);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoints,
    url: ({ path }: Pick<Endpoint, 'path'>) => `http://127.0.0.1:${port}${path}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Lets a receiver accept everything from now on; connections on which it did not answer break. */
export function heal(endpoint: Endpoint): void {
  endpoint.mood = 'well';
  for (const response of endpoint.waiting) response.destroy();
  endpoint.waiting.clear();
}

function take(
  endpoint: Endpoint,
  headers: IncomingHttpHeaders,
  text: string,
  response: ServerResponse,
  at: number,
): void {
  const { position } = (JSON.parse(text) as { data: { position: string } }).data;
  const id = String(headers['webhook-id']);
  endpoint.arrivals++;
  if (!endpoint.arrivedAt.has(position)) endpoint.arrivedAt.set(position, at);
  if ((endpoint.ids.get(position) ?? id) !== id) endpoint.renamed++;
  endpoint.ids.set(position, id);
  const fits = (key: string) => isGenuine(endpoint.signing, key, { headers, text });
  if (!fits(endpoint.keys[0]!)) endpoint.unverified++;
  if (endpoint.keys.length > 1 && fits(endpoint.keys.at(-1)!)) endpoint.byNewKey++;
  const isAccepted = answer(endpoint, response);
  if (!isAccepted) endpoint.refused++;
  else if (!endpoint.acceptedAt.has(position)) endpoint.acceptedAt.set(position, at);
}

function isGenuine(
  signing: Signing,
  key: string,
  message: { headers: IncomingHttpHeaders; text: string },
): boolean {
  if (signing === 'ed25519') return isSignedBy(key, message);
  try {
    verifyHmac(key, message);
    return true;
  } catch {
    return false;
  }
}

/** @returns whether the message was accepted */
function answer({ mood, random, waiting }: Endpoint, response: ServerResponse): boolean {
  if (mood === 'hangs') {
    waiting.add(response);
    response.on('close', () => waiting.delete(response));
    return false;
  }
  if (mood === 'dead' || (mood === 'flaky' && random() < FLAKY)) {
    const chance = mood === 'dead' ? 0 : random();
    if (chance < 0.2) response.destroy();
    else if (chance < 0.4)
      response.writeHead(200, { 'Content-Length': '10' }).write('cut', () => response.destroy());
    else response.writeHead(chance < 0.7 ? 500 : 503).end('not now');
    return false;
  }
  response.writeHead(204).end();
  return true;
}
