import type { Database, Statement } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';

/** Reserves room for bytes that are about to be stored. @throws QuotaExceeded where there is not enough */
export type TakeRoom = (bytes: number) => Promise<void>;

/** The quota of each organization: meetings with their versions, e-mails, and recordings. */
export type StorageQuota = {
  /** Runs work that stores something. The room that it takes counts as used once the work has succeeded. */
  within<Result>(organizationId: number, work: (take: TakeRoom) => Promise<Result>): Promise<Result>;
};

/** Of work that is bound by no quota, such as that of the command line. */
export const NO_QUOTA: StorageQuota = { within: (_organizationId, work) => work(async () => {}) };

/** Seconds after which a client may try again: something has to be deleted first. */
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

/** How long a measurement counts, and how long it does once nearly everything is used. */
const FRESH_MS = 60_000;
const NEARLY_FULL_FRESH_MS = 5000;
const NEARLY_FULL_SHARE = 0.9;

/** Organizations whose use is kept in mind; beyond it all are measured anew. */
const MAX_KEPT = 10_000;

const selectStoredBytes: Statement = {
  name: 'select-stored-bytes',
  // Served by the primary keys, whose first column is the organization. The size of a value that is stored out of line
  // is known without reading it.
  text: `select ((
      select coalesce(sum(pg_column_size(attendees) + pg_column_size(head)), 0) from meetings where organization_id = $1
    ) + (
      select coalesce(sum(pg_column_size(fields)), 0) from meeting_versions where organization_id = $1
    ) + (
      select coalesce(sum(octet_length(deflated)), 0) from meeting_transcript_pieces where organization_id = $1
    ) + (
      select coalesce(sum(octet_length(deflated)), 0) from meeting_version_pieces where organization_id = $1
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
  /** Of work under way. */
  reservedBytes: number;
  measuredMs: number;
  measuring: Promise<void> | undefined;
};

/**
 * Holds each organization to the same quota; without one, nothing is measured and nothing is refused.
 *
 * The use of an organization is measured now and then, and what this process stores meanwhile is added to it. So the
 * quota is exact for the transcripts, texts and recordings of one process; several may together exceed it by what the
 * others have stored since the last measurement. Fields are estimated until the next measurement, from which deletions count.
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
    // The sum may lack what was stored meanwhile.
    use.storedBytes = row!.bytes + (use.storedBytes - before);
    use.measuredMs = startedMs;
  };

  /** Measures where the last measurement is too old; callers that come meanwhile wait for the same one. */
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

/** Names and JSON keys of a person, and the fields of a conversation beside its people and its title, at a guess. */
const PERSON_BYTES = 60;
const FIELDS_BYTES = 200;

/** About what the fields of a meeting or an e-mail take, in which its people can be more than its words. */
export function estimateFields(title: string, ...people: (readonly Person[])[]): number {
  let bytes = FIELDS_BYTES + title.length;
  for (const { name, email } of people.flat()) {
    bytes += PERSON_BYTES + (name?.length ?? 0) + (email?.length ?? 0);
  }
  return bytes;
}

/** Passes content on, and takes room for each part of it before. */
export async function* takingRoom(
  content: AsyncIterable<Uint8Array>,
  take: TakeRoom,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    await take(chunk.length);
    yield chunk;
  }
}
