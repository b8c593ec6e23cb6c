import { shareNext } from '../lib/share-next.ts';

/** The largest body that is kept, and the longest request that one is kept for. */
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_REQUEST_CHARACTERS = 2048;

/** The requests that are remembered at a time; the one that was repeated least recently is forgotten first. */
const MAX_REQUESTS = 4096;

/** The memory that an entry takes besides its texts and its body. */
const ENTRY_BYTES = 200;

type Entry = {
  /** The state of the database that the answer was made of. */
  state: string;
  /** Undefined for a request that was made once in this state. */
  body: Buffer | undefined;
  bytes: number;
};

/**
 * Bodies of answers that are sent again as long as the database is in the state of which they were made. Before each of them
 * is sent, the database is asked for its state, so that an answer is never older than its request; requests that arrive at the
 * same time share the question. A body is kept if its request was repeated in the same state, so that requests that differ, and
 * those between which something is written, ask nothing and keep nothing.
 * [Decision 40](../../docs/decisions/0040-kept-answers.md) describes why this is exact.
 */
export type KeptAnswers = {
  /**
   * @param request identifies all that the answer depends on besides the database
   * @returns undefined if nothing is kept for the request; otherwise the body, or undefined if the database has changed
   */
  find(request: string): Promise<Buffer | undefined> | undefined;
  /**
   * Notes an answer.
   * @param body is copied if it is kept
   */
  note(request: string, state: string, body: Buffer): void;
};

/**
 * @param maxBytes the most memory that all of them take
 * @param readState returns the state of the database now; null if it cannot be told
 * @param count is called for each body that is sent again
 */
export function createKeptAnswers(
  maxBytes: number,
  readState: () => Promise<string | null>,
  count: () => void,
): KeptAnswers {
  // In the order of their last use.
  const entries = new Map<string, Entry>();
  const askState = shareNext(readState);
  let bytes = 0;

  const remove = (request: string, { bytes: freed }: Entry) => {
    entries.delete(request);
    bytes -= freed;
  };
  const put = (request: string, state: string, body: Buffer | undefined) => {
    const known = entries.get(request);
    if (known) remove(request, known);
    const entry = { state, body, bytes: ENTRY_BYTES + request.length + state.length + (body?.length ?? 0) };
    entries.set(request, entry);
    bytes += entry.bytes;
    for (const [oldest, one] of entries) {
      if (bytes <= maxBytes && entries.size <= MAX_REQUESTS) break;
      remove(oldest, one);
    }
  };
  const confirm = async (request: string, entry: Entry): Promise<Buffer | undefined> => {
    // Whoever answers the request instead finds out what is wrong.
    const state = await askState().catch(() => undefined);
    if (state !== entry.state) {
      if (entries.get(request) === entry) remove(request, entry);
      return undefined;
    }
    count();
    return entry.body;
  };
  return {
    find(request) {
      const entry = entries.get(request);
      if (!entry?.body) return undefined;
      entries.delete(request);
      entries.set(request, entry);
      return confirm(request, entry);
    },
    note(request, state, body) {
      if (request.length > MAX_REQUEST_CHARACTERS || body.length > Math.min(MAX_BODY_BYTES, maxBytes)) return;
      const known = entries.get(request);
      const isRepeated = known?.state === state;
      if (isRepeated && known.body) return;
      put(request, state, isRepeated ? copyOf(body) : undefined);
    },
  };
}

/** Memory of its own: a slice of a shared one would keep all of it. */
function copyOf(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}
