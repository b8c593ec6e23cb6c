import type { Queries, Statement } from '../../db/database.ts';

/** A signal that fired in a conversation, with its execution. */
export type FiredSignal = { executionId: number; signalId: number; signalName: string };

const selectFired: Statement = {
  name: 'select-fired-signals',
  // Served by signal_executions_meeting: a page has at most 50 meetings, and a meeting one execution of each signal.
  text: `select x.meeting_id as "meetingId", x.id as "executionId", x.signal_id as "signalId", s.name as "signalName"
         from signal_executions x
         join signals s on s.organization_id = $1 and s.id = x.signal_id and s.deleted_at is null
         where x.organization_id = $1 and x.meeting_id = any ($2::bigint[]) and x.superseded_at is null
         order by x.meeting_id, lower(s.name), x.signal_id`,
};

/**
 * Returns the signals that fired in each of the meetings, by name, as their newest evaluation found. Meetings without any
 * are absent, as are deleted signals.
 */
export async function firedSignals(
  db: Queries,
  organizationId: number,
  meetingIds: readonly number[],
): Promise<Map<number, FiredSignal[]>> {
  const found = new Map<number, FiredSignal[]>();
  if (meetingIds.length === 0) return found;
  const rows = await db.query<FiredSignal & { meetingId: number }>(selectFired, [organizationId, meetingIds]);
  for (const { meetingId, ...signal } of rows) {
    const signals = found.get(meetingId);
    if (signals) signals.push(signal);
    else found.set(meetingId, [signal]);
  }
  return found;
}
