import type { Queries } from '../db/database.ts';
import type { Claim } from './claim.ts';
import { finishJobs } from './settle.ts';

/** Ends claims of one job. Claims that end while a statement is under way share the next one. */
export function createFinisher(db: Queries): (claim: Claim) => Promise<boolean> {
  type Ending = { claim: Claim; resolve(stood: boolean): void; reject(error: unknown): void };
  let waiting: Ending[] = [];
  let isSending = false;
  const send = async () => {
    isSending = true;
    // Claims that end in the same turn of the event loop are sent together.
    await undefined;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const stood = await finishJobs(
          db,
          batch.map(({ claim }) => claim),
        );
        for (const { claim, resolve } of batch) resolve(stood.has(claim.id));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isSending = false;
  };
  return (claim) =>
    new Promise((resolve, reject) => {
      waiting.push({ claim, resolve, reject });
      if (!isSending) void send();
    });
}
