import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createZstdCompress,
  gzip,
  gzipSync,
  zstdCompress,
} from 'node:zlib';

/** A content encoding of answers. Stored transcripts are deflated, so only gzip has them without compressing anything. */
export type ContentEncoding = 'gzip' | 'zstd' | 'br';

/** The levels at which 620 kB of JSON take about as long as inflating them does: 2 and 3 ms. */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

const [gzipAside, zstdAside, brotliAside] = [
  promisify(gzip),
  promisify(zstdCompress),
  promisify(brotliCompress),
];

/** Clients send few different headers, and each of their requests is asked twice. */
const known = new Map<string, ContentEncoding | undefined>();
const MAX_KNOWN = 100;

/**
 * Returns the encoding that an answer is sent in, by the Accept-Encoding of its request: gzip if the header names it or has `*`,
 * otherwise zstd or br if the header names them. A weight of 0 refuses an encoding; other weights do not matter.
 * @returns undefined for an answer that is not encoded
 */
export function chooseEncoding(acceptEncoding: string | string[] | undefined): ContentEncoding | undefined {
  if (typeof acceptEncoding !== 'string' || acceptEncoding.length > 1000) return undefined;
  if (known.has(acceptEncoding)) return known.get(acceptEncoding);
  const isAccepted = new Map<string, boolean>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((one) => one.trim());
    const isRefused = parameters.some((one) => /^q=0(?:\.0*)?$/.test(one));
    isAccepted.set(name === 'x-gzip' ? 'gzip' : name!, !isRefused);
  }
  const takesGzip = isAccepted.get('gzip') ?? isAccepted.get('*');
  const chosen = takesGzip ? 'gzip' : (['zstd', 'br'] as const).find((one) => isAccepted.get(one));
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(acceptEncoding, chosen);
  return chosen;
}

/**
 * Short answers are compressed at once, because to hand them to another thread takes the event loop as long. A window of 8 kB finds nearly
 * all that is repeated in them, and zlib takes 80 kB of memory for it instead of 268, which the system would have to give each time: 6 kB take
 * 0.08 instead of 0.24 ms of CPU.
 */
const SHORT_BYTES = 16 * 1024;
const SHORT_GZIP = { windowBits: 13, memLevel: 6 };

/** Compresses long answers on another thread. */
export async function compress(bytes: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  if (encoding === 'gzip') {
    return bytes.length <= SHORT_BYTES ? gzipSync(bytes, SHORT_GZIP) : gzipAside(bytes);
  }
  return encoding === 'zstd' ? zstdAside(bytes, ZSTD) : brotliAside(bytes, BROTLI);
}

/** Compresses chunks as they come. */
export function compressChunks(
  chunks: AsyncGenerator<Buffer>,
  encoding: 'zstd' | 'br',
): AsyncGenerator<Buffer> {
  const compressor = encoding === 'zstd' ? createZstdCompress(ZSTD) : createBrotliCompress(BROTLI);
  return Readable.from(chunks, { objectMode: false }).compose(compressor)[Symbol.asyncIterator]();
}
