import { constants, createInflateRaw } from 'node:zlib';
import { type DeflatedPiece, inflatePiece } from './gzip-pieces.ts';

/**
 * Inflates pieces one after the other into the same memory. `inflateRawSync` makes a stream, a window and a buffer for each piece, which
 * takes longer than inflating 100 kB, and V8 collects its whole heap again and again for what lies outside of it.
 */
export type ReusedInflater = {
  /** Returns the content of a piece, which is valid until the next call. */
  inflate(piece: Inflatable): Buffer;
};

type Inflatable = Pick<DeflatedPiece, 'deflated' | 'rawLength'>;

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

/** Larger pieces, which earlier versions stored, are inflated into memory of their own. */
const MAX_KEPT_BYTES = 1024 * 1024;

const MIN_BYTES = 64 * 1024;

/** @param open makes the stream; only tests set it */
export function createReusedInflater(open: () => unknown = openStream): ReusedInflater {
  let stream: ZlibStream | undefined;
  let input: Buffer = Buffer.alloc(0);
  let output: Buffer = Buffer.alloc(0);

  /** Returns undefined if the piece is damaged, or this version of Node works otherwise. */
  const inflateAtOnce = ({ deflated, rawLength }: Inflatable): Buffer | undefined => {
    stream ??= open() as ZlibStream;
    const { _handle: handle, _writeState: left } = stream;
    if (!handle?.reset || !handle.writeSync || !left) return undefined;
    input = withSpace(input, deflated.length);
    // One byte more, so that a piece that is longer than it says is noticed.
    output = withSpace(output, rawLength + 1);
    if (typeof deflated === 'string') input.write(deflated, 'latin1');
    else deflated.copy(input);
    handle.reset();
    // A piece that cannot be inflated leaves what was there.
    left.fill(0);
    handle.writeSync(constants.Z_SYNC_FLUSH, input, 0, deflated.length, output, 0, rawLength + 1);
    const [outputLeft, inputLeft] = left;
    return outputLeft === 1 && inputLeft === 0 ? output.subarray(0, rawLength) : undefined;
  };

  return {
    inflate(piece) {
      if (piece.rawLength < MAX_KEPT_BYTES && piece.deflated.length <= MAX_KEPT_BYTES) {
        const inflated = inflateAtOnce(piece);
        if (inflated) return inflated;
        stream = undefined;
      }
      return inflatePiece(piece);
    },
  };
}

function openStream(): unknown {
  // What a stream reports as an error is noticed by the lengths that it leaves.
  return createInflateRaw().on('error', () => {});
}

function withSpace(buffer: Buffer, bytes: number): Buffer {
  return buffer.length >= bytes
    ? buffer
    : Buffer.allocUnsafeSlow(Math.max(MIN_BYTES, 2 ** Math.ceil(Math.log2(bytes))));
}
