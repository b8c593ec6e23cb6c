import type { Side } from '../../ai/types.ts';
import { sideFinder } from '../conversations/person-of-speaker.ts';
import type { HeardMeeting } from './load-transcripts.ts';
import type { Moment } from './match-transcript.ts';

type Sided = Moment['entry'] & { speaker?: { side?: Side } };

/** A moment whose speakers have their sides, if they are known. */
export type ShownMoment = Omit<Moment, 'entry' | 'before' | 'after'> & {
  entry: Sided;
  before: Sided | undefined;
  after: Sided | undefined;
};

/**
 * Adds the sides of the speakers.
 * @param domains those of the organization
 */
export function withSides(moments: readonly Moment[], domains: readonly string[]): ShownMoment[] {
  const finders = new Map<HeardMeeting, ReturnType<typeof sideFinder>>();
  return moments.map((moment) => {
    const { meeting, entry, before, after } = moment;
    const sideOf = finders.get(meeting) ?? sideFinder(meeting, domains);
    finders.set(meeting, sideOf);
    const sided = (said: Moment['entry']) => {
      const side = said.speaker && sideOf(said.speaker);
      return side === undefined ? said : { ...said, speaker: { ...said.speaker!, side } };
    };
    return { ...moment, entry: sided(entry), before: before && sided(before), after: after && sided(after) };
  });
}
