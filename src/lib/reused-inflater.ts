import { constants, createInflateRaw } from 'node:zlib';
import { type DeflatedPiece, inflatePiece } from './gzip-pieces.ts';
import { ReusedZlib, withSpace } from './reused-zlib.ts';

/** Inflates pieces one after the other into the same memory. */
export type ReusedInflater = {
  /** Returns the content of a piece, which is valid until the next call. */
  inflate(piece: Inflatable): Buffer;
};

type Inflatable = Pick<DeflatedPiece, 'deflated' | 'rawLength'>;

/** Larger pieces, which earlier versions stored, are inflated into memory of their own. */
const MAX_KEPT_BYTES = 1024 * 1024;

/** @param open makes the stream; only tests set it */
export function createReusedInflater(open: () => unknown = createInflateRaw): ReusedInflater {
  const zlib = new ReusedZlib(open, constants.Z_SYNC_FLUSH);
  let input: Buffer = Buffer.alloc(0);
  let output: Buffer = Buffer.alloc(0);

  /** Returns undefined if the piece is damaged, or this version of Node works otherwise. */
  const inflateAtOnce = ({ deflated, rawLength }: Inflatable): Buffer | undefined => {
    input = withSpace(input, deflated.length);
    // One byte more, so that a piece that is longer than it says is noticed.
    output = withSpace(output, rawLength + 1);
    if (typeof deflated === 'string') input.write(deflated, 'latin1');
    else deflated.copy(input);
    const left = zlib.write(input, deflated.length, output, rawLength + 1);
    return left?.output === 1 && left.input === 0 ? output.subarray(0, rawLength) : undefined;
  };

  return {
    inflate(piece) {
      if (piece.rawLength < MAX_KEPT_BYTES && piece.deflated.length <= MAX_KEPT_BYTES) {
        const inflated = inflateAtOnce(piece);
        if (inflated) return inflated;
        zlib.discard();
      }
      return inflatePiece(piece);
    },
  };
}
