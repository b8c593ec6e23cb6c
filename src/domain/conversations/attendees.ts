import { hash as hashOf } from 'node:crypto';
import { runWithoutYielding } from '../../lib/event-loop.ts';
import { emailKey } from '../../lib/text.ts';

/** An attendee as a source delivers it. */
export type IncomingAttendee = { email?: string; name?: string; isInternal?: boolean };

/** An attendee as the API shows it. */
export type Attendee = { id: string; name?: string; email?: string; isInternal?: boolean };

/**
 * Returns attendees as they are stored and shown: each address once, each attendee with an id, and `isInternal` derived
 * from the organization's domains if it was not given.
 */
export function resolveAttendees(
  incoming: readonly IncomingAttendee[],
  domains: readonly string[],
): Attendee[] {
  return withInternal(runWithoutYielding(identifySteps(incoming)), domains);
}

/** The number of attendees in a step, which takes some tenths of a millisecond. */
const STEP_ATTENDEES = 100;

/**
 * @returns the steps of {@link resolveAttendees} without any domains, to be run in turns: there may be thousands of
 *   attendees
 */
export function* identifySteps(incoming: readonly IncomingAttendee[]): Generator<void, Attendee[]> {
  const attendees: Attendee[] = [];
  const byEmail = new Map<string, Attendee>();
  const nameCounts = new Map<string, number>();
  for (const [index, { email, name, isInternal }] of incoming.entries()) {
    if (index % STEP_ATTENDEES === 0) yield;
    const key = email === undefined ? undefined : emailKey(email);
    const known = key === undefined ? undefined : byEmail.get(key);
    if (known) {
      known.name ??= name;
      known.isInternal = isInternal ?? known.isInternal;
      continue;
    }
    const attendee: Attendee = { id: attendeeId(key, name, nameCounts) };
    if (name !== undefined) attendee.name = name;
    if (email !== undefined) {
      attendee.email = email;
      byEmail.set(key!, attendee);
    }
    if (isInternal !== undefined) attendee.isInternal = isInternal;
    attendees.push(attendee);
  }
  return attendees;
}

/** Returns the same attendees, with `isInternal` derived from the organization's domains if it was not given. */
export function withInternal(attendees: readonly Attendee[], domains: readonly string[]): Attendee[] {
  return attendees.map((attendee) => {
    const isInternal = attendee.isInternal ?? internalByDomain(attendee.email, domains);
    return isInternal === undefined ? attendee : { ...attendee, isInternal };
  });
}

/**
 * Returns the id of an attendee. The same person has the same id in every meeting and every ingest: a hash of the
 * address, or, without an address, of the name and its number among equal names.
 */
function attendeeId(
  emailKeyOf: string | undefined,
  name: string | undefined,
  nameCounts: Map<string, number>,
): string {
  if (emailKeyOf !== undefined) return hash(`email:${emailKeyOf}`);
  const count = (nameCounts.get(name!) ?? 0) + 1;
  nameCounts.set(name!, count);
  return hash(`name:${count}:${name}`);
}

function hash(text: string): string {
  return hashOf('sha256', text, 'hex').slice(0, 16);
}

/** Returns the domain in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/**
 * Returns true for a domain of the organization or a subdomain of one; undefined if the address or the domains are
 * unknown.
 */
export function internalByDomain(email: string | undefined, domains: readonly string[]): boolean | undefined {
  if (email === undefined || domains.length === 0) return undefined;
  const domain = domainOf(email);
  return domains.some((own) => domain === own || domain.endsWith(`.${own}`));
}

/**
 * Makes the look-up from a speaker's name to an attendee's id: the name or address of exactly one attendee, ignoring
 * case and white space. A name that two attendees share is not resolved.
 */
export function speakerResolver(attendees: readonly Attendee[]): (speaker: string) => string | undefined {
  return runWithoutYielding(speakerResolverSteps(attendees));
}

/** @returns the steps of {@link speakerResolver}, to be run in turns */
export function* speakerResolverSteps(
  attendees: readonly Attendee[],
): Generator<void, (speaker: string) => string | undefined> {
  const ids = new Map<string, string | undefined>();
  const know = (key: string, id: string) =>
    ids.set(key, ids.has(key) && ids.get(key) !== id ? undefined : id);
  for (const [index, { id, name, email }] of attendees.entries()) {
    if (index % STEP_ATTENDEES === 0) yield;
    if (name !== undefined) know(speakerKey(name), id);
    if (email !== undefined) know(speakerKey(email), id);
  }
  const resolved = new Map<string, string | undefined>();
  return (speaker) => {
    if (!resolved.has(speaker)) resolved.set(speaker, ids.get(speakerKey(speaker)));
    return resolved.get(speaker);
  };
}

/** Longer texts are not names, and the time to normalize one is quadratic in its combining marks. */
const MAX_MATCHED_CHARACTERS = 256;

/** Words of ASCII with one space between them, as most names are; they need no normalization. */
const PLAIN_NAME = /^[!-~]+(?: [!-~]+)*$/;

/** Returns the form in which names of speakers are compared. */
export function speakerKey(name: string): string {
  if (name.length > MAX_MATCHED_CHARACTERS) return name;
  if (PLAIN_NAME.test(name)) return name.toLowerCase();
  return name.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean).join(' ');
}
