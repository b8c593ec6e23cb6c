import assert from 'node:assert/strict';
import { ORGANIZATION_SCOPES } from '../../../src/domain/keys/scopes.ts';
import { until } from '../../support/until.ts';
import { operations } from './api-document.ts';
import type { FuzzingTenant } from './fuzzing-tenant.ts';
import type { Sender, WireAnswer } from './http-exchange.ts';
import { plainRequest } from './plain-request.ts';
import type { Draft } from './request-draft.ts';
import { kindInPath } from './seen-values.ts';

/** A mark in the sentence for which signals fire. */
const QUOTED = 'zebrafinch';
/** A mark in sentences that no finding quotes. */
const HIDDEN = 'quaggahide';

const READ = 'meetings:read';

export type Unread = { requests: number; leaks: string[]; seenByReaders: string[] };

/**
 * Calls every operation about conversations that contain marked words, with keys that have some scopes but not
 * meetings:read. No response may contain the text, except the quotes of findings for keys with signals:read.
 * @param tenant a tenant with a resource of every kind
 */
export async function readWithoutScope(
  tenant: FuzzingTenant,
  sender: Sender,
  scopeSets: readonly (readonly string[])[],
): Promise<Unread> {
  const ids = await mark(tenant);
  const keys: { scopes: readonly string[]; key: string }[] = [];
  for (const scopes of scopeSets) {
    const { key } = await tenant.ask('createKey', content({ name: 'unread', scopes }));
    keys.push({ scopes, key });
  }
  const unread: Unread = { requests: 0, leaks: [], seenByReaders: [] };
  const reader = await tenant.ask('createKey', content({ name: 'reader', scopes: ORGANIZATION_SCOPES }));
  // Operations that delete come last, when all others have been called.
  for (const operation of operations.toSorted((a, b) => rank(a.method) - rank(b.method))) {
    const draft = about(plainRequest(operation), ids);
    const request = tenant.write({ draft, twist: undefined });
    const { 'X-API-Key': _key, Cookie: _cookie, ...headers } = request.headers;
    const as = (key: string) => sender.send({ ...request, headers: { ...headers, 'X-API-Key': key } });
    if (operation.method === 'GET' || operation.id === 'trySignal') {
      if (marksIn(await as(reader.key)).length > 0) unread.seenByReaders.push(operation.id);
    }
    for (const { scopes, key } of keys) {
      unread.requests++;
      const found = marksIn(await as(key));
      // Only the operations of signals:read return the quotes of findings.
      const isFinding = scopes.includes('signals:read') && operation.scopes.join() === 'signals:read';
      if (found.includes(HIDDEN) || (found.length > 0 && !isFinding)) {
        unread.leaks.push(`${operation.id} shows ${found.join(', ')} to a key with ${scopes.join(', ')}`);
      }
    }
  }
  return unread;
}

const rank = (method: string) => ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'].indexOf(method);

const marksIn = ({ bytes }: WireAnswer) => [HIDDEN, QUOTED].filter((one) => bytes.includes(one));

/** Creates a meeting and an e-mail with marked words in which signals fire, and a backtest. @returns their ids */
async function mark(tenant: FuzzingTenant): Promise<Record<string, string>> {
  const said = [`Our ${QUOTED} numbers look good.`, `Nobody quotes the ${HIDDEN}.`];
  const segments = said.map((text, index) => ({ text, timestampSeconds: index }));
  const { meetingId } = await tenant.ask(
    'ingestMeeting',
    inside('meeting', { id: 'marked', recordingUrl: undefined, transcript: { segments } }),
  );
  const { emailId } = await tenant.ask(
    'ingestEmail',
    inside('email', { id: 'marked', text: said.join('\n') }),
  );
  const execution = await until(async () => {
    const { signals } = await tenant.ask('listExecutions', always);
    return signals.find(({ sourceId }: { sourceId: unknown }) => `${sourceId}` === meetingId);
  });
  const window = { from: undefined, maxMeetings: undefined };
  const draft = { prompt: 'Numbers are good.', phrases: ['numbers'], meetingIds: [meetingId], ...window };
  const { backtestId } = await tenant.ask('backtestSignal', content({ ...draft, signalId: undefined }));
  await until(async () => {
    const { state } = await tenant.ask('getBacktest', ({ params }) => {
      params.id = backtestId;
    });
    return state === 'running' ? undefined : true;
  });
  const { executionId, signalId } = execution;
  return {
    meeting: meetingId,
    email: emailId,
    backtest: backtestId,
    execution: executionId,
    signal: signalId,
  };
}

/** Changes a request to concern the marked conversations, at all times. */
function about(draft: Draft, ids: Record<string, string>): Draft {
  always(draft);
  for (const name of Object.keys(draft.params)) {
    draft.params[name] = ids[kindInPath(draft.operation, name) ?? ''] ?? draft.params[name]!;
  }
  if (draft.operation.id === 'trySignal') {
    content({ meetingId: ids.meeting, signalId: undefined, phrases: ['numbers'] })(draft);
  }
  return draft;
}

function always(draft: Draft): void {
  draft.query = draft.query
    .filter(([name]) => name !== 'to')
    .map(([name, value]) => [name, /from$/i.test(name) ? '2000-01-01T00:00:00Z' : value]);
}

const content = (fields: object) => (draft: Draft) => {
  draft.content!.value = { ...(draft.content!.value as object), ...fields };
};

const inside = (name: string, fields: object) => (draft: Draft) => {
  const value = draft.content!.value as Record<string, object>;
  assert.ok(value[name]);
  draft.content!.value = { ...value, [name]: { ...value[name], ...fields } } as never;
};

const OTHERS = ORGANIZATION_SCOPES.filter((scope) => scope !== READ);

/** All combinations of an organization's scopes without meetings:read. */
export const WITHOUT_READING = combinations(OTHERS).filter((scopes) => scopes.length > 0);

function combinations(scopes: readonly string[]): string[][] {
  const [first, ...others] = scopes;
  if (first === undefined) return [[]];
  return combinations(others).flatMap((set) => [set, [first, ...set]]);
}
