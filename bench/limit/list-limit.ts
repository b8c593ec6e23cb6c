import type { Database } from '../../src/db/database.ts';
import { listMeetings } from '../../src/domain/meetings/read-meetings.ts';
import { recording } from './record.ts';
import { makeScript, type RanStatement, type Script } from './script.ts';

export type ListLimit = {
  script: Script;
  /** The page's rows: meeting ids, heads, deflated transcripts. */
  rows: object[];
};

/**
 * What a page costs PostgreSQL alone: the one statement of a list request, with its values.
 * @throws where the service needs more than one statement for the page
 */
export async function recordList(
  db: Database,
  organizationId: number,
  { name, from, to, pageSize }: { name: string; from: string; to: string; pageSize: number },
): Promise<ListLimit> {
  const ran: RanStatement[] = [];
  const window = { fromMs: Date.parse(from), toMs: Date.parse(to) };
  const { meetings } = await listMeetings(recording(db, ran), organizationId, window, {
    limit: pageSize,
    offset: 0,
  });
  // What a page has over the inline bound is fetched while it is read.
  for (const piece of meetings.flat()) if (typeof piece === 'function') await piece();
  const [statement, ...more] = ran;
  if (statement === undefined || more.length > 0) {
    throw new Error(`the page of ${name} takes ${ran.length} statements, and its limit is one`);
  }
  return { script: makeScript(name, [statement]), rows: statement.rows };
}
