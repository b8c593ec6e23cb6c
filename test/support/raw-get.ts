import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

/**
 * Starts a GET and stops after its headers: the body is read when the test reads it. Nothing is decoded.
 * @param accept the Accept-Encoding header, if one is sent
 */
export function openGet(url: string, path: string, key: string, accept?: string): Promise<IncomingMessage> {
  const headers = { 'X-API-Key': key, ...(accept === undefined ? {} : { 'Accept-Encoding': accept }) };
  return new Promise((resolve, reject) => {
    // The request has its own connection, because one that stalls or is closed must not be reused.
    get(url + path, { headers, agent: false }, resolve).once('error', reject);
  });
}

/** Reads a body to its end, or to the point of its interruption. */
export async function readAll(response: IncomingMessage): Promise<{ bytes: Buffer; whole: boolean }> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response) chunks.push(chunk);
  } catch {
    // The connection broke; the bytes up to then count.
  }
  return { bytes: Buffer.concat(chunks), whole: response.complete };
}

/** GETs the bytes of a response as they are on the wire. */
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
