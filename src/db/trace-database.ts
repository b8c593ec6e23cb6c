import type { Traces } from '../lib/traces.ts';
import type { Database, Queries, Statement, Transaction } from './database.ts';
import { mapQueries } from './map-queries.ts';

/** The name of a statement and the number of its rows are shown, and never its values. */
const fieldsOf = ({ name }: Statement) => ({ 'db.system.name': 'postgresql', 'db.query.summary': name });

/** Returns the same database, each of whose statements and transactions is a span of the current trace. */
export function traceDatabase(db: Database, traces: Traces): Database {
  const traced = <Kind extends Queries>(queries: Kind): Kind => ({
    ...queries,
    query: <Row>(statement: Statement, values: unknown[]) =>
      traces.within(statement.name, 'client', fieldsOf(statement), async (span) => {
        const rows = await queries.query<Row>(statement, values);
        span.set({ 'db.response.returned_rows': rows.length });
        return rows;
      }),
  });
  const views = new WeakMap<Database, Database>();
  return {
    ...mapQueries(db, (pick) => traced(pick(db))),
    trySend(statement, values) {
      const sent = db.trySend(statement, values);
      return sent && traces.within(statement.name, 'client', fieldsOf(statement), () => sent);
    },
    transaction: (work) =>
      traces.within('transaction', 'internal', {}, () =>
        db.transaction((tx) => work(traced<Transaction>(tx))),
      ),
    of(organizationId) {
      const view = db.of(organizationId);
      const known = views.get(view) ?? traceDatabase(view, traces);
      views.set(view, known);
      return known;
    },
  };
}
