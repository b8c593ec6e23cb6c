import type { Database } from '../../src/db/database.ts';
import { listMeetings } from '../../src/domain/meetings/read-meetings.ts';
import { listExecutions } from '../../src/domain/signals/list-executions.ts';
import type { PageAsk } from '../workloads.ts';
import { handWritten } from './hand-written.ts';
import { recording } from './record.ts';
import { makeScript, type RanStatement, type Script } from './script.ts';

/** Where a page is read from. */
export type ListPlace = { db: Database; organizationId: number; signalId: number };

/** Statements that bring a page, and what is compared with it. */
export type ListLimit = {
  /** Each brings the same bytes as the service's page, its pageCount among them; the limit is the fastest. */
  same: { name: string; script: Script }[];
  /** The page alone, without what pageCount needs: how much of the limit is counting. */
  uncounted: Script;
};

/** Makes the scripts for a page. @throws where the service needs more than one statement for it */
export async function listLimit(place: ListPlace, name: string, ask: PageAsk): Promise<ListLimit> {
  const own = await recordPage(place, ask);
  const { counted, uncounted } = handWritten(place, ask);
  return {
    same: [
      { name: "the service's statement", script: makeScript(`${name}-own`, [own]) },
      { name: 'count(*) and OFFSET by hand', script: makeScript(`${name}-counted`, [counted]) },
    ],
    uncounted: makeScript(`${name}-uncounted`, [uncounted]),
  };
}

/** The one statement that the service runs for a page, with its values and rows. */
export async function recordPage(place: ListPlace, ask: PageAsk): Promise<RanStatement> {
  const ran: RanStatement[] = [];
  const db = recording(place.db, ran);
  const { pageSize, pageNumber } = ask;
  const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize };
  const window = {
    fromMs: Date.parse(ask.from),
    toMs: ask.to === undefined ? undefined : Date.parse(ask.to),
  };
  if (ask.list === 'executions') {
    const filter = { ...window, signalId: place.signalId, meetingsOnly: true };
    const form = { sourceId: 'integer', followUpsAs: undefined, withExecutionId: false } as const;
    await listExecutions(db, place.organizationId, filter, form, page);
  } else {
    const { meetings } = await listMeetings(db, place.organizationId, window, page);
    // What a page has over the inline bound is fetched while it is read.
    for await (const pieces of meetings) for await (const _piece of pieces);
  }
  const [statement, ...more] = ran;
  if (statement === undefined || more.length > 0) {
    throw new Error(`a page of ${ask.list} takes ${ran.length} statements, and its limit is one`);
  }
  return statement;
}
