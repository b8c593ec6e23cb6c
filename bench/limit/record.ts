import type { Database, Queries, Statement } from '../../src/db/database.ts';
import type { RanStatement } from './script.ts';

/**
 * Runs statements as before and writes down each with its values and rows: so the limit runs the very statements of
 * the service and cannot drift from it.
 */
export function recording<Inner extends Queries | Database>(inner: Inner, ran: RanStatement[]): Inner {
  const query = async <Row>(statement: Statement, values: unknown[]): Promise<Row[]> => {
    const rows = await inner.query<Row>(statement, values);
    ran.push({ ...statement, values, rows: rows as object[] });
    return rows;
  };
  return 'quick' in inner ? { ...inner, query, quick: { query } } : { ...inner, query };
}
