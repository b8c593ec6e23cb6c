import assert from 'node:assert/strict';
import { request } from 'undici';
import { bodyOf, type LoadRequest } from './load.ts';

/** Returns the body of a response as it was transferred. @throws if the status is not 200 */
export async function fetchBytes(loaded: LoadRequest, id = ''): Promise<{ bytes: Buffer; isGzip: boolean }> {
  const { url, method, headers } = loaded;
  const response = await request(url, { method, headers, body: bodyOf(loaded, id) });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  assert.equal(response.statusCode, 200, `${url}: ${bytes.toString().slice(0, 400)}`);
  return { bytes, isGzip: response.headers['content-encoding'] === 'gzip' };
}
