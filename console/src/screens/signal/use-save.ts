import { useMutation } from '@tanstack/react-query';
import { api, queryClient, unwrap } from '../../api.ts';
import { toast } from '../../parts/index.ts';
import { type Signal, signalQuery } from '../signals/queries.ts';
import { askedBy } from './draft.ts';
import { checkDraft, faultsOf } from './draft-faults.ts';
import type { Editing } from './use-draft.ts';

/** Thrown where the draft has faults that stand at its fields: nothing more is to be said. */
class FaultyDraft extends Error {}

/** Saves a draft. */
export interface Saving {
  /** `enable`: turns it on as well. */
  save: (options?: { enable?: boolean }) => void;
  isPending: boolean;
}

interface Options {
  /** The signal that the draft is a change of; if it is absent, a new one is created. */
  saved?: Signal;
  editing: Editing;
  onSaved: (signal: Signal) => void;
}

/** Saves the draft, tells what was done, and puts what the API finds wrong to its fields. */
export function useSave({ saved, editing, onSaved }: Options): Saving {
  const { draft, changes, setFaults } = editing;
  const asked = askedBy(draft);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ enable = false }: { enable?: boolean }): Promise<Signal> => {
      const faults = checkDraft(draft);
      if (faults) {
        setFaults(faults);
        throw new FaultyDraft();
      }
      if (!saved) return unwrap(api.POST('/admin/v1/signals', { body: { ...asked, enabled: enable } }));
      const body = enable ? { ...changes, enabled: true } : changes;
      return unwrap(api.PATCH('/admin/v1/signals/{id}', { params: { path: { id: saved.id } }, body }));
    },
    onSuccess: (signal) => {
      queryClient.setQueryData(signalQuery(signal.id).queryKey, signal);
      void queryClient.invalidateQueries({ queryKey: ['signals'] });
      toast.good(wordsOf(saved, signal));
      onSaved(signal);
    },
    onError: (error) => {
      const faults = faultsOf(error, asked);
      if (faults) setFaults(faults);
      if (faults?.others.length) toast.bad(faults.others.join('; '));
      else if (!faults && !(error instanceof FaultyDraft)) toast.bad(error);
      focusFirstFault();
    },
  });
  return { save: (options = {}) => mutate(options), isPending };
}

function wordsOf(saved: Signal | undefined, signal: Signal): string {
  const { signalName, version, enabled } = signal;
  const isNew = saved === undefined;
  const what = isNew
    ? `“${signalName}” created`
    : version > saved.version
      ? `Saved as version ${version}`
      : 'Saved';
  if (!enabled) return `${what}. The signal evaluates nothing until you enable it.`;
  return isNew || !saved.enabled ? `${what} and enabled for new conversations.` : `${what}.`;
}

/** The faults are drawn after this turn. */
function focusFirstFault(): void {
  setTimeout(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus());
}
