import { Readable } from 'node:stream';
import type { Database } from '../db/database.ts';
import type { ChangeFeed, Reader } from '../domain/changes/change-feed.ts';
import { type Cursor, formatCursor } from '../domain/changes/cursor.ts';
import type { Change, ChangePage } from '../domain/changes/read-changes.ts';
import { readEntities } from '../domain/changes/read-entities.ts';
import { formatDateTime } from '../lib/time.ts';

type Parts = { db: Database; feed: ChangeFeed; reader: Reader; includeData: boolean };

/** Entities that one round reads, and the characters of data after which a page ends. */
const DATA_BATCH = 50;
const MAX_DATA_CHARACTERS = 4 * 1024 * 1024;

/** The time between comments that keep an idle stream open. */
const COMMENT_MS = 20_000;

/** Renders a page of changes as the JSON of listChanges. */
export async function renderPage(parts: Parts, page: ChangePage): Promise<string[]> {
  const { items, next, isUpToDate } = await renderItems(parts, page);
  const cursor = formatCursor(parts.reader.organizationId, next);
  return [`{"changes":[${items.join(',')}],"next":${JSON.stringify(cursor)},"upToDate":${isUpToDate}}`];
}

/**
 * Sends changes as server-sent events until the client disconnects, its key is revoked or the process stops.
 * @throws if the first page cannot be read
 */
export async function streamChanges(
  parts: Parts,
  from: Cursor | undefined,
  left: AbortSignal,
): Promise<Readable> {
  const first = await parts.feed.read(parts.db, parts.reader, from);
  return Readable.from(events(parts, first, left), { objectMode: false });
}

async function* events(parts: Parts, first: ChangePage, left: AbortSignal): AsyncGenerator<string> {
  const { db, feed, reader } = parts;
  const idOf = (cursor: Cursor) => formatCursor(reader.organizationId, cursor);
  // One for the whole stream, so that the key is checked although a reader that has much to read never waits.
  const following = feed.follow(db, reader);
  try {
    for (let page = first; ; ) {
      const { items, cursors, next } = await renderItems(parts, page);
      if (items.length > 0) {
        yield items.map((item, index) => `id: ${idOf(cursors[index]!)}\ndata: ${item}\n\n`).join('');
      } else {
        // The id spares a reader that reconnects the changes that it does not see.
        yield `: nothing new\nid: ${idOf(next)}\n\n`;
      }
      if (left.aborted || feed.isClosed()) return;
      const until = AbortSignal.any([left, AbortSignal.timeout(COMMENT_MS)]);
      page = await following.wait(next, until);
    }
  } finally {
    following.end();
  }
}

type Rendered = { items: string[]; cursors: Cursor[]; next: Cursor; isUpToDate: boolean };

async function renderItems({ db, reader, includeData }: Parts, page: ChangePage): Promise<Rendered> {
  const { changes, next, isUpToDate, cursorAfter } = page;
  const rendered: Rendered = { items: [], cursors: [], next, isUpToDate };
  let characters = 0;
  for (let start = 0; start < changes.length; start += DATA_BATCH) {
    if (characters > MAX_DATA_CHARACTERS) {
      return { ...rendered, next: cursorAfter(changes[start - 1]!), isUpToDate: false };
    }
    const batch = changes.slice(start, start + DATA_BATCH);
    const shown = batch.filter(({ change }) => change !== 'deleted');
    const dataOf = includeData ? await readEntities(db, reader.organizationId, shown) : () => undefined;
    for (const change of batch) {
      const item = renderItem(change, dataOf(change));
      characters += item.length;
      rendered.items.push(item);
      rendered.cursors.push(cursorAfter(change));
    }
  }
  // The last item of a page has the cursor of the page, because changes that the reader does not see may follow the
  // item.
  if (rendered.cursors.length > 0) rendered.cursors[rendered.cursors.length - 1] = next;
  return rendered;
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
