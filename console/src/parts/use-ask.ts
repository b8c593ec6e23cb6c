import type { AnswerEvent } from '@parley/client';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../api.ts';

type EventOf<Type extends AnswerEvent['type']> = Extract<AnswerEvent, { type: Type }>;

/** A question that was asked, with what has arrived of its answer. */
export type Asking = {
  question: string;
  state: 'running' | 'stopped' | 'failed' | 'done';
  progress?: EventOf<'progress'>;
  sentences: EventOf<'sentence'>['sentence'][];
  end?: EventOf<'done'>['answer'];
  error?: unknown;
};

/** Asks one question at a time; a further one, or leaving the screen, gives the one before up. */
export function useAsk(accountId: string | undefined) {
  const [asking, setAsking] = useState<Asking>();
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  const { mutate } = useMutation({
    mutationFn: async ({ question, signal }: { question: string; signal: AbortSignal }) => {
      const body = { question, ...(accountId === undefined ? {} : { salesforceAccountId: accountId }) };
      for await (const event of api.ask(body, { signal })) {
        if (signal.aborted) return;
        setAsking((before) => (before ? withEvent(before, event) : before));
      }
    },
    onError: (error, { signal }) => {
      if (!signal.aborted) setAsking((before) => before && { ...before, state: 'failed', error });
    },
  });
  return {
    asking,
    ask(question: string) {
      current.current?.abort();
      current.current = new AbortController();
      setAsking({ question, state: 'running', sentences: [] });
      mutate({ question, signal: current.current.signal });
    },
    stop() {
      current.current?.abort();
      setAsking((before) => before && { ...before, state: 'stopped' });
    },
  };
}

function withEvent(asking: Asking, event: AnswerEvent): Asking {
  if (event.type === 'progress') return { ...asking, progress: event };
  if (event.type === 'sentence') return { ...asking, sentences: [...asking.sentences, event.sentence] };
  return { ...asking, state: 'done', end: event.answer };
}
