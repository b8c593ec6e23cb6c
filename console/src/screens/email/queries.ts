import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';
import { signalNamesQuery } from '../../parts/signal-names.ts';
import { type Execution, evidenceQuery } from '../executions/queries.ts';

const PAGE_SIZE = 50;

/** Executions are looked through up to this many pages: the API has no list of one e-mail's. */
const MAX_PAGES = 40;

/** An e-mail by its id. */
export function emailQuery(id: string) {
  return queryOptions({
    queryKey: ['email', id],
    queryFn: ({ signal }) => unwrap(api.GET('/v1/emails/{id}', { params: { path: { id } }, signal })),
  });
}

/** A signal that fired for an e-mail, with what it rests on. */
export interface Fired {
  executionId: number;
  signalId: number;
  signalName: string;
  reason: string;
  followUps: readonly { name: string; prompt: string; response: string }[];
  quotes: readonly { text: string; entryIndex?: number }[];
}

interface Wanted {
  id: string;
  sentAt: string;
  /** An execution that is known from where one came, and shown whether or not it is found. */
  known?: { signalId: number; executionId: number };
}

/**
 * The signals that fired for an e-mail, with their evidence. They are found among all executions of e-mails since it was
 * sent; `isComplete` is false where there are more of those than are looked through.
 */
export function firedQuery({ id, sentAt, known }: Wanted) {
  return queryOptions({
    queryKey: ['email', id, 'fired', known?.executionId],
    queryFn: async ({ signal, client }) => {
      const { found, isComplete } = await findExecutions(id, sentAt, signal);
      const fired = await Promise.all(
        found.map(async (execution): Promise<Fired> => {
          const { signalId, executionId, signalName, reason, followUpPrompts: followUps = [] } = execution;
          const { quotes } = await client.fetchQuery(evidenceQuery(signalId, executionId));
          return { signalId, executionId, signalName, reason, followUps, quotes };
        }),
      );
      if (known && !fired.some(({ executionId }) => executionId === known.executionId)) {
        const { signalId, executionId } = known;
        const evidence = await client.fetchQuery(evidenceQuery(signalId, executionId));
        const { signals } = await client.fetchQuery(signalNamesQuery);
        const signalName = signals.find((one) => one.id === signalId)?.signalName ?? `Signal ${signalId}`;
        const isOfThis = evidence.sourceType === 'email' && evidence.sourceId === id;
        if (isOfThis) fired.push({ ...evidence, executionId, signalName, followUps: [] });
      }
      return { fired, isComplete };
    },
  });
}

async function findExecutions(id: string, sentAt: string, signal: AbortSignal) {
  const query = {
    ...{ executionFrom: sentAt, sourceTypes: 'email', includeFollowUpPrompts: true },
    pageSize: PAGE_SIZE,
  };
  const found: Execution[] = [];
  let pages = 0;
  for await (const page of api.pages('/v2/executions', { params: { query }, signal })) {
    found.push(...page.signals.filter(({ sourceId }) => `${sourceId}` === id));
    pages += 1;
    if (pages === MAX_PAGES && page.pageCount > MAX_PAGES) return { found, isComplete: false };
  }
  return { found, isComplete: true };
}
