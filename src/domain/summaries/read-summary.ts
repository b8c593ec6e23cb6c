import type { Queries, Statement } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';

const selectSummary: Statement = {
  name: 'select-summary',
  // Served by the primary keys of both tables.
  text: `select s.body from meetings m
         left join meeting_summaries s on s.organization_id = m.organization_id and s.meeting_id = m.id
         where m.organization_id = $1 and m.id = $2`,
};

/**
 * Returns a meeting's summary as the API shows it, as JSON text.
 * @throws Fault 404 if there is no such meeting, or it has no summary
 */
export async function readSummary(db: Queries, organizationId: number, meetingId: number): Promise<string> {
  const [row] = await db.query<{ body: string | null }>(selectSummary, [organizationId, meetingId]);
  if (!row) throw new Fault('missing', 'There is no such meeting');
  if (row.body === null) throw new Fault('missing', 'There is no summary of this meeting');
  return `{"meetingId":"${meetingId}",${row.body.slice(1)}`;
}
