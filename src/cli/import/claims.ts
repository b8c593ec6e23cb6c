import type { FoundMeeting } from './meetings-of-file.ts';

type Holder = { file: string; taken: Promise<boolean> };

/** Which file of a run each meeting comes from, so that two of them do not fight over one. */
export class Claims {
  readonly #holders = new Map<string, Holder>();

  /**
   * Waits for the file that holds the meeting. Where that took it, it is named; else the meeting is held by this
   * one until it calls `settle` with whether it was taken.
   */
  async claim(
    identity: string,
    file: string,
  ): Promise<{ earlierFile?: string; settle(taken: boolean): void }> {
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

/** What ingesting knows a meeting by: its source and id, or its host, title and times where it has none. */
export function identityOf({ body, sourceType }: FoundMeeting): string {
  const meeting = (body as { meeting?: Record<string, unknown> | null }).meeting ?? {};
  const host = meeting.host as { email?: unknown } | null | undefined;
  const details = [`${host?.email}`.toLowerCase(), meeting.title, meeting.startTime, meeting.endTime];
  return JSON.stringify([sourceType, typeof meeting.id === 'string' ? meeting.id : details]);
}
