import type { Database, Queries } from './database.ts';

/**
 * Returns the same database with other ways to run single statements.
 * @param replace is called once for each way; it is given a function that picks this way from a database
 */
export function mapQueries(db: Database, replace: (pick: (db: Database) => Queries) => Queries): Database {
  return {
    ...db,
    ...replace((one) => one),
    quick: replace((one) => one.quick),
    brief: replace((one) => one.brief),
    patient: replace((one) => one.patient),
  };
}
