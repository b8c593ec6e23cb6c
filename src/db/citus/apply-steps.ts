import type pg from 'pg';
import { place, prepareForDdl, SHARDS } from './distribute.ts';

/** Strings, bodies of functions and comments, in which a semicolon ends nothing. */
const PARTS = /\$\$[\s\S]*?\$\$|'(?:[^']|'')*'|--[^\n]*|;/g;

/** Divides the text of a migration into its statements, without comments. */
export function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let statement = '';
  let end = 0;
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    statement += text.slice(end, index);
    end = index + part.length;
    if (part === ';') {
      statements.push(statement);
      statement = '';
    } else if (!part.startsWith('--')) statement += part;
  }
  statements.push(statement + text.slice(end));
  return statements.map((one) => one.trim()).filter((one) => one !== '');
}

const CREATES = /^create table (?:if not exists )?(\w+)(?![\s\S]*\bpartition of\b)/;

/**
 * Applies a migration to a distributed database, in the caller's transaction: each new table is distributed before
 * the next statement, because it can have foreign keys to distributed tables only then. That is why migrations add those
 * keys by statements of their own.
 */
export async function applyDistributed(client: pg.ClientBase, text: string): Promise<void> {
  await prepareForDdl(client);
  for (const statement of statementsOf(text)) {
    await client.query(statement);
    const [, table] = CREATES.exec(statement) ?? [];
    if (table !== undefined) await place(client, table, SHARDS);
  }
}
