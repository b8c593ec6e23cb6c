import { useRef, useState } from 'react';
import { messageOf, queryClient } from '../../../api.ts';
import type { Meeting } from '../../../shapes.ts';
import { type BulkAction, undoAll } from './actions.ts';
import { runAll } from './run-all.ts';
import type { Selection } from './use-selection.ts';

/** An action on several meetings: under way, or what has become of it. */
export type BulkState =
  | { phase: 'running'; action: BulkAction; done: number; total: number }
  | {
      phase: 'done';
      action: BulkAction;
      count: number;
      /** Those that had not begun when the action was stopped. */
      left: number;
      failures: { meeting: Meeting; reason: string }[];
      /** Undoes what succeeded. */
      undo: (() => void) | undefined;
    };

/** Runs actions on several meetings, one after the other. */
export interface Bulk {
  state: BulkState | undefined;
  run: (action: BulkAction, meetings: readonly Meeting[]) => Promise<void>;
  stop: () => void;
  dismiss: () => void;
}

/** Keeps selected what failed, or was not begun; what succeeded is no longer selected. */
export function useBulk(selection: Selection): Bulk {
  const [state, setState] = useState<BulkState>();
  const controller = useRef<AbortController | undefined>(undefined);
  const deselect = useRef(selection.deselect);
  deselect.current = selection.deselect;
  const run = async (action: BulkAction, meetings: readonly Meeting[]): Promise<void> => {
    const stopping = new AbortController();
    controller.current = stopping;
    const total = meetings.length;
    setState({ phase: 'running', action, done: 0, total });
    const outcomes = await runAll(meetings, action.work, {
      signal: stopping.signal,
      onDone: (done) => setState({ phase: 'running', action, done, total }),
    });
    const succeeded = outcomes.filter((one) => one.ok);
    const requests = new Map(succeeded.flatMap(({ item, result }) => (result ? [[item.id, result]] : [])));
    deselect.current(succeeded.map(({ item }) => item.id));
    const undoable = succeeded.map(({ item }) => item).filter(({ id }) => requests.has(id));
    setState({
      ...{ phase: 'done', action, count: succeeded.length, left: total - outcomes.length },
      failures: outcomes.flatMap((one) =>
        one.ok ? [] : [{ meeting: one.item, reason: messageOf(one.error) }],
      ),
      undo: undoable.length > 0 ? () => void run(undoAll(requests), undoable) : undefined,
    });
    void queryClient.invalidateQueries();
  };
  return {
    state,
    run,
    stop: () => controller.current?.abort(),
    dismiss: () => setState(undefined),
  };
}
