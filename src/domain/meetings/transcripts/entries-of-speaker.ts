import type { Queries, Statement } from '../../../db/database.ts';
import { emailKey } from '../../../lib/text.ts';
import { speakerKey } from '../../conversations/attendees.ts';
import { nameTest } from '../../conversations/speaker-name.ts';
import type { IndexedEntry } from './entry-reader.ts';

const selectPersonByAddress: Statement = {
  name: 'select-person-of-meeting',
  // Served by the primary key.
  text: `select
           array(select a ->> 'id' from jsonb_array_elements(attendees) a where lower(a ->> 'email') = $3) as ids,
           case when lower(host_email) = $3 then host_name end as "hostName"
         from meetings where organization_id = $1 and id = $2`,
};

/** Returns whether an entry was said by the speaker. */
export type EntryFilter = (entry: IndexedEntry) => boolean;

/**
 * Returns the filter of a speaker's entries.
 * @param speaker a name or a part of it, in any case, or the address of an attendee or of the host
 */
export async function entriesOfSpeaker(
  db: Queries,
  organizationId: number,
  meetingId: number,
  speaker: string | undefined,
): Promise<EntryFilter> {
  if (speaker === undefined) return () => true;
  const isName = nameTest(speaker);
  const hostNames = new Set<string>();
  const ids = new Set<string>();
  if (speaker.includes('@')) {
    const values = [organizationId, meetingId, emailKey(speaker)];
    const [person] = await db.query<{ ids: string[]; hostName: string | null }>(
      selectPersonByAddress,
      values,
    );
    for (const id of person?.ids ?? []) ids.add(id);
    if (typeof person?.hostName === 'string') hostNames.add(speakerKey(person.hostName));
  }
  return ({ speaker: said }) =>
    said !== undefined &&
    (isName(said.name) ||
      hostNames.has(speakerKey(said.name)) ||
      (said.attendeeId !== undefined && ids.has(said.attendeeId)));
}
