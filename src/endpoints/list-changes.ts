import type { Database } from '../db/database.ts';
import type { ChangeFeed, Reader } from '../domain/changes/change-feed.ts';
import { type Cursor, MAX_CURSOR_CHARACTERS, parseCursor } from '../domain/changes/cursor.ts';
import { type ChangePage, readHead } from '../domain/changes/read-changes.ts';
import { ENTITY_TYPES } from '../domain/events/record-event.ts';
import { codeList, flag, integer, shortText, withFallback } from '../http/params.ts';
import { Fault } from '../lib/faults.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { ENTITY_SCOPES, requestedTypes } from './entity-scopes.ts';
import { renderPage, streamChanges, type WhenLeft } from './render-changes.ts';
import { Changes, changesExample } from './schemas/change.ts';

const MAX_LIMIT = 1000;
const DEFAULT_LIMIT = 100;
const MAX_WAIT_SECONDS = 60;

export const listChangesEndpoint = defineEndpoint({
  operationId: 'listChanges',
  address: 'api',
  method: 'GET',
  path: '/v1/changes',
  scope: ENTITY_SCOPES,
  anyScope: true,
  tag: 'Changes',
  summary: 'Read what changed',
  description:
    'Every change of the organization, in the order in which it became readable. A reader begins without `after`: it is given ' +
    'the present state first, every entity as `created`, and then everything that changes. It passes `next` of each page as ' +
    '`after` of the next request; reading on from there misses nothing and repeats nothing. Cursors survive restarts and ' +
    'upgrades. Changes are kept for PARLEY_CHANGES_DAYS; a reader that was away for longer is answered 410 and begins again.\n\n' +
    'With `waitSeconds` the response waits for a change if there is none. With `Accept: text/event-stream` changes are ' +
    'sent as server-sent events as they come, with the cursor as `id`; `Last-Event-ID` takes precedence over `after`.',
  query: {
    after: shortText({
      description:
        '`next` of the page before. `start`, or no value: the present state first. `now`: only what follows.',
      maxLength: MAX_CURSOR_CHARACTERS,
      example: 'start',
    }),
    types: codeList({
      description:
        'Only changes of these types. By default all that the scopes of the key show: `meeting` and ' +
        '`email` need `meetings:read`, `execution` and `signal` need `signals:read`, `user` needs `users:read`.',
      codes: ENTITY_TYPES,
      example: ['meeting', 'execution'],
    }),
    limit: withFallback(
      integer({ description: 'The most changes of a page.', minimum: 1, maximum: MAX_LIMIT }),
      DEFAULT_LIMIT,
    ),
    waitSeconds: withFallback(
      integer({
        description: 'How long to wait for a change if there is none; 0 responds at once.',
        minimum: 0,
        maximum: MAX_WAIT_SECONDS,
      }),
      0,
    ),
    includeData: flag({
      description: 'Adds the entity as it is now. A page then ends early if it would be large.',
    }),
  },
  answers: {
    200: { description: 'A page of changes, which may be empty.', schema: Changes, example: changesExample },
    410: { description: 'What follows the cursor is no longer kept; begin again with `after=start`.' },
  },
  // A cursor that one server has issued is unknown to another one that is behind, and a reader that waits would notice late.
  readsPrimary: true,
  async handle({ query, caller, headers, whenLeft }, { db, changeFeed }) {
    const { organizationId, keyId, sessionId, scopes } = caller;
    const { limit, waitSeconds, includeData } = query;
    const reader = { organizationId, keyId, sessionId, limit, types: requestedTypes(query.types, scopes) };
    const isStream = headers.accept?.split(/[,;]/).some((one) => one.trim() === 'text/event-stream');
    const lastEventId = isStream ? headers['last-event-id'] : undefined;
    const after = typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : query.after;
    const from = await cursorOf(after, () => readHead(db, organizationId), organizationId);
    const parts = { db, feed: changeFeed, reader, includeData };
    if (isStream) {
      return {
        status: 200,
        headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' },
        stream: await streamChanges(parts, from, whenLeft),
      };
    }
    const page =
      waitSeconds === 0
        ? await changeFeed.read(db, reader, from)
        : await waitOnce(parts, from, waitSeconds * 1000, whenLeft);
    return { status: 200, pieces: await renderPage(parts, page) };
  },
});

async function waitOnce(
  { db, feed, reader }: { db: Database; feed: ChangeFeed; reader: Reader },
  from: Cursor | undefined,
  waitMs: number,
  whenLeft: WhenLeft,
): Promise<ChangePage> {
  const following = feed.follow(db, reader);
  whenLeft(() => following.leave());
  try {
    return await following.wait(from, waitMs);
  } finally {
    following.end();
  }
}

async function cursorOf(
  after: string | undefined,
  readNow: () => ReturnType<typeof readHead>,
  organizationId: number,
) {
  if (after === undefined || after === 'start') return undefined;
  if (after === 'now') return readNow();
  const cursor = parseCursor(organizationId, after);
  if (!cursor) throw new Fault('invalid', 'after must be start, now, or next of a page of changes');
  return cursor;
}
