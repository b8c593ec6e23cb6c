import type { Statement } from '../database.ts';
import { placementOf } from './placement.ts';

/** The tables that hold the rows of an organization on its node, by the names that statements use. */
export type ShardNames = ReadonlyMap<string, string>;

/** A literal, or a name that is read from, with what tells whether an alias follows. */
const READ_FROM = /'(?:[^']|'')*'|\b(from|join)\s+([a-z_0-9]+)\b(?!\s*[.(])(?=(?:\s+(as\b|[a-z_0-9]+))?)/g;

/** The words that can follow a table without an alias; none of them can be one. */
const NO_ALIAS = new Set(
  'where on using join inner left right full cross natural group having window order limit offset fetch for union intersect except returning tablesample'.split(
    ' ',
  ),
);

const WRITES =
  /\b(?:insert\s+into|update|delete\s+from|for\s+(?:no\s+key\s+)?(?:update|share)|for\s+key\s+share)\b/;

/**
 * Returns the text of a statement that reads the shards of one organization by their own names, so that PostgreSQL plans it
 * once, as on a single server: Citus would plan it twice for each execution.
 * @returns undefined if it is not a statement that reads the tables of the organization in $1 alone
 */
export function onShards({ text }: Pick<Statement, 'text'>, shards: ShardNames): string | undefined {
  if (!/\borganization_id = \$1(?!\d)/.test(text) || WRITES.test(text)) return undefined;
  const tables = new Set<string>();
  let isElsewhere = false;
  const own = text.replace(READ_FROM, (all, _from?: string, name?: string, next?: string) => {
    if (name === undefined) return all;
    if (placementOf(name).where === 'coordinator') isElsewhere = true;
    const shard = shards.get(name);
    if (shard === undefined) return all;
    tables.add(name);
    const isNamed = next !== undefined && !NO_ALIAS.has(next);
    return `${all.slice(0, -name.length)}${shard}${isNamed ? '' : ` as ${name}`}`;
  });
  if (isElsewhere || tables.size === 0 || [...tables].some((table) => isAlsoDefined(table, text)))
    return undefined;
  return own;
}

/** Returns true if a common table expression of the statement has the name of a table, so that the name may mean either. */
function isAlsoDefined(table: string, text: string): boolean {
  return new RegExp(`\\b${table}\\s*(?:\\([^)]*\\)\\s*)?as\\s+(?:(?:not\\s+)?materialized\\s+)?\\(`).test(
    text,
  );
}
