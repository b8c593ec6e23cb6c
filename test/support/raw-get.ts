import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

/**
 * Starts a GET and stops at its headers: the body is read when the test reads it. Nothing is decoded.
 * @param accept the Accept-Encoding header, where one is sent
 */
export function openGet(url: string, path: string, key: string, accept?: string): Promise<IncomingMessage> {
  const headers = { 'X-API-Key': key, ...(accept === undefined ? {} : { 'Accept-Encoding': accept }) };
  return new Promise((resolve, reject) => {
    // A connection of its own: a reader that stalls or leaves must not be given to the next.
    get(url + path, { headers, agent: false }, resolve).once('error', reject);
  });
}

/** Reads a body to its end, or to where it breaks off. */
export async function readAll(response: IncomingMessage): Promise<{ bytes: Buffer; whole: boolean }> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response) chunks.push(chunk);
  } catch {
    // It broke off: what came counts.
  }
  return { bytes: Buffer.concat(chunks), whole: response.complete };
}

/** GETs the bytes of an answer as they are on the wire. */
export async function rawGet(
  url: string,
  path: string,
  key: string,
  accept?: string,
): Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }> {
  const response = await openGet(url, path, key, accept);
  const { bytes, whole } = await readAll(response);
  if (!whole) throw new Error(`${path} broke off after ${bytes.length} bytes`);
  return { headers: response.headers, bytes };
}
