import type { Database, Queries, Statement } from '../../src/db/database.ts';
import type { RanStatement } from './script.ts';

/**
 * Returns a wrapper that runs statements and records each with its values and rows, so that the limit always runs the
 * service's own statements.
 */
export function recording<Inner extends Queries | Database>(inner: Inner, ran: RanStatement[]): Inner {
  const query = async <Row>(statement: Statement, values: unknown[]): Promise<Row[]> => {
    const rows = await inner.query<Row>(statement, values);
    ran.push({ ...statement, values, rows: rows as object[] });
    return rows;
  };
  return 'quick' in inner ? { ...inner, query, quick: { query } } : { ...inner, query };
}
