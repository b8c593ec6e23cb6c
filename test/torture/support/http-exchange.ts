import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { Address } from '../../../src/http/endpoint.ts';

/** A complete request, as it is transferred. */
export type WireRequest = {
  method: string;
  address: Address;
  /** The percent-encoded path and query. */
  target: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
};

export type WireAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** The decompressed body. */
  bytes: Buffer;
  /** The time from the first byte sent to the last one read. */
  ms: number;
};

/** The addresses of the service. */
export type Addresses = { apiUrl: string; receiverUrl: string };

const TIMEOUT_MS = 60_000;

/** Sends requests over keep-alive connections. The client does not add to, correct or refuse a request. */
export function createSender(at: Addresses, sockets = 16) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const urls = { api: new URL(at.apiUrl), receiver: new URL(at.receiverUrl) };

  function attempt({ method, address, target, headers, body }: WireRequest): Promise<WireAnswer> {
    const { hostname, port } = urls[address];
    const startedMs = performance.now();
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        { agent, hostname, port, method, path: target, headers, timeout: TIMEOUT_MS },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const bytes = Buffer.concat(chunks);
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              bytes: response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes,
              ms: performance.now() - startedMs,
            });
          });
        },
      );
      request.on('error', reject);
      request.on('timeout', () => request.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
      request.end(body);
    });
  }

  return {
    /** @throws if there is no response */
    async send(request: WireRequest): Promise<WireAnswer> {
      try {
        return await attempt(request);
      } catch (error) {
        // The service may close a kept connection at the moment of its next use.
        if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
        return attempt(request);
      }
    },
    close: () => agent.destroy(),
  };
}

export type Sender = ReturnType<typeof createSender>;

const MAX_SHOWN = 4000;
const MAX_SHOWN_HEADER = 300;

/** Returns the request in a form that can be sent by hand. */
export function showRequest({ method, address, target, headers, body }: WireRequest): string {
  const lines = [`${method} ${target} (${address})`];
  for (const [name, value] of Object.entries(headers))
    lines.push(`${name}: ${shortened(value, MAX_SHOWN_HEADER)}`);
  if (body !== undefined) {
    const text = typeof body === 'string' ? body : JSON.stringify(body.toString('latin1'));
    lines.push('', shortened(text, MAX_SHOWN));
  }
  return lines.join('\n');
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text;
}
