import type { Database } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { readChanges } from '../changes/read-changes.ts';
import type { DeliveryAttempt } from './attempts.ts';
import { type DeliveryLine, type Item, MAX_PENDING } from './delivery-line.ts';
import { type ClaimedWebhook, selectForgotten, type WebhookClaim } from './delivery-queries.ts';
import { type Message, signedHeaders } from './message.ts';
import { ReceiverState } from './receiver-state.ts';
import { renderMessages, selectWanted } from './render-messages.ts';
import { type DeliveryOutcome, type PostGuarded, sendMessage } from './send-message.ts';
import { settleDeliveries } from './settle-deliveries.ts';
import type { Sign } from './webhook-keys.ts';

/** The changes that one statement reads, and the messages that are rendered together. */
const BATCH = 100;

/** The most messages under way to one webhook. */
const MAX_SENDING = 32;

/** The interval at which progress is stored. */
const SETTLE_MS = 200;

/** The time after which an idle turn renews its claim: a third of what a claim lasts. */
const RENEW_MS = 10_000;

/** The pause after a message that could not be sent for a cause of our own. */
const BROKEN_PAUSE_SECONDS = 5;

const GONE = 410;

export type DeliveryParts = {
  db: Database;
  post: PostGuarded;
  /** The beginning of links to the console. */
  publicUrl: string;
};

/** The bounds of a turn, which depend on what else the process does. */
export type TurnLimits = {
  /** Fires when the process stops: no message is begun any more. */
  stopping: AbortSignal;
  /** Fires when messages under way are given up. */
  cutting: AbortSignal;
  /** Returns the share of this webhook in the messages that the process sends at the same time. */
  share(): number;
  /** Returns whether the turn has lasted long enough, because others wait. */
  isOver(): boolean;
};

/** A worker's turn at a webhook: it sends until nothing is due any more. */
export class Turn {
  readonly #parts: DeliveryParts;
  readonly #claim: WebhookClaim;
  readonly #webhook: ClaimedWebhook;
  readonly #signs: readonly Sign[];
  readonly #line: DeliveryLine;
  readonly #receiver: ReceiverState;
  readonly #limits: TurnLimits;
  #messages = new Map<number, Message>();
  #attempts: DeliveryAttempt[] = [];
  #hasSucceeded = false;
  #error: string | undefined;
  #missed = 0;
  #disabledReason: string | undefined;
  #mayFollow = true;
  #isCurrent = true;
  #settledMs = performance.now();
  #wake = () => {};

  constructor(
    parts: DeliveryParts,
    claim: WebhookClaim,
    webhook: ClaimedWebhook,
    signs: readonly Sign[],
    line: DeliveryLine,
    limits: TurnLimits,
  ) {
    this.#parts = parts;
    this.#claim = claim;
    this.#webhook = webhook;
    this.#signs = signs;
    this.#line = line;
    this.#limits = limits;
    this.#receiver = new ReceiverState(line, webhook.failures, webhook.failingMs);
  }

