import { createContext, useContext } from 'react';
import type { Playback } from './playback.ts';
import type { Entry, Evaluation, Evaluations, MeetingWithRecording } from './shapes.ts';
import type { Talk } from './talk.ts';

/** The state shared by the parts of the screen: the meeting, its player, and ways to reach a line. */
export interface Scope {
  meeting: MeetingWithRecording;
  entries: readonly Entry[];
  talk: Talk;
  playback: Playback;
  /** Whether there is a recording to play. */
  isPlayable: boolean;
  evaluations: Evaluations | undefined;
  /** The signal whose evidence is marked. */
  chosen: Evaluation | undefined;
  chooseSignal: (signalId: number | undefined) => void;
  /** Shows a line of the transcript; the player goes there too, and stays in the state that it is in. */
  jump: (entry: number) => void;
  /** Plays from a line; without a recording it is only marked. */
  hear: (entry: number) => void;
}

const ScopeContext = createContext<Scope | undefined>(undefined);

/** Gives the parts below their scope. */
export const ScopeProvider = ScopeContext.Provider;

/** The meeting that the part is of. */
export function useScope(): Scope {
  const scope = useContext(ScopeContext);
  if (!scope) throw new Error('This part belongs inside a meeting.');
  return scope;
}
