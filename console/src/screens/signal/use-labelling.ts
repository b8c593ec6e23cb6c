import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queryClient, unwrap } from '../../api.ts';
import { toast } from '../../parts/index.ts';
import type { ToLabel } from './label-queries.ts';

type Verdict = 'right' | 'wrong';

/** Working through a list of evaluations. */
export interface Labelling {
  /** The place of the evaluation that is looked at; past the end, all are done. */
  at: number;
  /** The number of evaluations that have been labelled, and of those labelled as right. */
  given: number;
  right: number;
  label: (verdict: Verdict) => void;
  skip: () => void;
  /** Goes back to the one before, and takes its label back if it has one. */
  undo: () => void;
  canUndo: boolean;
  isPending: boolean;
}

/** Labels the evaluations in their order. What is labelled changes the quality, so that is asked for again. */
export function useLabelling(evaluations: readonly ToLabel[]): Labelling {
  const [verdicts, setVerdicts] = useState<(Verdict | undefined)[]>([]);
  const at = verdicts.length;
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ id, verdict }: { id: string; verdict: Verdict | undefined }) => {
      const params = { path: { id } };
      if (verdict) await unwrap(api.PUT('/v1/evaluations/{id}/label', { params, body: { verdict } }));
      else await unwrap(api.DELETE('/v1/evaluations/{id}/label', { params }));
    },
    onSuccess: (_, { verdict }) => {
      setVerdicts((before) => (verdict ? [...before, verdict] : before.slice(0, -1)));
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [kind, , what] }) =>
          (kind === 'signals' && what === 'quality') || (kind === 'backtests' && what === undefined),
      });
    },
    onError: (error) => toast.bad(error),
  });
  const here = evaluations[at]?.evaluationId;
  const before = evaluations[at - 1]?.evaluationId;
  return {
    at,
    given: verdicts.filter(Boolean).length,
    right: verdicts.filter((one) => one === 'right').length,
    label: (verdict) => here !== undefined && !isPending && mutate({ id: here, verdict }),
    skip: () => here !== undefined && !isPending && setVerdicts([...verdicts, undefined]),
    undo: () => {
      if (before === undefined || isPending) return;
      if (verdicts.at(-1)) mutate({ id: before, verdict: undefined });
      else setVerdicts(verdicts.slice(0, -1));
    },
    canUndo: before !== undefined,
    isPending,
  };
}
