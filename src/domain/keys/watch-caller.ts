import type { Queries, Statement } from '../../db/database.ts';
import { every } from '../../lib/every.ts';
import { Fault } from '../../lib/faults.ts';
import type { Log } from '../../lib/log.ts';

/** The interval at which callers who wait are checked: a revocation takes effect within a second. */
export const CALLER_CHECK_MS = 500;

/** The key of a caller, and the session if the caller has signed in. */
export type Credential = { organizationId: number; keyId: number; sessionId?: number | undefined };

const selectAdmitted: Statement = {
  name: 'select-admitted-callers',
  // Served by the primary keys. A session never outlives its key.
  text: `select caller.key_id as "keyId", caller.session_id as "sessionId"
         from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as caller (organization_id, key_id, session_id)
         join api_keys key on key.organization_id = caller.organization_id and key.id = caller.key_id
           and key.revoked_at is null and (key.expires_at is null or key.expires_at > now())
         left join sessions session on session.organization_id = caller.organization_id
           and session.id = caller.session_id and session.expires_at > now()
         where caller.session_id is null or session.id is not null`,
};

type Admitted = { keyId: number; sessionId: number | null };

/** Returns a text that identifies a credential. */
export function nameOfCredential({ keyId, sessionId }: Credential | Admitted): string {
  return `${keyId} ${sessionId ?? ''}`;
}

/**
 * Finds the credentials whose key was revoked or has expired, or whose session has ended.
 * @returns their names
 */
export async function findRefused(
  db: Queries,
  credentials: readonly Credential[],
): Promise<ReadonlySet<string>> {
  const asked = new Map(credentials.map((one) => [nameOfCredential(one), one]));
  if (asked.size === 0) return new Set();
  const distinct = [...asked.values()];
  const admitted = await db.query<Admitted>(selectAdmitted, [
    distinct.map(({ organizationId }) => organizationId),
    distinct.map(({ keyId }) => keyId),
    distinct.map(({ sessionId }) => sessionId ?? null),
  ]);
  for (const one of admitted) asked.delete(nameOfCredential(one));
  return new Set(asked.keys());
}

/** Returns the fault for a credential that was valid when the request began, and no longer is. */
export function refusalOf({ sessionId }: Credential): Fault {
  const message =
    sessionId === undefined
      ? 'The API key was revoked or has expired'
      : 'The session has ended; sign in again';
  return new Fault('unauthenticated', message);
}

/** The check of a caller for whom a request works for a long time. */
export type CallerWatch = {
  /** Is aborted once the credential is no longer valid. */
  refused: AbortSignal;
  /** @throws Fault 401 if the credential is not valid now */
  check(): Promise<void>;
  end(): void;
};

/** Begins to check a caller; whoever calls this must call `end`. */
export function watchCaller(db: Queries, caller: Credential, log: Log): CallerWatch {
  const refusal = new AbortController();
  const look = async () => {
    if ((await findRefused(db, [caller])).size > 0) refusal.abort(refusalOf(caller));
  };
  const end = every(CALLER_CHECK_MS, look, log);
  return {
    refused: refusal.signal,
    async check() {
      await look();
      refusal.signal.throwIfAborted();
    },
    end: () => void end(),
  };
}
