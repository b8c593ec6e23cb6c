import { listAccounts } from '../../domain/accounts/accounts.ts';
import { shortText } from '../../http/params.ts';
import { Fault } from '../../lib/faults.ts';
import { canonicalCrmId } from '../../lib/salesforce-id.ts';
import { compose } from './compose.ts';
import { label } from './lines.ts';
import type { ToolCall, ToolResult } from './tool.ts';

/** The accounts that are named if a name fits several. */
const MAX_CANDIDATES = 10;

/** The argument of tools that are about an account or can be narrowed to one. */
export const accountArgument = shortText({ description: 'CRM id or name', maxLength: 255 });

/** Several accounts fit a name: the caller has to choose. */
export class SeveralAccounts extends Error {
  readonly candidates: readonly { id: string; name?: string | undefined }[];
  readonly total: number;

  constructor(candidates: SeveralAccounts['candidates'], total: number) {
    super('several accounts fit the name');
    this.candidates = candidates;
    this.total = total;
  }

  /** Returns the answer that names the accounts. */
  toResult(call: ToolCall): ToolResult {
    const lines = this.candidates.map(({ id, name }) => `- ${label(name ?? 'no name')}: ${id}`);
    const ids = this.candidates.map(({ id }) => id);
    return compose(call, {
      size: lines.length,
      heads: [() => ['Several accounts fit salesforceAccountId. Repeat the call with one of these ids:']],
      lines: (count) => {
        const rest = this.total - count;
        return [...lines.slice(0, count), ...(rest > 0 ? [`and ${rest} more: give more of the name.`] : [])];
      },
      next: () => undefined,
      ids: (count) => ({ salesforceAccountIds: ids.slice(0, count) }),
    });
  }
}

/**
 * Finds the account that an id or a name stands for. A key that may not read meetings must not learn which accounts there are:
 * what it gives counts as an id.
 * @param given a CRM id, a part of the name in any case, or a domain
 * @throws Fault 404 if there is none, SeveralAccounts if there are several
 */
export async function findAccount({ deps, caller }: ToolCall, given: string): Promise<string> {
  if (!caller.scopes.has('meetings:read')) return canonicalCrmId(given);
  const page = { limit: MAX_CANDIDATES, offset: 0 };
  const filter = { search: given, order: 'recent' } as const;
  const { total, accounts } = await listAccounts(deps.db, caller.organizationId, filter, page);
  const id = canonicalCrmId(given);
  const wanted = given.toLowerCase();
  const named = accounts.filter((account) => account.name?.toLowerCase() === wanted);
  const found = accounts.find((account) => account.id === id) ?? (named.length === 1 ? named[0] : undefined);
  if (found) return found.id;
  if (total === 0) throw new Fault('missing', `There is no account ${JSON.stringify(label(given))}`);
  if (total > 1) throw new SeveralAccounts(accounts, total);
  return accounts[0]!.id;
}

/** Does the same for a filter that may be absent. */
export function accountFilter(call: ToolCall, given: string | undefined): Promise<string | undefined> {
  return given === undefined ? Promise.resolve(undefined) : findAccount(call, given);
}
