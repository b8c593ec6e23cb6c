import { GuardedFetchError } from './errors.ts';

/** The clocks of one fetch with all its redirects, and the one way in which it is stopped. */
export type Watch = {
  /** Says how to stop what is being done now; called at once where the fetch is stopped already. */
  onStop(halt: (error: unknown) => void): void;
  /** Stops the fetch, unless it was stopped before or has ended. */
  stop(error: unknown): void;
  /** The reason for which it was stopped. */
  stopped(): { error: unknown } | undefined;
  /** Starts the clock of one step; the function returned ends it. */
  limit(timeoutMs: number, message: string): () => void;
  /** No clock runs and no signal is heard any more. */
  end(): void;
};

/** @param signal not aborted yet; its reason, unchanged, is what an aborted fetch throws */
export function startWatch(totalTimeoutMs: number, place: string, signal: AbortSignal | undefined): Watch {
  let stopped: { error: unknown } | undefined;
  let ended = false;
  let halt: (error: unknown) => void = () => {};
  let step: NodeJS.Timeout | undefined;
  const stop = (error: unknown) => {
    if (stopped || ended) return;
    stopped = { error };
    halt(error);
  };
  const limit = (timeoutMs: number, message: string) => {
    clearTimeout(step);
    step = setTimeout(() => stop(new GuardedFetchError('timeout', message)), timeoutMs);
    return () => clearTimeout(step);
  };
  const total = setTimeout(() => {
    stop(new GuardedFetchError('timeout', `${place} took longer than ${totalTimeoutMs / 1000} s in all`));
  }, totalTimeoutMs);
  const abort = () => stop(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  return {
    onStop(handler) {
      halt = handler;
      if (stopped) handler(stopped.error);
    },
    stop,
    stopped: () => stopped,
    limit,
    end() {
      ended = true;
      clearTimeout(total);
      clearTimeout(step);
      signal?.removeEventListener('abort', abort);
    },
  };
}
