import type { Database } from '../../db/database.ts';
import type { Log } from '../../lib/log.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { hashKey } from '../keys/key-format.ts';
import { selectEndedKey } from './queries.ts';

/** Attempts with the same key within this time share an audit record. */
const WINDOW_MS = 60_000;

/** The number of keys whose attempts are counted at a time; attempts with others are only logged. */
const MAX_COUNTED_KEYS = 1000;

type EndedKey = { organizationId: number; keyId: number; reason: 'revoked' | 'expired' };

export type RefusedSignIns = {
  /** Records an attempt with a key that was valid once. Attempts with unknown keys belong to no organization. */
  note(key: string, requestId: string): Promise<void>;
  /** Records the attempts that have been counted and not yet recorded. */
  close(): Promise<void>;
};

/**
 * Audits refused sign-ins: the first attempt with a key immediately, those of the following minute in one record with
 * their number, so that many attempts cannot fill the table.
 */
export function auditRefusedSignIns(db: Database, log: Log): RefusedSignIns {
  const windows = new Map<number, { key: EndedKey; attempts: number; timer: NodeJS.Timeout }>();

  const record = ({ organizationId, keyId, reason }: EndedKey, attempts: number, requestId?: string) =>
    db
      .transaction((tx) => {
        const actor = { organizationId, keyId, ...(requestId === undefined ? {} : { requestId }) };
        return recordAudit(tx, actor, 'session.refuse', `key ${keyId}`, { reason, attempts });
      })
      .catch((error: unknown) => log.warn({ err: error }, 'a refused sign-in was not recorded'));
  const end = async (keyId: number) => {
    const window = windows.get(keyId);
    if (!window) return;
    windows.delete(keyId);
    clearTimeout(window.timer);
    if (window.attempts > 0) await record(window.key, window.attempts);
  };
  return {
    async note(key, requestId) {
      const [ended] = await db.quick.query<EndedKey>(selectEndedKey, [hashKey(key)]);
      if (!ended) return;
      const window = windows.get(ended.keyId);
      if (window) {
        window.attempts++;
        return;
      }
      if (windows.size >= MAX_COUNTED_KEYS) return;
      const timer = setTimeout(() => void end(ended.keyId), WINDOW_MS).unref();
      windows.set(ended.keyId, { key: ended, attempts: 0, timer });
      await record(ended, 1, requestId);
    },
    async close() {
      await Promise.all([...windows.keys()].map(end));
    },
  };
}
