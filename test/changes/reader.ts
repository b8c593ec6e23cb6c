import assert from 'node:assert/strict';
import type { TestClient } from '../support/client.ts';
import { ALWAYS } from '../support/meetings.ts';

/** A change as the API gives it. */
export type Item = {
  position: string;
  type: string;
  id: string;
  change: 'created' | 'updated' | 'deleted';
  fields?: string[];
  // biome-ignore lint/suspicious/noExplicitAny: what an entity shows depends on its type
  data?: any;
};

/** A pipeline that follows the changes and keeps a copy of every entity. */
export type Reader = {
  /** Reads one page, and applies it. */
  readOn(): Promise<Item[]>;
  /** Reads until nothing follows. */
  readAll(): Promise<Item[]>;
  /** Returns the entities of one type in the copy. */
  // biome-ignore lint/suspicious/noExplicitAny: what an entity shows depends on its type
  copies(type: string): any[];
  /** The ids of the entities in the copy, by type, each in order. */
  mirror(): Promise<Record<string, string[]>>;
  /** The same as the API lists them. */
  truth(): Promise<Record<string, string[]>>;
};

/** @param options.limit of each page: a small one tries how pages follow each other */
export function createReader(
  client: TestClient,
  { after = 'start', limit = 3 }: { after?: string; limit?: number } = {},
): Reader {
  let cursor = after;
  let isUpToDate = false;
  let last = 0;
  const copy = new Map<string, unknown>();
  const readOn = async (): Promise<Item[]> => {
    const answer = await client.get('/v1/changes', {
      after: cursor,
      limit: `${limit}`,
      includeData: 'true',
    });
    assert.equal(answer.status, 200, answer.text);
    const { changes, next, upToDate } = answer.body as {
      changes: Item[];
      next: string;
      upToDate: boolean;
    };
    for (const item of changes) {
      assert.ok(Number(item.position) >= last, 'positions never fall');
      last = Number(item.position);
      const name = `${item.type} ${item.id}`;
      if (item.change === 'deleted') copy.delete(name);
      else if (item.data) copy.set(name, item.data);
      if (item.type === 'signal' && item.change === 'deleted') forgetExecutionsOf(copy, item.id);
    }
    cursor = next;
    isUpToDate = upToDate;
    return changes;
  };
  return {
    readOn,
    async readAll() {
      const items: Item[] = [];
      do items.push(...(await readOn()));
      while (!isUpToDate);
      return items;
    },
    copies: (type) => [...copy].filter(([name]) => name.startsWith(`${type} `)).map(([, data]) => data),
    async mirror() {
      return group([...copy.keys()].map((name) => name.split(' ') as [string, string]));
    },
    truth: () => present(client),
  };
}

/** The deletion of a signal implies that of its executions. */
function forgetExecutionsOf(copy: Map<string, unknown>, signalId: string): void {
  for (const [name, data] of copy) {
    if (name.startsWith('execution ') && `${(data as { signalId: number }).signalId}` === signalId) {
      copy.delete(name);
    }
  }
}

function group(pairs: readonly [string, string][]): Record<string, string[]> {
  const ids: Record<string, string[]> = { meeting: [], email: [], execution: [], signal: [] };
  for (const [type, id] of pairs) ids[type]?.push(id);
  for (const list of Object.values(ids)) list.sort((a, b) => Number(a) - Number(b));
  return ids;
}

async function present(client: TestClient): Promise<Record<string, string[]>> {
  const [meetings, emails, executions, signals] = await Promise.all([
    all(client, '/v1/meetings', 'meetings', ALWAYS),
    all(client, '/v1/emails', 'emails', ALWAYS),
    all(client, '/v2/executions', 'signals', { executionFrom: ALWAYS.from }),
    client.get('/v2/signals'),
  ]);
  const pairs: [string, string][] = [
    ...meetings.map(({ id }): [string, string] => ['meeting', id!]),
    ...emails.map(({ id }): [string, string] => ['email', id!]),
    ...executions.map(({ executionId }): [string, string] => ['execution', `${executionId}`]),
    ...signals.body.signals.map(({ id }: { id: number }): [string, string] => ['signal', `${id}`]),
  ];
  return group(pairs);
}

type Listed = { id?: string; executionId?: number };

async function all(
  client: TestClient,
  path: string,
  name: string,
  query: Record<string, string>,
): Promise<Listed[]> {
  const found: Listed[] = [];
  for (let pageNumber = 1; ; pageNumber++) {
    const answer = await client.get(path, { ...query, pageNumber: `${pageNumber}`, pageSize: '50' });
    assert.equal(answer.status, 200, answer.text);
    found.push(...answer.body[name]);
    if (answer.body[name].length < 50) return found;
  }
}
