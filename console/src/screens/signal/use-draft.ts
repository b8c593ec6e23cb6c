import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type Asked, changesOf, type Draft, draftOf, makeVersion, newFollowUp } from './draft.ts';
import { checkDraft, type DraftFaults, NO_FAULTS } from './draft-faults.ts';

/** A draft in the hands of the screen. */
export interface Editing {
  draft: Draft;
  /** The changes against the saved signal. */
  changes: Partial<Asked>;
  isDirty: boolean;
  makesVersion: boolean;
  faults: DraftFaults;
  setFaults: (faults: DraftFaults) => void;
  /** Changes fields and clears their errors. */
  set: (change: Partial<Draft> | ((draft: Draft) => Partial<Draft>)) => void;
  /** Puts what an earlier version asked into the draft; the rest of it stays. */
  take: (asked: Pick<Asked, 'prompt' | 'phrases' | 'saidBy' | 'followUpPrompts'>) => void;
  /** Back to what is saved. */
  reset: () => void;
}

/**
 * The draft of a signal: what is saved until something is changed.
 * @param saved what the draft is compared with
 * @param stashKey under which an unsaved draft outlives a session that ends
 * @param start what a new signal begins with
 */
export function useDraft(saved: Asked, stashKey: string, start: Asked = saved): Editing {
  const [edited, setEdited] = useState<Draft | undefined>(
    () => readStash(stashKey) ?? (start === saved ? undefined : draftOf(start)),
  );
  const [faults, setFaults] = useState(NO_FAULTS);
  const untouched = useMemo(() => draftOf(saved), [saved]);
  const draft = edited ?? untouched;
  const changes = useMemo(() => changesOf(saved, draft), [saved, draft]);
  useEffect(() => sessionStorage.removeItem(stashKey), [stashKey]);

  const set = useCallback<Editing['set']>(
    (change) => {
      setEdited((before = untouched) => {
        const next = typeof change === 'function' ? change(before) : change;
        return { ...before, ...next };
      });
      setFaults((before) => (before === NO_FAULTS ? before : without(before, change)));
    },
    [untouched],
  );
  const take = useCallback<Editing['take']>(
    (asked) => {
      const { prompt, decidesBy, phraseLines, saidBy, followUps } = draftOf({ ...saved, ...asked });
      set({ prompt, decidesBy, phraseLines, saidBy, followUps });
    },
    [saved, set],
  );
  const reset = useCallback(() => {
    setEdited(undefined);
    setFaults(NO_FAULTS);
  }, []);
  // Phrases that are still to be written change nothing that is saved, but are to be said.
  const isDirty = Object.keys(changes).length > 0 || checkDraft(draft) !== undefined;
  const makesVersion = makeVersion(changes);
  return { draft, changes, isDirty, makesVersion, faults, setFaults, set, take, reset };
}

/** Faults of follow-ups go by their places, which a change may move. */
function without(faults: DraftFaults, change: Parameters<Editing['set']>[0]): DraftFaults {
  if (typeof change === 'function') return { ...faults, followUps: {}, others: [] };
  const left: DraftFaults = { ...faults, others: [] };
  if ('signalName' in change) delete left.signalName;
  if ('prompt' in change) delete left.prompt;
  if ('contextSource' in change) delete left.contextSource;
  if ('phraseLines' in change || 'decidesBy' in change) delete left.phrases;
  if ('followUps' in change) left.followUps = {};
  return left;
}

/**
 * Asks before an unsaved draft is left; not for another tab of the same screen. Where the session has ended the draft
 * is put by instead, and is there again after sign-in.
 */
export function useLeaveGuard(stashKey: string, { draft, isDirty }: Editing) {
  return useBlocker({
    shouldBlockFn: ({ current, next }) => {
      if (!isDirty || current.pathname === next.pathname) return false;
      if (next.pathname !== '/sign-in') return true;
      sessionStorage.setItem(stashKey, JSON.stringify(draft));
      return false;
    },
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
}

/** Drafts that an earlier version has put by have no side. */
const NO_SIDE = { saidBy: 'anyone' } as const;

function readStash(key: string): Draft | undefined {
  const stashed = sessionStorage.getItem(key);
  if (stashed === null) return undefined;
  const draft = JSON.parse(stashed) as Draft;
  return {
    ...NO_SIDE,
    ...draft,
    followUps: draft.followUps.map(({ name, prompt }) => newFollowUp(name, prompt)),
  };
}
