import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may hold the event loop before other requests get their turn: a request takes some rounds of the loop. */
const TURN_MS = 2;

/**
 * Does long work in short turns, so that other requests are answered in between. Of much work side by side, each round
 * of the event loop does one turn.
 * @param steps yields wherever the work may rest; a step should take well under {@link TURN_MS}
 */
export async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  let startedMs = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - startedMs < TURN_MS) continue;
    await ownTurn();
    startedMs = performance.now();
  }
}

/** Does the same work without a rest, for callers that have nobody waiting. */
export function atOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Makes a queue for rounds of the event loop. The function returned waits for a round that nobody else in the queue
 * waits for: of many answers that are made side by side, each round makes a piece of one. Short rounds let new
 * connections in, since node accepts one in each of them.
 */
export function makeTurnQueue(): () => Promise<void> {
  let lastTurn: Promise<void> = Promise.resolve();
  return () => {
    lastTurn = lastTurn.then(() => nextTurn());
    return lastTurn;
  };
}

/** The queue of answers with stored pieces. */
export const ownTurn: () => Promise<void> = makeTurnQueue();
