import { Readable } from 'node:stream';
import type { Database } from '../db/database.ts';
import type { ChangeFeed, Following, Reader } from '../domain/changes/change-feed.ts';
import { type Cursor, formatCursor } from '../domain/changes/cursor.ts';
import type { Change, ChangePage } from '../domain/changes/read-changes.ts';
import { formatDateTime } from '../lib/time.ts';

/** Calls `work` when the reader has left. */
export type WhenLeft = (work: () => void) => void;

type Parts = { db: Database; feed: ChangeFeed; reader: Reader; includeData: boolean };

/**
 * Entities whose data is read at a time: few at first, because each of them may have megabytes, and then as many as make
 * a batch of this length. A client that does not read holds no more than a batch of a stream, or a page.
 */
const FIRST_BATCH = 4;
const MAX_BATCH = 50;
const BATCH_CHARACTERS = 128 * 1024;

/** The characters of data after which a page ends. */
const MAX_PAGE_CHARACTERS = 1024 * 1024;

/** The time between comments that keep an idle stream open. */
const COMMENT_MS = 20_000;

/** Renders a page of changes as the JSON of listChanges. A page with much data ends early. */
export async function renderPage(parts: Parts, page: ChangePage): Promise<string[]> {
  const items: string[] = [];
  let { next } = page;
  let isUpToDate = page.isUpToDate && !page.isLate;
  let characters = 0;
  for await (const batch of renderBatches(parts, page.changes)) {
    items.push(...batch.items);
    characters += batch.characters;
    if (characters <= MAX_PAGE_CHARACTERS || items.length === page.changes.length) continue;
    [next, isUpToDate] = [page.cursorAfter(batch.changes.at(-1)!), false];
    break;
  }
  const cursor = formatCursor(parts.reader.organizationId, next);
  return [`{"changes":[${items.join(',')}],"next":${JSON.stringify(cursor)},"upToDate":${isUpToDate}}`];
}

/**
 * Sends changes as server-sent events until the client disconnects, its key is revoked or the process stops.
 * @throws if the first page cannot be read, or too many readers follow
 */
export async function streamChanges(
  parts: Parts,
  from: Cursor | undefined,
  whenLeft: WhenLeft,
): Promise<Readable> {
  const { db, feed, reader } = parts;
  // One for the whole stream, so that the key is checked although a reader that has much to read never waits.
  const following = feed.follow(db, reader);
  whenLeft(() => following.leave());
  try {
    const first = await feed.read(db, reader, from);
    const stream = Readable.from(events(parts, following, first), { objectMode: false });
    // A client may leave before the stream begins.
    return stream.once('close', () => following.end());
  } catch (error) {
    following.end();
    throw error;
  }
}

async function* events(parts: Parts, following: Following, first: ChangePage): AsyncGenerator<string> {
  const idOf = (cursor: Cursor) => formatCursor(parts.reader.organizationId, cursor);
  for (let page = first; ; ) {
    const { changes, next, cursorAfter } = page;
    for await (const batch of renderBatches(parts, changes)) {
      yield batch.items
        .map((item, index) => {
          const change = batch.changes[index]!;
          // The last item of a page has the cursor of the page, because changes that the reader does not see may
          // follow the item.
          const cursor = change === changes.at(-1) ? next : cursorAfter(change);
          return `id: ${idOf(cursor)}\ndata: ${item}\n\n`;
        })
        .join('');
      following.check();
      if (following.hasLeft()) return;
    }
    // The id spares a reader that reconnects the changes that it does not see.
    if (changes.length === 0) yield `: nothing new\nid: ${idOf(next)}\n\n`;
    if (following.hasLeft() || parts.feed.isClosed() || following.isReleased()) return;
    page = await following.wait(next, COMMENT_MS);
  }
}

type Batch = { changes: Change[]; items: string[]; characters: number };

/** Renders changes batch by batch, each once the one before it was taken. */
async function* renderBatches(
  { db, feed, reader, includeData }: Parts,
  changes: readonly Change[],
): AsyncGenerator<Batch> {
  let size = includeData ? FIRST_BATCH : changes.length;
  for (let start = 0; start < changes.length; ) {
    const batch = changes.slice(start, start + size);
    const shown = batch.filter(({ change }) => change !== 'deleted');
    const dataOf = includeData ? await feed.entities(db, reader.organizationId, shown) : () => undefined;
    const items = batch.map((change) => renderItem(change, dataOf(change)));
    const characters = items.reduce((sum, { length }) => sum + length, 0);
    yield { changes: batch, items, characters };
    start += batch.length;
    size = Math.max(1, Math.min(MAX_BATCH, Math.floor((BATCH_CHARACTERS * batch.length) / characters)));
  }
}

function renderItem({ position, type, id, change, fields, at }: Change, data: string | undefined): string {
  const item = JSON.stringify({
    position: `${position}`,
    type,
    id: `${id}`,
    change,
    fields: change === 'updated' && fields.length > 0 ? fields : undefined,
    at: formatDateTime(at),
  });
  return data === undefined ? item : `${item.slice(0, -1)},"data":${data}}`;
}
