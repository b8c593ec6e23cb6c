import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { GuardedFetchError, translateError } from './errors.ts';
import type { GuardedFetchOptions, HopResponse } from './types.ts';
import type { Watch } from './watch.ts';

/** Asked for identity, some stores send what they were once given; it is undone here. */
const DECODERS = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
]);

/**
 * The content of an answer, decoded, within its limits.
 *
 * @param end called when nothing more is read, with whether the answer was read to its end
 * @throws GuardedFetchError at once where the headers show that it cannot be taken
 */
export function readContent(
  answer: HopResponse,
  options: GuardedFetchOptions,
  watch: Watch,
  end: (isWhole: boolean) => void,
): AsyncIterable<Uint8Array> {
  const { headers } = answer.response;
  const { place } = answer.hop;
  const tooLarge = new GuardedFetchError('too large', `${place} sends more than ${options.maxBytes} bytes`);
  // An answer to HEAD has the headers of what it does not send.
  const isHead = answer.hop.method === 'HEAD';
  if (!isHead && Number(headers['content-length'] ?? 0) > options.maxBytes) throw tooLarge;
  const coding = String(headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase();
  const decoder = isHead ? undefined : DECODERS.get(coding);
  if (!DECODERS.has(coding) && coding !== 'identity' && coding !== '') {
    throw new GuardedFetchError(
      'bad response',
      `${place} sends a Content-Encoding that Parley does not read`,
    );
  }
  async function* read(): AsyncGenerator<Uint8Array> {
    let isWhole = false;
    try {
      const raw = capped(received(answer, options.idleTimeoutMs, watch), options.maxBytes, tooLarge);
      yield* decoder ? capped(decoded(raw, decoder()), options.maxBytes, tooLarge) : raw;
      isWhole = true;
    } catch (error) {
      const stopped = watch.stopped();
      throw stopped ? stopped.error : translateError(error, place, 'body');
    } finally {
      end(isWhole);
    }
  }
  return read();
}

/** Yields the bytes as they are received. The clock runs only while we wait for the server, not while our caller works. */
async function* received(
  answer: HopResponse,
  idleTimeoutMs: number,
  watch: Watch,
): AsyncGenerator<Uint8Array> {
  const { response, hop } = answer;
  const wait = () => watch.limit(idleTimeoutMs, `${hop.place} sent nothing for ${idleTimeoutMs / 1000} s`);
  let endLimit = wait();
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    endLimit();
    yield chunk;
    endLimit = wait();
  }
  endLimit();
  const { headers } = response;
  const endsWithConnection = !headers['content-length'] && !headers['transfer-encoding'];
  if (endsWithConnection && answer.isBroken()) {
    throw new GuardedFetchError('truncated', `${hop.place} broke off before all of its content was there`);
  }
}

async function* capped(
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLarge: GuardedFetchError,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge;
    yield chunk;
  }
}

function decoded(content: AsyncIterable<Uint8Array>, decoder: Transform): AsyncIterable<Uint8Array> {
  // Errors reach the reader through the decoder, which pipeline destroys with them.
  return pipeline(Readable.from(content), decoder, () => {});
}
