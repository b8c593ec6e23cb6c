import type { Database, Queries } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import type { Log } from '../../lib/log.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { trustBriefly } from '../keys/trust-briefly.ts';
import { type KeyHolder, recordUse, type VerifyKey } from '../keys/verify-key.ts';
import {
  deleteOldSessions,
  deleteSession,
  insertSession,
  selectNames,
  selectSessionByHash,
} from './queries.ts';
import { generateToken, hashToken, isWellFormedToken } from './session-token.ts';

/** A working day and the evening after it, so that users who sign in in the morning do so once a day. */
const SESSION_SECONDS = 12 * 3600;

/** The most live sessions of one key, which bounds what a key can make the database store; beyond it the oldest end. */
export const MAX_SESSIONS_PER_KEY = 100;

/** The holder of a session, who has all permissions of the session's key. */
export type SessionHolder = KeyHolder & { sessionId: number; expiresAtMs: number };

/** A new session, whose token cannot be shown again. Its duration is measured by the database's clock. */
export type NewSession = { token: string; maxAgeSeconds: number; holder: SessionHolder };

export type Sessions = {
  /**
   * Signs in.
   * @throws Fault 401 if the key is malformed, unknown, expired or revoked; malformed ones cost no query
   */
  create(key: string, requestId: string): Promise<NewSession>;
  /** @returns undefined for a token that is malformed or unknown, or whose session or key has ended */
  verify(token: string): Promise<SessionHolder | undefined>;
  /** Ends a session; a session that has ended already is not an error. */
  end(token: string, requestId: string): Promise<void>;
};

/** Creates the component that manages sessions; looking up a session costs as much as looking up a key. */
export function createSessions(db: Database, verifyKey: VerifyKey, log: Log): Sessions {
  const tokens = trustBriefly((token) =>
    isWellFormedToken(token) ? lookUp(db, log, hashToken(token)) : undefined,
  );
  return {
    verify: tokens.holderOf,
    async create(key, requestId) {
      const holder = await verifyKey(key);
      if (!holder) throw invalidKey();
      return createSession(db, holder, requestId);
    },
    async end(token, requestId) {
      if (!isWellFormedToken(token)) return;
      await endSession(db, token, requestId);
      tokens.forget(token);
    },
  };
}

type SessionMatch = Omit<SessionHolder, 'scopes'> & { scopes: string[]; lastUseIsOld: boolean };

async function lookUp(db: Database, log: Log, hash: Buffer): Promise<SessionHolder | undefined> {
  const [match] = await db.quick.query<SessionMatch>(selectSessionByHash, [hash]);
  if (!match) return undefined;
  const { lastUseIsOld: _, scopes, ...holder } = match;
  recordUse(db, log, match);
  return { ...holder, scopes: new Set(scopes) };
}

function createSession(
  db: Database,
  { organizationId, keyId, scopes }: KeyHolder,
  requestId: string,
): Promise<NewSession> {
  const token = generateToken();
  return db.transaction(async (tx) => {
    const values = [organizationId, keyId, hashToken(token), SESSION_SECONDS];
    const [made] = await tx.query<{ id: number; expiresAtMs: number; maxAgeSeconds: number }>(
      insertSession,
      values,
    );
    if (!made) throw invalidKey();
    await tx.query(deleteOldSessions, [organizationId, keyId, MAX_SESSIONS_PER_KEY]);
    const { id: sessionId, expiresAtMs, maxAgeSeconds } = made;
    await recordAudit(tx, { organizationId, keyId, requestId }, 'session.create', `session ${sessionId}`);
    return { token, maxAgeSeconds, holder: { organizationId, keyId, scopes, sessionId, expiresAtMs } };
  });
}

function endSession(db: Database, token: string, requestId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [ended] = await tx.query<{ organizationId: number; id: number; keyId: number }>(deleteSession, [
      hashToken(token),
    ]);
    if (!ended) return;
    const { organizationId, keyId, id } = ended;
    await recordAudit(tx, { organizationId, keyId, requestId }, 'session.end', `session ${id}`);
  });
}

function invalidKey(): Fault {
  return new Fault('unauthenticated', 'The API key is not valid: it is unknown, expired or revoked');
}

/** Returns the names of the holder's organization and key. */
export async function namesOf(
  db: Queries,
  { organizationId, keyId }: KeyHolder,
): Promise<{ organizationName: string; keyName: string }> {
  const [names] = await db.query<{ organizationName: string; keyName: string }>(selectNames, [
    organizationId,
    keyId,
  ]);
  return names!;
}
