import type { Database } from '../../db/database.ts';
import type { Log } from '../../lib/log.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { hashKey } from '../keys/key-format.ts';
import { selectEndedKey } from './queries.ts';

/** Attempts with the same key within this time share a record. */
const WINDOW_MS = 60_000;

/** Keys whose attempts are counted at a time; attempts with others are in the log alone. */
const MAX_COUNTED_KEYS = 1000;

type EndedKey = { organizationId: number; keyId: number; reason: 'revoked' | 'expired' };

export type RefusedSignIns = {
  /** Records an attempt with a key that was valid once. A key that nobody ever had belongs to no organization. */
  note(key: string, requestId: string): Promise<void>;
  /** Records what has been counted and not yet been recorded. */
  close(): Promise<void>;
};

/**
 * Audits refused sign-ins: the first attempt with a key at once, those of the minute after it in one record with their
 * number, so that no flood of attempts fills the table.
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
