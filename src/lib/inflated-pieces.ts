/** As in gzip-pieces.ts: a string has a character for each byte. */
type Bytes = Buffer | string;

type Deflated = { deflated: Bytes; crc32: number; rawLength: number };

/** A piece that was seen; it is kept from the second time on. */
type Entry = { kept: { deflated: Bytes; raw: Buffer } | undefined; bytes: number };

/** The memory that an entry takes besides its bytes. */
const ENTRY_BYTES = 200;

/**
 * The content of pieces that are sent uncompressed again and again, as to a client that polls for the newest page and accepts no
 * encoding. The piece that was used least recently goes first.
 */
export type InflatedPieces = {
  /** Returns the content of a piece, if it is kept. */
  find(piece: Deflated): Buffer | undefined;
  /**
   * Notes a piece that was inflated.
   * @param raw its content, which is copied if it is kept
   */
  note(piece: Deflated, raw: Buffer): void;
};

/** @param maxBytes the most memory that all of them take */
export function createInflatedPieces(maxBytes: number): InflatedPieces {
  // By their checksums, in the order of their last use. Pieces of the same checksum are told apart by their bytes.
  const entries = new Map<number, Entry>();
  let held = 0;

  const remove = (crc32: number, entry: Entry) => {
    entries.delete(crc32);
    held -= entry.bytes;
  };
  const put = (crc32: number, kept: Entry['kept']) => {
    const known = entries.get(crc32);
    if (known) remove(crc32, known);
    const entry = { kept, bytes: ENTRY_BYTES + (kept ? kept.deflated.length + kept.raw.length : 0) };
    entries.set(crc32, entry);
    held += entry.bytes;
    for (const [oldest, one] of entries) {
      if (held <= maxBytes) break;
      remove(oldest, one);
    }
  };

  return {
    find({ deflated, crc32 }) {
      const kept = entries.get(crc32)?.kept;
      if (!kept || !areEqual(kept.deflated, deflated)) return undefined;
      put(crc32, kept);
      return kept.raw;
    },
    note({ deflated, crc32 }, raw) {
      put(crc32, entries.has(crc32) ? { deflated, raw: Buffer.from(raw) } : undefined);
    },
  };
}

function areEqual(one: Bytes, other: Bytes): boolean {
  return typeof one === 'string' || typeof other === 'string' ? one === other : one.equals(other);
}
