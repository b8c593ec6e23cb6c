/**
 * Fetches a URL into a store and prints what that added to the memory of its process, as JSON. Run by
 * memory.test.ts; by hand with larger recordings: `node test/blobs/copy-recording.ts <url> <directory | s3://…>`.
 */
import { parseBlobUrl } from '../../src/blobs/blob-url.ts';
import { createFileStore } from '../../src/blobs/files.ts';
import { createS3Store } from '../../src/blobs/s3.ts';
import { parseNetwork } from '../../src/lib/guarded-fetch/addresses.ts';
import { fetchGuarded } from '../../src/lib/guarded-fetch/fetch-guarded.ts';
import { keyRing } from './stores.ts';

const LIMITS = {
  allow: [parseNetwork('127.0.0.0/8')!],
  maxBytes: 2 ** 31,
  headersTimeoutMs: 10_000,
  idleTimeoutMs: 10_000,
  totalTimeoutMs: 600_000,
};

const [url = '', target = ''] = process.argv.slice(2);
const store = target.startsWith('s3:')
  ? await createS3Store(parseBlobUrl(target) as Parameters<typeof createS3Store>[0])
  : createFileStore({ directory: target, publicUrl: '', signer: keyRing() });
await copy('org/1/meeting/1/small', '?bytes=1000000');

const baseRssBytes = process.memoryUsage.rss();
let peakRssBytes = baseRssBytes;
const sampler = setInterval(() => {
  peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss());
}, 5);
const startMs = performance.now();
const { bytes } = await copy('org/1/meeting/1/large', '');
clearInterval(sampler);
const addedMiB = (peakRssBytes - baseRssBytes) / 2 ** 20;
const seconds = (performance.now() - startMs) / 1000;
process.stdout.write(`${JSON.stringify({ bytes, baseMiB: baseRssBytes / 2 ** 20, addedMiB, seconds })}\n`);

async function copy(key: string, query: string): Promise<{ bytes: number }> {
  const answer = await fetchGuarded(url + query, LIMITS);
  return await store.put(key, answer.bytes, { contentType: 'audio/wav' });
}
