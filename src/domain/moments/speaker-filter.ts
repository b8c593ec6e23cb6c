import { emailKey } from '../../lib/text.ts';
import { type Person, personFinder } from '../conversations/person-of-speaker.ts';
import { nameTest } from '../conversations/speaker-name.ts';
import type { TranscriptEntry } from '../conversations/transcript-pieces.ts';
import type { HeardMeeting } from './load-transcripts.ts';

export const SIDES = ['internal', 'external'] as const;

/** The speaker that is searched for: somebody with this name, or part of it, or this address, and on this side. */
export type SpeakerFilter = {
  speaker?: string | undefined;
  side?: (typeof SIDES)[number] | undefined;
};

type Speaker = NonNullable<TranscriptEntry['speaker']>;

/**
 * Makes the test of a meeting's speakers.
 * @param domains those of the organization, by which the host is internal
 * @returns undefined if every speaker is meant
 */
export function speakerTest(
  { speaker, side }: SpeakerFilter,
  meeting: Pick<HeardMeeting, 'host' | 'attendees'>,
  domains: readonly string[],
): ((speaker: Speaker | undefined) => boolean) | undefined {
  if (speaker === undefined && side === undefined) return undefined;
  const personOf = personFinder(meeting, domains);
  const isNamed = speaker === undefined ? () => true : namedTest(speaker);
  const known = new Map<string, boolean>();
  return (one) => {
    if (!one) return false;
    const key = `${one.attendeeId ?? ''} ${one.name}`;
    const person = known.has(key) ? undefined : personOf(one);
    if (person)
      known.set(key, isNamed(person) && (side === undefined || person.isInternal === (side === 'internal')));
    return known.get(key)!;
  };
}

function namedTest(wanted: string): (person: Person) => boolean {
  const address = emailKey(wanted);
  const isName = nameTest(wanted);
  return ({ name, email }) => isName(name) || (email !== undefined && emailKey(email) === address);
}
