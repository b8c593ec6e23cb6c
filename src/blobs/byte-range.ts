/** Bytes `start` to `end`, both included, as in Content-Range. */
export type ByteRange = { start: number; end: number };

/** One range: `bytes=0-499`, `bytes=500-`, `bytes=-500`. */
const SINGLE_RANGE = /^bytes=[ \t]*(?:(\d+)-(\d*)|-(\d+))[ \t]*$/i;

/**
 * Reads a Range header (RFC 9110, 14.2) for content of `size` bytes.
 *
 * @returns the range to send as 206; 'unsatisfiable' for a 416; undefined where the header is to be ignored and
 *   everything sent as 200: absent, malformed, another unit, or several ranges, which a server need not support
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = header === undefined ? null : SINGLE_RANGE.exec(header);
  if (!match) return undefined;
  const [, first, last, suffix] = match;
  if (suffix !== undefined) {
    if (Number(suffix) === 0) return 'unsatisfiable';
    // The last bytes of nothing are nothing, which Content-Range cannot say.
    return size === 0 ? undefined : { start: Math.max(0, size - Number(suffix)), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? Infinity : Number(last);
  if (end < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) };
}
