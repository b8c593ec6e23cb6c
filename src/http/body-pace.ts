/** The minimum speed of a body; tests use shorter spans than production. */
export type Pace = {
  /** In each span of this length it has to bring so many bytes, or come to its end. */
  spanMs: number;
  minBytes: number;
  /** The same for a large body while others wait to be read. */
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
 * Watches how fast a body comes in.
 * @param isAwaited whether others wait for what this body takes up
 * @param onSlow is told once
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
