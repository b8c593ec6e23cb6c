import type { Side } from '../../ai/types.ts';
import type { Database } from '../../db/database.ts';
import { sideFinder } from '../conversations/person-of-speaker.ts';
import { ownDomains } from '../organizations/domains.ts';
import type { HeardMeeting } from './load-transcripts.ts';
import type { Moment } from './match-transcript.ts';

/** A moment with the side of its speaker, if it is known. */
export type ShownMoment = Moment & { side: Side | undefined };

/** Adds the sides of the speakers. */
export async function withSides(
  db: Database,
  organizationId: number,
  moments: readonly Moment[],
): Promise<ShownMoment[]> {
  if (moments.length === 0) return [];
  const domains = await ownDomains(db.quick, organizationId);
  const finders = new Map<HeardMeeting, ReturnType<typeof sideFinder>>();
  return moments.map((moment) => {
    const { meeting, entry } = moment;
    const sideOf = finders.get(meeting) ?? sideFinder(meeting, domains);
    finders.set(meeting, sideOf);
    return { ...moment, side: entry.speaker && sideOf(entry.speaker) };
  });
}
