import type { Database, Statement } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';

/** Reserves storage for bytes that are about to be stored. @throws QuotaExceeded if there is not enough */
export type TakeRoom = (bytes: number) => Promise<void>;

/** The storage quota of each organization: meetings with their versions, e-mails, and recordings. */
export type StorageQuota = {
  /** Runs work that stores data. Its reservations count as used once the work has succeeded. */
  within<Result>(organizationId: number, work: (take: TakeRoom) => Promise<Result>): Promise<Result>;
};

/** The quota of work that is not limited, such as that of the command line. */
export const NO_QUOTA: StorageQuota = { within: (_organizationId, work) => work(async () => {}) };

/** Seconds after which a client may try again; something has to be deleted first. */
const RETRY_AFTER_SECONDS = 60;

export class QuotaExceeded extends Fault {
  constructor(usedBytes: number, maxBytes: number, bytes: number) {
    super(
      'over quota',
      `The organization has stored ${usedBytes} of the ${maxBytes} bytes that it may store, which leaves no room for ` +
        `${bytes} more; delete meetings or e-mails, or ask the operator for more room`,
      RETRY_AFTER_SECONDS,
    );
  }
}

/** The time for which a measurement is used, usually and when the quota is nearly exhausted. */
const FRESH_MS = 60_000;
const NEARLY_FULL_FRESH_MS = 5000;
const NEARLY_FULL_SHARE = 0.9;

/** The number of organizations whose usage is kept in memory; beyond it, all are measured again. */
const MAX_KEPT = 10_000;

const selectStoredBytes: Statement = {
  name: 'select-stored-bytes',
  // Served by the primary keys, whose first column is the organization. The size of a value that is stored out of line
  // is determined without reading it.
  text: `select ((
      select coalesce(sum(pg_column_size(attendees) + pg_column_size(head)), 0) from meetings where organization_id = $1
    ) + (
      select coalesce(sum(pg_column_size(fields)), 0) from meeting_versions where organization_id = $1
    ) + (
      select coalesce(sum(octet_length(deflated) + coalesce(octet_length(end_seconds), 0)), 0)
      from meeting_transcript_pieces where organization_id = $1
    ) + (
      select coalesce(sum(octet_length(deflated) + coalesce(octet_length(end_seconds), 0)), 0)
      from meeting_version_pieces where organization_id = $1
    ) + (
      select coalesce(sum(octet_length(text) + pg_column_size(to_addresses) + pg_column_size(cc_addresses)), 0)
      from emails where organization_id = $1
    ) + (
      select coalesce(sum(bytes), 0) from recordings where organization_id = $1
    ) + (
      select coalesce(sum(bytes), 0) from meeting_version_recordings where organization_id = $1
    ))::bigint as bytes`,
};

type Use = {
  storedBytes: number;
  /** The reservations of work in progress. */
  reservedBytes: number;
  measuredMs: number;
  measuring: Promise<void> | undefined;
};

/**
 * Creates the quota, the same for every organization; without a limit, nothing is measured and nothing is refused.
 *
 * The usage of an organization is measured at intervals, and the bytes that this process stores in between are added to
 * it. The quota is therefore exact for the transcripts, texts and recordings of one process; several processes together
 * may exceed it by the bytes that the others have stored since the last measurement. The size of fields is estimated
 * until the next measurement, which also takes deletions into account.
 */
export function createStorageQuota(db: Database, maxBytes: number | undefined): StorageQuota {
  if (maxBytes === undefined) return NO_QUOTA;
  const uses = new Map<number, Use>();

  const useOf = (organizationId: number): Use => {
    const known = uses.get(organizationId);
    if (known) return known;
    if (uses.size >= MAX_KEPT) uses.clear();
    const use = {
      storedBytes: 0,
      reservedBytes: 0,
      measuredMs: Number.NEGATIVE_INFINITY,
      measuring: undefined,
    };
    uses.set(organizationId, use);
    return use;
  };

  const measure = async (organizationId: number, use: Use) => {
    const before = use.storedBytes;
    const startedMs = performance.now();
    const { patient } = db.of(organizationId);
    const [row] = await patient.query<{ bytes: number }>(selectStoredBytes, [organizationId]);
    // The sum may not include bytes that were stored in the meantime.
    use.storedBytes = row!.bytes + (use.storedBytes - before);
    use.measuredMs = startedMs;
  };

  /** Measures again if the last measurement is too old; concurrent callers share one measurement. */
  const refresh = (organizationId: number, use: Use): Promise<void> => {
    const isNearlyFull = use.storedBytes + use.reservedBytes > maxBytes * NEARLY_FULL_SHARE;
    const ageMs = performance.now() - use.measuredMs;
    if (ageMs < (isNearlyFull ? NEARLY_FULL_FRESH_MS : FRESH_MS)) return Promise.resolve();
    use.measuring ??= measure(organizationId, use).finally(() => {
      use.measuring = undefined;
    });
    return use.measuring;
  };

  return {
    async within(organizationId, work) {
      const use = useOf(organizationId);
      let taken = 0;
      const take = async (bytes: number) => {
        await refresh(organizationId, use);
        const usedBytes = use.storedBytes + use.reservedBytes;
        if (usedBytes + bytes > maxBytes) throw new QuotaExceeded(usedBytes, maxBytes, bytes);
        use.reservedBytes += bytes;
        taken += bytes;
      };
      try {
        const result = await work(take);
        use.storedBytes += taken;
        return result;
      } finally {
        use.reservedBytes -= taken;
      }
    },
  };
}

type Person = { name?: string | null; email?: string };

/**
 * The estimated size of a person's names and JSON keys, and of the fields of a conversation other than its people and
 * title.
 */
const PERSON_BYTES = 60;
const FIELDS_BYTES = 200;

/** Estimates the size of the fields of a meeting or an e-mail, whose people can take more space than its text. */
export function estimateFields(title: string, ...people: (readonly Person[])[]): number {
  let bytes = FIELDS_BYTES + title.length;
  for (const { name, email } of people.flat()) {
    bytes += PERSON_BYTES + (name?.length ?? 0) + (email?.length ?? 0);
  }
  return bytes;
}

/** Passes content on after reserving storage for each part of it. */
export async function* takingRoom(
  content: AsyncIterable<Uint8Array>,
  take: TakeRoom,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    await take(chunk.length);
    yield chunk;
  }
}