  async run(): Promise<void> {
    try {
      for (let wasIdle = false; !wasIdle; ) {
        if (this.#mayBegin()) await this.#fill();
        await this.#begin();
        wasIdle = this.#line.sending === 0 && !this.#hasWork();
        if (wasIdle) break;
        await this.#somethingHappened();
        if (performance.now() - this.#settledMs >= SETTLE_MS) await this.#settle(false);
      }
    } finally {
      while (this.#line.sending > 0) await this.#somethingHappened();
    }
    await this.#settle(true);
  }

  /** Returns whether messages may be begun at the moment. */
  #mayBegin(): boolean {
    const isEnding = this.#limits.stopping.aborted || this.#limits.isOver();
    return !isEnding && this.#isCurrent && !this.#disabledReason && !this.#receiver.isPaused();
  }

  #hasWork(): boolean {
    if (!this.#mayBegin()) return false;
    return this.#sendable(1).length > 0 || (this.#mayFollow && this.#canTake());
  }

  #canTake(): boolean {
    return this.#line.size < MAX_PENDING && (!this.#receiver.isDown() || this.#line.size === 0);
  }

  /** Returns what may be sent now; to a receiver that is down, only one message to try it. */
  #sendable(most: number): Item[] {
    if (!this.#receiver.isDown()) return this.#line.sendable(performance.now(), most);
    const probe = this.#line.sending === 0 ? this.#line.probe() : undefined;
    return probe ? [probe] : [];
  }

  /** Takes further changes from the feed if few are left to be sent. */
  async #fill(): Promise<void> {
    this.#missed += this.#line.makeRoom();
    while (this.#mayFollow && this.#canTake() && this.#sendable(MAX_SENDING).length < MAX_SENDING) {
      const { db } = this.#parts;
      const { organizationId } = this.#claim;
      const limit = Math.min(BATCH, MAX_PENDING - this.#line.size);
      const place = { position: this.#line.reached, mark: 0 };
      const page = await readChanges(db, organizationId, place, { types: this.#webhook.types, limit }).catch(
        (error) => {
          if (error instanceof Fault && error.kind === 'gone') return undefined;
          throw error;
        },
      );
      if (!page) {
        await this.#skipForgotten();
        continue;
      }
      for (const change of await selectWanted(db, organizationId, this.#webhook, page.changes)) {
        this.#line.add(change);
      }
      this.#line.reach(page.next.position);
      this.#mayFollow = !page.isUpToDate;
    }
  }

  /** Goes on where the feed begins: what is before is no longer kept. */
  async #skipForgotten(): Promise<void> {
    type Head = { lastPosition: number; forgottenPosition: number };
    const [head] = await this.#parts.db.query<Head>(selectForgotten, [this.#claim.organizationId]);
    const { lastPosition = 0, forgottenPosition = 0 } = head ?? {};
    this.#missed += Math.max(0, forgottenPosition - this.#line.reached);
    this.#line.reach(Math.min(Math.max(forgottenPosition, this.#line.reached), lastPosition));
  }

  /** Begins as many messages as may be under way. */
  async #begin(): Promise<void> {
    if (!this.#mayBegin()) return;
    const isDown = this.#receiver.isDown();
    const window = this.#receiver.window(Math.min(MAX_SENDING, this.#limits.share()));
    const free = window - this.#line.sending;
    if (free <= 0) return;
    let items = this.#sendable(free);
    const bare = items.filter(({ change }) => !this.#messages.has(change.position));
    if (bare.length > 0) {
      await this.#render(isDown ? bare : this.#sendable(BATCH));
      items = this.#sendable(free);
    }
    for (const item of items) {
      const message = this.#messages.get(item.change.position);
      if (message) void this.#send(item, message);
    }
  }

  async #render(items: readonly Item[]): Promise<void> {
    const { db, publicUrl } = this.#parts;
    const bare = items.filter(({ change }) => !this.#messages.has(change.position));
    const changes = bare.map(({ change }) => change);
    const messageOf = await renderMessages(db, { ...this.#claim, publicUrl }, this.#webhook, changes);
    for (const item of bare) {
      const message = messageOf(item.change);
      if (message) this.#messages.set(item.change.position, message);
      else this.#line.finish(item);
    }
  }

  async #send(item: Item, message: Message): Promise<void> {
    const { post } = this.#parts;
    const { position } = item.change;
    const atMs = Date.now();
    this.#line.begin(item, performance.now());
    this.#messages.delete(position);
    try {
      const headers = signedHeaders(message, atMs, this.#signs);
      const request = { headers, body: message.body, signal: this.#limits.cutting };
      this.#note(item, message, await sendMessage(post, this.#webhook.url, request), atMs);
    } catch (error) {
      // The process stops, or a part of it is broken: neither is a failure of the receiver.
      this.#line.interrupt(item);
      this.#isCurrent = false;
      if (!this.#limits.cutting.aborted) {
        this.#error = `The message could not be sent (${nameOf(error)})`;
        this.#receiver.pause(BROKEN_PAUSE_SECONDS);
      }
    }
    this.#wake();
  }

  #note(item: Item, { id: messageId, event }: Message, outcome: DeliveryOutcome, atMs: number): void {
    const { id: entityId, position } = item.change;
    const attempt = item.attempts + 1;
    const told = { messageId, event, entityId, position, attempt, outcome, atMs };
    if (outcome.isSuccess) {
      // Changes that waited because the receiver was away do not wait any longer.
      if (this.#receiver.isDown()) this.#line.hasten(performance.now());
      this.#line.finish(item);
      this.#receiver.noteSuccess();
      this.#hasSucceeded = true;
      this.#attempts.push(told);
      return;
    }
    const pause = this.#receiver.noteFailure(attempt, outcome);
    this.#line.fail(item, performance.now() + pause * 1000);
    this.#receiver.pauseIfDown();
    this.#error = outcome.error;
    const isGone = outcome.status === GONE;
    this.#attempts.push({ ...told, ...(isGone ? {} : { nextSeconds: pause }) });
    if (isGone) this.#disabledReason = 'The receiver answered 410: it wants no further messages';
  }

  /** Waits until a message has ended, or progress is to be stored. */
  async #somethingHappened(): Promise<void> {
    const isDirty = this.#attempts.length > 0;
    const waitMs = Math.max(1, this.#settledMs + (isDirty ? SETTLE_MS : RENEW_MS) - performance.now());
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#line.sending > 0 ? waitMs : 1);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #settle(isLast: boolean): Promise<void> {
    const nowMs = performance.now();
    this.#settledMs = nowMs;
    const attempts = this.#attempts;
    this.#attempts = [];
    const dueMs = this.#line.nextDueMs();
    // No change can be taken from the feed until one of those is delivered.
    const secondsUntil = (ms: number) => Math.max(0, (ms - nowMs) / 1000);
    if (isLast && this.#line.size >= MAX_PENDING) this.#receiver.pause(secondsUntil(dueMs ?? 0));
    const { failures, pausedUntilMs } = this.#receiver;
    const progress = {
      ...this.#line.settle(nowMs, isLast),
      attempts,
      failures,
      hasSucceeded: this.#hasSucceeded,
      error: this.#error,
      dueInSeconds: dueMs === undefined ? undefined : secondsUntil(dueMs),
      pausedSeconds: pausedUntilMs > nowMs ? secondsUntil(pausedUntilMs) : undefined,
      missed: this.#missed,
      disabledReason: this.#disabledReason,
    };
    this.#missed = 0;
    this.#hasSucceeded = false;
    this.#error = undefined;
    const revision = await settleDeliveries(this.#parts.db, this.#claim, progress, { isLast, nowMs });
    // Settings or keys were changed: the next turn begins with those.
    if (revision !== this.#webhook.revision) this.#isCurrent = false;
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown error';
}
