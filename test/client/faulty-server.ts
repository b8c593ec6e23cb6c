import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server received it. */
export type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string; atMs: number };

/** The server's treatment of one request. */
export type Step = (response: ServerResponse, seen: Seen) => void;

/** An answer with JSON. */
export const answers =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): Step =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

/** The connection ends without an answer. */
export const hangsUp: Step = (response) => void response.socket?.destroy();

/** Nothing ever comes. */
export const staysSilent: Step = () => {};

/** The answer begins, and its end never comes. */
export const stalls: Step = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
  response.write('{"users":[');
};

/** The answer begins, and the connection ends in the middle of it. */
export const breaksOff: Step = (response, seen) => {
  stalls(response, seen);
  setTimeout(() => response.socket?.destroy(), 20);
};

export type FaultyServer = {
  url: string;
  seen: Seen[];
  close(): Promise<void>;
};

/** A local server that treats the first request by the first step, and so on; the last step stays. */
export async function startFaultyServer(...steps: Step[]): Promise<FaultyServer> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const atMs = performance.now();
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers, body, atMs });
    const step = steps[Math.min(seen.length, steps.length) - 1]!;
    step(response, seen.at(-1)!);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
