import { EventEmitter } from 'node:events';

/** What a stream of zlib has inside, which no public function reaches: the one that works at once, and the lengths that it leaves. */
type ZlibStream = {
  _handle?: {
    reset?(): void;
    writeSync?(
      flush: number,
      input: Buffer,
      inputStart: number,
      inputLength: number,
      output: Buffer,
      outputStart: number,
      outputLength: number,
    ): void;
  } | null;
  _writeState?: Uint32Array;
};

/** The bytes that were neither read nor written. */
type Left = { input: number; output: number };

/**
 * A stream of zlib that is used for one input after the other. The functions of Node that work at once make a stream with its window
 * and tables for each call, which takes as long as deflating 40 kB or inflating 200 kB, and V8 collects its whole heap again and again for
 * what lies outside of it.
 */
export class ReusedZlib {
  readonly #open: () => unknown;
  readonly #flush: number;
  #stream: ZlibStream | undefined;

  /**
   * @param open makes a stream of `node:zlib`
   * @param flush of each input, a constant of zlib
   */
  constructor(open: () => unknown, flush: number) {
    this.#open = open;
    this.#flush = flush;
  }

  /** @returns undefined if this version of Node works otherwise: then its public functions have to be called */
  write(input: Buffer, inputLength: number, output: Buffer, outputLength: number): Left | undefined {
    this.#stream ??= this.#openStream();
    const { _handle: handle, _writeState: state } = this.#stream;
    if (!handle?.reset || !handle.writeSync || !state) return undefined;
    handle.reset();
    // An input that fails leaves what was there.
    state.fill(0);
    handle.writeSync(this.#flush, input, 0, inputLength, output, 0, outputLength);
    return { input: state[1]!, output: state[0]! };
  }

  #openStream(): ZlibStream {
    const stream = this.#open();
    // What a stream reports as an error is noticed by the lengths that it leaves.
    if (stream instanceof EventEmitter) stream.on('error', () => {});
    return stream as ZlibStream;
  }

  /** Begins with another stream, because this one has failed. */
  discard(): void {
    this.#stream = undefined;
  }
}

const MIN_BYTES = 64 * 1024;

/** Returns a buffer with space for that many bytes: the given one, or a larger one. */
export function withSpace(buffer: Buffer, bytes: number): Buffer {
  return buffer.length >= bytes
    ? buffer
    : Buffer.allocUnsafeSlow(Math.max(MIN_BYTES, 2 ** Math.ceil(Math.log2(bytes))));
}
