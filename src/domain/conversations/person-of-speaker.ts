import type { Side } from '../../ai/types.ts';
import { type Attendee, internalByDomain, speakerKey } from './attendees.ts';

/** A speaker as a transcript names it. */
export type NamedSpeaker = { name: string; attendeeId?: string };

/** The person who spoke, as far as the meeting knows. */
export type Person = { name: string; email: string | undefined; isInternal: boolean | undefined };

/** The people of a meeting. */
export type PeopleOfMeeting = {
  host: { email: string; name: string | null };
  attendees: readonly Attendee[];
};

/**
 * Makes the look-up from a speaker to a person. The host, who need not be an attendee, is of the organization unless the
 * address is not one of its domains.
 */
export function personFinder(
  { host, attendees }: PeopleOfMeeting,
  domains: readonly string[],
): (speaker: NamedSpeaker) => Person {
  const byId = new Map<string, Attendee>(attendees.map((attendee) => [attendee.id, attendee]));
  const hostKeys = [host.email, ...(host.name === null ? [] : [host.name])].map(speakerKey);
  return ({ name, attendeeId }) => {
    const attendee = attendeeId === undefined ? undefined : byId.get(attendeeId);
    if (attendee) return { name, email: attendee.email, isInternal: attendee.isInternal };
    if (!hostKeys.includes(speakerKey(name))) return { name, email: undefined, isInternal: undefined };
    return { name, email: host.email, isInternal: internalByDomain(host.email, domains) ?? true };
  };
}

/** Returns the side of somebody of whom it is known whether they are internal. */
export function sideOf(isInternal: boolean | undefined): Side | undefined {
  return isInternal === undefined ? undefined : isInternal ? 'us' : 'customer';
}

/** Makes the look-up from a speaker to a side, which remembers what it found. */
export function sideFinder(
  people: PeopleOfMeeting,
  domains: readonly string[],
): (speaker: NamedSpeaker) => Side | undefined {
  const personOf = personFinder(people, domains);
  const known = new Map<string, Side | undefined>();
  return (speaker) => {
    const key = `${speaker.attendeeId ?? ''} ${speaker.name}`;
    if (!known.has(key)) known.set(key, sideOf(personOf(speaker).isInternal));
    return known.get(key);
  };
}
