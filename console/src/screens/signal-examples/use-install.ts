import { useMutation } from '@tanstack/react-query';
import { api, messageOf, queryClient, unwrap } from '../../api.ts';
import { count, toast } from '../../parts/index.ts';
import { type Signal, signalQuery, signalsQuery } from '../signals/queries.ts';
import type { ExampleSignals } from './queries.ts';

type Body = ExampleSignals['examples'][number]['signal'];

/** Creates the example signals that are given, one after the other. If one fails, those before it remain. */
export function useInstall() {
  return useMutation({
    mutationFn: async (bodies: readonly Body[]) => {
      const created: Signal[] = [];
      try {
        for (const body of bodies) created.push(await unwrap(api.POST('/admin/v1/signals', { body })));
      } catch (error) {
        if (created.length === 0) throw error;
        toast.bad(`${count(created.length, 'signal')} installed, then: ${messageOf(error)}`);
      }
      return created;
    },
    onSuccess: (created, bodies) => {
      for (const signal of created) queryClient.setQueryData(signalQuery(signal.id).queryKey, signal);
      if (created.length === bodies.length) toast.good(wordsOf(created));
    },
    onError: toast.bad,
    onSettled: () => queryClient.invalidateQueries({ queryKey: signalsQuery.queryKey }),
  });
}

function wordsOf([first, ...others]: readonly Signal[]): string {
  if (others.length > 0) {
    return `${count(others.length + 1, 'signal')} installed. They evaluate nothing until you enable them.`;
  }
  return `“${first?.signalName}” installed. It evaluates nothing until you enable it.`;
}
