import type { Statement } from '../../db/database.ts';

export type RemapStatus = 'accepted' | 'applied' | 'completed' | 'failed';

/** The three ids that a remap can set; null is none. */
export type CrmIds = { accountId: string | null; opportunityId: string | null; leadId: string | null };

/** A remap's row; times are milliseconds since the epoch. */
export type RemapRow = {
  requestId: string;
  meetingId: number;
  status: RemapStatus;
  wanted: Partial<CrmIds>;
  before: CrmIds | null;
  after: CrmIds | null;
  followUps: { summary?: FollowUpState; signals?: FollowUpState };
  triggerSummary: boolean;
  triggerSignals: boolean;
  undoOf: string | null;
  undoneBy: string | null;
  actorKeyId: number;
  reason: string | null;
  acceptedAt: number;
  appliedAt: number | null;
  completedAt: number | null;
};

/** The state of a requested follow-up. */
export type FollowUpState = 'pending' | 'done' | 'failed' | 'skipped';

const COLUMNS = `request_id as "requestId", meeting_id as "meetingId", status, wanted, before, after,
  follow_ups as "followUps", trigger_summary as "triggerSummary", trigger_signals as "triggerSignals",
  undo_of as "undoOf", undone_by as "undoneBy", actor_key_id as "actorKeyId", reason,
  accepted_at as "acceptedAt", applied_at as "appliedAt", completed_at as "completedAt"`;

export const findByExternalId: Statement = {
  name: 'find-meeting-by-external-id',
  // Served by the primary key; two rows suffice to know that the id is ambiguous.
  text: `select meeting_id as id from meeting_external_ids
         where organization_id = $1 and type = $2 and external_id = $3 limit 2`,
};

export const findById: Statement = {
  name: 'find-meeting-by-id',
  text: 'select id from meetings where organization_id = $1 and id = $2',
};

export const lockMeetingRow: Statement = {
  name: 'lock-found-meeting',
  // The lock keeps the meeting until the end of the transaction: otherwise a deletion between look-up and insert would
  // violate a foreign key.
  text: 'select id from meetings where organization_id = $1 and id = $2 for key share',
};

export const findByDetails: Statement = {
  name: 'find-meeting-by-details',
  // Served by the primary key of meeting_participants, which contains the host.
  text: `select m.id from meeting_participants p
         join meetings m on m.organization_id = p.organization_id and m.id = p.meeting_id
         where p.organization_id = $1 and p.email_key = $2 and p.start_time = $3
           and lower(m.host_email) = $2 and m.title = $4 limit 2`,
};

export const insertRemap: Statement = {
  name: 'insert-remap',
  text: `insert into remaps (organization_id, request_id, meeting_id, wanted, trigger_summary, trigger_signals,
           undo_of, actor_key_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
};

export const selectRemap: Statement = {
  name: 'select-remap',
  text: `select ${COLUMNS} from remaps where organization_id = $1 and request_id = $2`,
};

export const selectRemaps: Statement = {
  name: 'select-remaps',
  // Served by remaps_meeting, backwards.
  text: `select ${COLUMNS} from remaps where organization_id = $1 and meeting_id = $2 order by number desc limit $3`,
};

export const selectAccepted: Statement = {
  name: 'select-accepted-remaps',
  // Served by remaps_meeting. A failed one, $3, counts as accepted if no later one has been applied.
  text: `select ${COLUMNS} from remaps
         where organization_id = $1 and meeting_id = $2
           and (status = 'accepted' or (status = 'failed' and after is null and request_id = $3 and not exists (
             select 1 from remaps later
             where later.organization_id = $1 and later.meeting_id = $2 and later.number > remaps.number
               and later.after is not null)))
         order by number`,
};

export const selectStandingAfter: Statement = {
  name: 'select-standing-remaps-after',
  // Served by remaps_meeting. An undone remap and its undo cancel out; both are skipped.
  text: `select request_id as "requestId" from remaps
         where organization_id = $1 and meeting_id = $2 and undone_by is null and undo_of is null
           and (status <> 'failed' or after is not null)
           and number > (select number from remaps where organization_id = $1 and request_id = $3) limit 1`,
};

export const markUndone: Statement = {
  name: 'mark-remap-undone',
  text: 'update remaps set undone_by = $3 where organization_id = $1 and request_id = $2',
};

export const markRemapFailed: Statement = {
  name: 'mark-remap-failed',
  text: `update remaps set status = 'failed', reason = $3
         where organization_id = $1 and request_id = $2 and status = 'accepted'`,
};

export const markApplied: Statement = {
  name: 'mark-remap-applied',
  // The transaction may have begun, and waited for the meeting, before the remap was accepted, so now() would be too
  // early.
  text: `update remaps set status = $3, before = $4, after = $5, follow_ups = $6, reason = null, applied_at = clock.at,
           completed_at = case when $3 = 'completed' then clock.at end
         from (select statement_timestamp() as at offset 0) as clock where organization_id = $1 and request_id = $2`,
};
