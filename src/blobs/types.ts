import type { FullDisk } from '../lib/full-disk.ts';

/** The properties of a stored blob that are known without reading it. */
export type BlobInfo = { key: string; bytes: number; modifiedMs: number };

export type PutOptions = {
  contentType: string;
  /** Stops the put: it rejects with the signal's reason. */
  signal?: AbortSignal;
};

export type PresignOptions = {
  /** Milliseconds since the epoch; from then on the URL is refused. */
  expiresAtMs: number;
  /** Now, by the clock that `expiresAtMs` was counted by. Undefined: this machine's. */
  nowMs?: number;
  /** Given as Content-Type to whoever downloads. */
  contentType: string;
  /** The file name of the download: any Unicode, which the store makes safe. */
  fileName: string;
};

/**
 * A store of recordings. Keys look like `org/12/meeting/345/<uuid>` (see keys.ts); a key that breaks the rule
 * is a defect of the caller and throws a TypeError.
 */
export type BlobStore = {
  /**
   * Streams content into the store with constant memory. Nothing can be seen under the key until all of it is
   * there and on disk; an older blob of that key is replaced at once. On failure or abort nothing is left over.
   *
   * @throws what `content` throws, unchanged; the signal's reason; Fault 507 where there is no space for it; else the
   *   store's own error
   */
  put(key: string, content: AsyncIterable<Uint8Array>, options: PutOptions): Promise<{ bytes: number }>;

  /** A key that is not there is fine. */
  delete(key: string): Promise<void>;

  /**
   * Opens a blob to be read from its beginning. Its source is let go of when it has been read to its end, or the loop over it
   * ends.
   * @returns undefined where the key is not there
   */
  read(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;

  /**
   * URL that anybody can GET until it expires, with Range. Made without asking whether the key is there.
   * Costs no request: a list presigns 50 of them in a few milliseconds.
   */
  presign(key: string, options: PresignOptions): Promise<string>;

  /** Every blob whose key starts with the prefix ('' for all), in no certain order. Puts under way are not among them. */
  list(prefix: string): AsyncIterable<BlobInfo>;

  /**
   * Removes what puts left that began before the given instant and never ended, because their process was killed.
   * @returns how many there were
   */
  discardUnfinished(startedBeforeMs: number): Promise<number>;

  /** The reason for which recordings cannot be stored now, as a sentence for operators; undefined where they can. */
  obstacle(): Promise<string | undefined>;

  /** Tells whether puts failed for lack of space. */
  disk: FullDisk;

  /** The text that writeMarker wrote last; undefined if it was never called. It is not listed. */
  readMarker(): Promise<string | undefined>;

  /** Writes a short text at the root of the store that tells whose it is. */
  writeMarker(text: string): Promise<void>;
};
