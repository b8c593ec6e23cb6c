/** The minimum speed of a body; tests use shorter spans than production. */
export type Pace = {
  /**
   * In each period of this length, the sender has to send at least the given number of bytes, or the end of the body.
   */
  spanMs: number;
  minBytes: number;
  /** The same minimum for a large body while others wait to be read. */
  minBytesAwaited: number;
};

export const PACE: Pace = { spanMs: 10_000, minBytes: 10 * 1024, minBytesAwaited: 640 * 1024 };

export type PaceWatch = {
  note(bytes: number): void;
  /** We hold the sender back: no time of it counts until {@link goOn}. */
  rest(): void;
  goOn(): void;
  end(): void;
};

/**
 * Watches the speed at which a body arrives.
 * @param isAwaited whether others wait for the memory that this body occupies
 * @param onSlow is called once
 */
export function watchPace(pace: Pace, isAwaited: () => boolean, onSlow: () => void): PaceWatch {
  let bytes = 0;
  let isResting = false;
  const isSlow = () => !isResting && bytes < (isAwaited() ? pace.minBytesAwaited : pace.minBytes);
  let verdict: NodeJS.Immediate | undefined;
  const timer = setInterval(() => {
    // Bytes that arrived while the event loop was busy are read first, before the sender is judged.
    if (isSlow()) verdict = setImmediate(judge);
    else bytes = 0;
  }, pace.spanMs);
  const end = () => {
    clearInterval(timer);
    clearImmediate(verdict);
  };
  const judge = () => {
    if (isSlow()) {
      end();
      onSlow();
    }
    bytes = 0;
  };
  return {
    note(count) {
      bytes += count;
    },
    rest() {
      isResting = true;
    },
    goOn() {
      isResting = false;
      bytes = 0;
      timer.refresh();
    },
    end,
  };
}
