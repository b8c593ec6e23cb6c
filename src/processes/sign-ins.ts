import type { Database } from '../db/database.ts';
import type { VerifyKey } from '../domain/keys/verify-key.ts';
import { auditRefusedSignIns } from '../domain/sessions/refused-sign-ins.ts';
import type { Sessions } from '../domain/sessions/sessions.ts';
import type { Deps } from '../endpoints/define-endpoint.ts';
import { createFailureLimit } from '../http/failure-limit.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { Fault } from '../lib/faults.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { SharedCounts } from '../lib/shared-counts.ts';

/** Sessions that one key may begin in a minute: each is a transaction. */
const MAX_SIGN_INS_PER_KEY = 300;

export type SignInParts = {
  db: Database;
  sessions: Pick<Sessions, 'create'>;
  verifyKey: VerifyKey;
  metrics: Metrics;
  log: Log;
  /** The processes that share the listener count together. */
  counts?: SharedCounts | undefined;
};

/**
 * Makes the way in for people. The key is always looked at first: a valid one is accepted however many others fail, and
 * only failures are limited by the address that they come from.
 */
export function createSignIns({
  db,
  sessions,
  verifyKey,
  metrics,
  log,
  counts,
}: SignInParts): Deps['signIns'] & { close(): Promise<void> } {
  const refused = auditRefusedSignIns(db, log);
  const failureLimit = createFailureLimit(counts);
  const keyLimit = createRateLimit(MAX_SIGN_INS_PER_KEY, { shared: { name: 'sign-ins of keys', counts } });

  const refuse = async (key: string, peer: string, requestId: string) => {
    metrics.signIns.inc({ outcome: 'refused' });
    await refused.note(key, requestId);
    const { failures, retrySeconds } = failureLimit.count(peer);
    if (retrySeconds === undefined) {
      // Only the first failure of each address and minute is logged.
      if (failures === 1) log.warn({ peer }, 'a sign-in was refused: the key is not valid');
      return;
    }
    throw new Fault(
      'too many',
      `Too many failed sign-ins; try again in ${retrySeconds} s. A valid key is accepted at any time`,
      retrySeconds,
      'sign_ins',
    );
  };
  return {
    async signIn(key, { peer, requestId }) {
      const holder = await verifyKey(key);
      if (!holder) {
        await refuse(key, peer, requestId);
      } else {
        const { isSpent, resetSeconds } = keyLimit.count(holder.keyId);
        if (isSpent) {
          const most = `A key is limited to ${MAX_SIGN_INS_PER_KEY} sign-ins per minute`;
          const message = `${most}; try again in ${resetSeconds} s`;
          throw new Fault('too many', message, resetSeconds, 'sign_ins');
        }
      }
      // Without a holder, this reports what is wrong with the key.
      const session = await sessions.create(key, requestId);
      metrics.signIns.inc({ outcome: 'accepted' });
      return session;
    },
    close: refused.close,
  };
}
