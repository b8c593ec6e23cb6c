import type { Side } from '../../../ai/types.ts';
import type { Queries, Statement } from '../../../db/database.ts';
import type { Attendee } from '../../conversations/attendees.ts';
import { type NamedSpeaker, sideFinder } from '../../conversations/person-of-speaker.ts';
import type { IndexedEntry } from './entry-reader.ts';
import type { OpenedTranscript } from './open-transcript.ts';

type PeopleRow = { hostEmail: string; hostName: string | null; attendees: Attendee[]; domains: string[] };

const selectPeople: Statement = {
  name: 'select-people-of-transcript',
  // Served by the primary keys.
  text: `select m.host_email as "hostEmail", m.host_name as "hostName", m.attendees, o.domains
         from meetings m join organizations o on o.id = m.organization_id
         where m.organization_id = $1 and m.id = $2`,
};

/** Returns the side of a speaker, if it is known. */
export type SideOfSpeaker = (speaker: NamedSpeaker) => Side | undefined;

/** Makes the look-up of the sides of a meeting's speakers; they are unknown if there is no such meeting. */
export async function sidesOfSpeakers(
  db: Queries,
  organizationId: number,
  meetingId: number,
): Promise<SideOfSpeaker> {
  const [people] = await db.query<PeopleRow>(selectPeople, [organizationId, meetingId]);
  if (!people) return () => undefined;
  const { hostEmail, hostName, attendees, domains } = people;
  return sideFinder({ host: { email: hostEmail, name: hostName }, attendees }, domains);
}

/** Returns the same transcript, in which speakers have their sides. */
export function addSides(transcript: OpenedTranscript, sideOf: SideOfSpeaker): OpenedTranscript {
  const named = (entry: IndexedEntry): IndexedEntry => {
    const { speaker } = entry;
    const side = speaker && sideOf(speaker);
    return side === undefined ? entry : { ...entry, speaker: { ...speaker!, side } };
  };
  return { ...transcript, steps: transcript.steps.map((step) => async () => (await step()).map(named)) };
}
