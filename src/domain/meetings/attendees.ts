import { createHash } from 'node:crypto';
import { emailKey } from '../../lib/text.ts';
import type { IncomingAttendee } from './incoming-meeting.ts';

/** An attendee as the API shows it. */
export type Attendee = { id: string; name?: string; email?: string; isInternal?: boolean };

/**
 * Attendees as they are stored and shown: the same address only once, each with an id, and `isInternal` filled in
 * by the organization's domains where it was not given.
 */
export function resolveAttendees(
  incoming: readonly IncomingAttendee[],
  domains: readonly string[],
): Attendee[] {
  const attendees: Attendee[] = [];
  const byEmail = new Map<string, Attendee>();
  const nameCounts = new Map<string, number>();
  for (const { email, name, isInternal } of incoming) {
    const known = email === undefined ? undefined : byEmail.get(emailKey(email));
    if (known) {
      known.name ??= name;
      known.isInternal = isInternal ?? known.isInternal;
      continue;
    }
    const attendee: Attendee = { id: attendeeId(email, name, nameCounts) };
    if (name !== undefined) attendee.name = name;
    if (email !== undefined) {
      attendee.email = email;
      byEmail.set(emailKey(email), attendee);
    }
    const internal = isInternal ?? internalByDomain(email, domains);
    if (internal !== undefined) attendee.isInternal = internal;
    attendees.push(attendee);
  }
  return attendees;
}

/**
 * The same person has the same id in every meeting, and keeps it however often a meeting is ingested again: a hash
 * of the address, or of the name and its count among equal names where there is no address.
 */
function attendeeId(
  email: string | undefined,
  name: string | undefined,
  nameCounts: Map<string, number>,
): string {
  if (email !== undefined) return hash(`email:${emailKey(email)}`);
  const count = (nameCounts.get(name!) ?? 0) + 1;
  nameCounts.set(name!, count);
  return hash(`name:${count}:${name}`);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** In lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** True for a domain of the organization or a subdomain of one; undefined where there is nothing to go by. */
function internalByDomain(email: string | undefined, domains: readonly string[]): boolean | undefined {
  if (email === undefined || domains.length === 0) return undefined;
  const domain = domainOf(email);
  return domains.some((own) => domain === own || domain.endsWith(`.${own}`));
}

/**
 * Makes the look-up from a speaker's name to an attendee's id: the name or address of exactly one attendee, case
 * and white space aside. Two people of one name are nobody for certain.
 */
export function speakerResolver(attendees: readonly Attendee[]): (speaker: string) => string | undefined {
  const ids = new Map<string, string | undefined>();
  const know = (key: string, id: string) =>
    ids.set(key, ids.has(key) && ids.get(key) !== id ? undefined : id);
  for (const { id, name, email } of attendees) {
    const keys = new Set([name, email].filter((text) => text !== undefined).map(speakerKey));
    for (const key of keys) know(key, id);
  }
  const resolved = new Map<string, string | undefined>();
  return (speaker) => {
    if (!resolved.has(speaker)) resolved.set(speaker, ids.get(speakerKey(speaker)));
    return resolved.get(speaker);
  };
}

/** Longer texts are no names, and to normalize one takes time by the square of its combining marks. */
const MAX_MATCHED_CHARACTERS = 256;

function speakerKey(name: string): string {
  if (name.length > MAX_MATCHED_CHARACTERS) return name;
  return name.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean).join(' ');
}
