import { createHash } from 'node:crypto';
import type { FoundEmail } from './email-of-file.ts';

/** `earlierFile` took it already. */
export type FileClaim = { earlierFile?: string; settle(taken: boolean): void };

type Holder = { file: string; taken: Promise<boolean> };

/** Records which file of a run each e-mail comes from, so that two files do not overwrite each other. */
export class Claims {
  readonly #holders = new Map<string, Holder>();

  /**
   * Waits for the file that holds the claim. If that file was imported, the result names it; otherwise this file holds the
   * claim until it calls `settle` and tells whether it was imported.
   */
  async claim(identity: string, file: string): Promise<FileClaim> {
    for (;;) {
      const holder = this.#holders.get(identity);
      if (!holder) break;
      if (await holder.taken) return { earlierFile: holder.file, settle: () => {} };
      if (this.#holders.get(identity) === holder) this.#holders.delete(identity);
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#holders.set(identity, { file, taken: promise });
    return { settle: resolve };
  }
}

/** Returns what identifies an e-mail at ingest: its id, else its Message-ID, else its content. */
export function identityOfEmail({ body: { email } }: FoundEmail): string {
  const { id, messageId } = email;
  if (id !== undefined) return JSON.stringify({ id });
  if (messageId !== undefined) return JSON.stringify({ messageId });
  return createHash('sha256').update(JSON.stringify(email)).digest('hex');
}

/** Lets work that is begun in an order and goes on at once pass one point in that order. */
export class Turnstile {
  #last: Promise<void> = Promise.resolve();

  /** Takes the next place. It has to be passed, or nobody behind ever passes. */
  join(): { turn: Promise<void>; pass(): void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const turn = this.#last;
    this.#last = promise;
    return { turn, pass: resolve };
  }
}
