import { Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, ParleyError, unwrap } from '../../api.ts';
import { usePatchSearch } from '../../parts/index.ts';
import { askedBy, type Draft } from './draft.ts';
import { checkDraft, faultsOf } from './draft-faults.ts';
import { MeetingPicker } from './meeting-picker.tsx';
import { RequestFault } from './request-fault.tsx';
import styles from './try-panel.module.css';
import type { TryProps } from './try-props.ts';
import { TryResult } from './try-result.tsx';

/** The API gives up after 50 s by itself. */
const TIMEOUT_MS = 55_000;

type Trying = ReturnType<typeof useTry>;

/** Judges one meeting by the draft, at once. */
export function TryOnMeeting({ editing, saving, saved, search }: TryProps) {
  const patch = usePatchSearch();
  const trying = useTry(saved?.id, editing);
  const { meeting } = search;
  const run = () => meeting !== undefined && !trying.isPending && trying.run(meeting);
  useHotkeys([['mod+Enter', run]], []);
  const asked = JSON.stringify(askedOn(editing.draft, meeting));
  return (
    <>
      <MeetingPicker
        id={meeting}
        onChange={(id) => {
          trying.reset();
          patch({ meeting: id }, { replace: true });
        }}
      />
      <div className={styles.run}>
        <Button onClick={run} loading={trying.isPending} disabled={meeting === undefined}>
          Try on this meeting
        </Button>
        {trying.isPending ? (
          <Waiting onCancel={trying.cancel} />
        ) : (
          <span className={styles.keys} aria-hidden="true">
            <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd>
          </span>
        )}
      </div>
      <div className={styles.after} aria-live="polite">
        <Outcome
          {...{ trying, meeting, run, editing, saving, saved }}
          isStale={trying.asked !== undefined && trying.asked !== asked}
        />
      </div>
    </>
  );
}

interface OutcomeProps extends Omit<TryProps, 'search'> {
  trying: Trying;
  meeting: number | undefined;
  run: () => void;
  isStale: boolean;
}

function Outcome({ trying, meeting, run, isStale, ...rest }: OutcomeProps) {
  if (trying.isPending) return null;
  if (trying.error) return <RequestFault error={trying.error} what="The trial" onRetry={run} mayBeBudget />;
  if (!trying.result || meeting === undefined) return null;
  return <TryResult result={trying.result} meetingId={meeting} isStale={isStale} onAgain={run} {...rest} />;
}

/** The request for a trial, which also identifies the draft that a result belongs to. */
function askedOn(draft: Draft, meeting: number | undefined) {
  const { prompt, phrases, saidBy, followUpPrompts, contextSource } = askedBy(draft);
  // While phrases decide, what they mean may be written later.
  const isNeedless = phrases.length > 0 && prompt === '';
  return {
    meetingId: String(meeting),
    ...(isNeedless ? {} : { prompt }),
    ...{ phrases, saidBy, followUpPrompts, contextSource },
  };
}

function useTry(signalId: number | undefined, { draft, setFaults }: TryProps['editing']) {
  const aborting = useRef<AbortController>(undefined);
  useEffect(() => () => aborting.current?.abort(), []);
  const { mutate, data, error, isPending, reset, variables } = useMutation({
    mutationFn: (asked: ReturnType<typeof askedOn>) => {
      aborting.current = new AbortController();
      const body = { ...asked, ...(signalId === undefined ? {} : { signalId }) };
      const { signal } = aborting.current;
      return unwrap(api.POST('/admin/v1/signals/try', { body, signal, timeoutMs: TIMEOUT_MS }));
    },
    onError: (fault, { phrases }) => {
      const faults = faultsOf(fault, { phrases });
      if (faults) setFaults(faults);
      if (fault instanceof DOMException) reset();
    },
  });
  return {
    run: (meeting: number) => {
      const faults = checkDraft(draft);
      if (faults) setFaults(faults);
      else mutate(askedOn(draft, meeting));
    },
    cancel: () => aborting.current?.abort(),
    reset,
    isPending,
    result: data,
    error: error instanceof ParleyError ? error : undefined,
    /** The request that the result belongs to. */
    asked: data && JSON.stringify(variables),
  };
}

/** Shows how long the model has been running, and lets the user cancel. */
function Waiting({ onCancel }: { onCancel: () => void }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <span className={styles.hint}>Evaluating … {seconds > 1 && `${seconds} s`}</span>
      <Button variant="subtle" color="gray" size="xs" onClick={onCancel}>
        Cancel
      </Button>
    </>
  );
}
