import type { Database } from '../../db/database.ts';
import { every } from '../../lib/every.ts';
import type { Log } from '../../lib/log.ts';
import { deliverTurn } from './deliver-turn.ts';
import { claimWebhooks, clearAttempts, type WebhookClaim } from './delivery-queries.ts';
import type { DeliveryParts, TurnLimits } from './delivery-turn.ts';
import { forgetAnswers } from './forget-answers.ts';
import { ClaimLost } from './settle-deliveries.ts';

/** The pause between two searches for webhooks with work: as for the numbering of changes. */
const MIN_PAUSE_MS = 20;
const MAX_PAUSE_MS = 250;

/** The most webhooks that a process sends to at the same time, and the most messages that it sends. */
const MAX_TURNS = 200;
const MAX_SENDING_IN_ALL = 512;

/** The time that a turn lasts if other webhooks wait for theirs. */
const CROWDED_TURN_MS = 5000;

const CLEAR_EVERY_MS = 3_600_000;
const FORGET_EVERY_MS = 2000;

/** The end of delivering: it waits for messages under way, up to a limit, and stores what was learned. */
export type Delivering = { stop(waitMs: number): Promise<void> };

/** Continuously sends webhooks what has changed. Any number of processes may do it: each webhook is served by one of them. */
export function keepDelivering(parts: DeliveryParts & { log: Log }): Delivering {
  const { db, log } = parts;
  const turns = new Set<Promise<void>>();
  const [stopping, cutting] = [new AbortController(), new AbortController()];
  let isCrowded = false;

  const limitsOf = (): TurnLimits => {
    const startMs = performance.now();
    return {
      stopping: stopping.signal,
      cutting: cutting.signal,
      share: () => Math.max(1, Math.floor(MAX_SENDING_IN_ALL / turns.size)),
      isOver: () => isCrowded && performance.now() - startMs > CROWDED_TURN_MS,
    };
  };
  const begin = (claim: WebhookClaim) => {
    const turn: Promise<void> = deliverTurn(parts, claim, limitsOf())
      .catch((error) => {
        // The webhook is claimed again once this claim has expired.
        if (error instanceof ClaimLost) log.debug({ webhook: claim.webhookId }, error.message);
        else log.warn({ err: error, webhook: claim.webhookId }, 'a webhook could not be served');
      })
      .finally(() => turns.delete(turn));
    turns.add(turn);
  };
  let pauseMs = MIN_PAUSE_MS;
  const look = async () => {
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
    const free = MAX_TURNS - turns.size;
    isCrowded = free === 0;
    const claims = free === 0 ? [] : await claim(db, free);
    if (claims.length > 0) pauseMs = MIN_PAUSE_MS;
    for (const one of claims) begin(one);
  };
  const endLooking = every(() => pauseMs, look, log);
  const endClearing = every(CLEAR_EVERY_MS, () => clear(db), log);
  const endForgetting = every(FORGET_EVERY_MS, () => forgetAnswers(db), log);
  return {
    async stop(waitMs) {
      stopping.abort();
      const cut = setTimeout(() => cutting.abort(), waitMs);
      await Promise.all([endLooking(), endClearing(), endForgetting()]);
      await Promise.all(turns);
      clearTimeout(cut);
    },
  };
}

const claim = (db: Database, most: number) =>
  db.transaction((tx) => tx.query<WebhookClaim>(claimWebhooks, [most]));

const clear = (db: Database) => db.transaction(async (tx) => void (await tx.query(clearAttempts, [])));
