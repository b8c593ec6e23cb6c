import type { Queries } from '../../db/database.ts';
import { canonicalCrmId } from '../../lib/salesforce-id.ts';
import { formatDateTime } from '../../lib/time.ts';
import * as details from './detail-queries.ts';
import * as list from './list-queries.ts';

/** An account that meetings or e-mails bear, with its numbers. `firstAt` and `lastAt` are times of conversations. */
export type Account = {
  id: string;
  name?: string | undefined;
  domains: string[];
  meetingCount: number;
  emailCount: number;
  firstAt: string;
  lastAt: string;
};

type AccountRow = {
  id: string;
  name: string | null;
  domains: string[];
  meetingCount: number;
  emailCount: number;
  firstMs: number;
  lastMs: number;
};

type CountedRow = AccountRow & { total: number };

/** The orders of a list: by name, or the last conversation first. */
export const ACCOUNT_ORDERS = ['name', 'recent'] as const;

/**
 * Lists accounts.
 * @param filter.search a part of the name, in any case, an id, or a domain
 */
export async function listAccounts(
  db: Queries,
  organizationId: number,
  { search, order }: { search?: string | undefined; order: (typeof ACCOUNT_ORDERS)[number] },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; accounts: Account[] }> {
  const filter = [organizationId, search ?? null, search === undefined ? null : canonicalCrmId(search)];
  const values = [...filter, limit, offset];
  const rows =
    order === 'name'
      ? await db.query<CountedRow>(list.selectAccountsByName, values)
      : await db.query<CountedRow>(list.selectAccountsByTime, values);
  if (rows.length > 0) return { total: rows[0]!.total, accounts: rows.map(present) };
  const [counted] = await db.query<{ total: number }>(list.countAccounts, filter);
  return { total: counted!.total, accounts: [] };
}

function present({ id, name, domains, meetingCount, emailCount, firstMs, lastMs }: AccountRow): Account {
  return {
    ...{ id, name: name ?? undefined, domains, meetingCount, emailCount },
    firstAt: formatDateTime(firstMs),
    lastAt: formatDateTime(lastMs),
  };
}

type PersonRow = { email: string; name: string | null; meetingCount: number; lastMs: number };
type SignalRow = { signalId: number; signalName: string; month: string; count: number; lastMs: number };
type StepsRow = { meetingId: number; title: string; startMs: number; provider: string; steps: Step[] };
type Step = { text: string; owner?: string; quotes: object[] };

/**
 * Returns an account with its details; undefined if no meeting and no e-mail bears its id.
 * @param withSignals whether the reader may see findings of signals; without them `signals` is empty
 */
export async function readAccount(
  db: Queries,
  organizationId: number,
  accountId: string,
  { withSignals }: { withSignals: boolean },
) {
  const values = [organizationId, canonicalCrmId(accountId)];
  const [account] = await db.query<AccountRow>(list.selectAccount, values);
  if (!account) return undefined;
  const people = await db.query<PersonRow>(details.selectPeople, values);
  const signals = withSignals ? await db.query<SignalRow>(details.selectSignals, values) : [];
  const steps = await db.query<StepsRow>(details.selectNextSteps, values);
  const opportunities = await db.query<{ id: string; name: string | null }>(
    details.selectOpportunities,
    values,
  );
  return {
    ...present(account),
    people: people.map(({ name, email, meetingCount, lastMs }) => {
      return { name: name ?? undefined, email, meetingCount, lastAt: formatDateTime(lastMs) };
    }),
    signals: bySignal(signals),
    openNextSteps: steps.flatMap(presentSteps),
    opportunities: opportunities.map(({ id, name }) => ({ id, name: name ?? undefined })),
  };
}

/** Adds up the months of each signal; the signal that matched most comes first. */
function bySignal(rows: readonly SignalRow[]) {
  const groups = Map.groupBy(rows, ({ signalId }) => signalId);
  return [...groups.values()]
    .map((months) => {
      const [{ signalId, signalName }] = months as [SignalRow];
      return {
        ...{ signalId, signalName },
        count: months.reduce((sum, { count }) => sum + count, 0),
        lastAt: formatDateTime(Math.max(...months.map(({ lastMs }) => lastMs))),
        months: months.map(({ month, count }) => ({ month, count })),
      };
    })
    .sort((one, other) => other.count - one.count || one.signalId - other.signalId);
}

function presentSteps({ meetingId, title, startMs, provider, steps }: StepsRow) {
  const meeting = { meetingId: `${meetingId}`, title, startTime: formatDateTime(startMs) };
  return steps.map(({ text, owner, quotes }) => ({ text, owner, ...meeting, provider, quotes }));
}
