import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ParleyError, queryClient, unwrap } from '../../api.ts';
import { toast } from '../../parts/index.ts';
import type { Remap } from './shapes.ts';

const FIRST_POLL_MS = 300;
const MAX_POLL_MS = 2_000;
/** The longest time for which a remap is followed. The history shows its state after that. */
const MAX_FOLLOW_MS = 15 * 60_000;

/** The records that a remap sets, and the follow-up work that it requests. */
export interface RemapOrder {
  accountId?: string | undefined;
  opportunityId?: string | undefined;
  leadId?: string | undefined;
  triggerSummary: boolean;
  triggerAiSignals: boolean;
}

/** Remaps of the meeting, followed until all that was asked for is done. */
export interface RemapControl {
  /** The remap under way, or the last one. */
  now: Remap | undefined;
  isBusy: boolean;
  error: Error | null;
  remap: (order: RemapOrder) => Promise<Remap>;
  /** Undoes a remap. */
  undo: (requestId: string) => void;
  /** Forgets the error of an earlier try. */
  reset: () => void;
}

const isOver = ({ status }: Remap): boolean => status === 'completed' || status === 'failed';

/** Starts remaps of a meeting and follows them; lives with the screen, so that a closed dialog loses nothing. */
export function useRemap(meetingId: string): RemapControl {
  const [now, setNow] = useState<Remap>();
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: ['meeting', meetingId] });
    void queryClient.invalidateQueries({ queryKey: ['meetings'] });
  };
  const onState = (state: Remap) => {
    setNow((last) => {
      if (last?.status !== state.status && state.status !== 'accepted') refresh();
      return state;
    });
  };
  const mutation = useMutation({
    mutationFn: async (start: () => Promise<string>) => {
      setNow(undefined);
      const requestId = await start();
      const last = await followRemap(requestId, { onState });
      refresh();
      if (last.status === 'failed') throw new Error(last.reason ?? 'The remap failed. Try again.');
      return last;
    },
  });
  const undo = (requestId: string) => {
    mutation.mutate(() => undoRemap(requestId), {
      onSuccess: () => toast.good('The previous CRM records are restored.'),
      onError: (error) => toast.bad(error),
    });
  };
  return {
    now,
    isBusy: mutation.isPending,
    error: mutation.error,
    remap: (order) => mutation.mutateAsync(() => startRemap(meetingId, order)),
    undo,
    reset: mutation.reset,
  };
}

/** Requests the undo of a remap. @returns the id of the request */
export async function undoRemap(requestId: string): Promise<string> {
  const params = { path: { requestId } };
  return (await unwrap(api.POST('/v1/meeting/remap/{requestId}/undo', { params }))).requestId;
}

/** Requests a remap. @returns the id of the request */
export async function startRemap(meetingId: string, order: RemapOrder): Promise<string> {
  const { triggerSummary, triggerAiSignals, accountId, opportunityId, leadId } = order;
  const salesforceRecords = {
    ...(accountId ? { accountId } : {}),
    ...(opportunityId ? { opportunityId } : {}),
    ...(leadId ? { leadId } : {}),
  };
  const body = { meetingDetails: { serviceMeetingId: Number(meetingId) }, salesforceRecords };
  const params = { query: { triggerSummary, triggerAiSignals } };
  return (await unwrap(api.POST('/v1/meeting/remap', { params, body }))).requestId;
}

/**
 * Requests the state until the remap has ended, or is applied, and continues while the API does not respond.
 * @param options.onState is called with each state
 */
export async function followRemap(
  requestId: string,
  {
    until = 'ended',
    onState,
  }: { until?: 'ended' | 'applied'; onState?: ((state: Remap) => void) | undefined },
): Promise<Remap> {
  const untilMs = Date.now() + MAX_FOLLOW_MS;
  for (let waitMs = FIRST_POLL_MS; ; waitMs = Math.min(waitMs * 1.5, MAX_POLL_MS)) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    try {
      const state = await unwrap(
        api.GET('/v1/meeting/remap/{requestId}', { params: { path: { requestId } } }),
      );
      onState?.(state);
      const isReached = isOver(state) || (until === 'applied' && state.status === 'applied');
      if (isReached || Date.now() > untilMs) return state;
    } catch (error) {
      const isAway = error instanceof ParleyError && (error.status === 0 || error.status >= 500);
      if (!isAway || Date.now() > untilMs) throw error;
    }
  }
}
