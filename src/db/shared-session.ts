import type pg from 'pg';

type Query = (config: string | pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>;

/**
 * Makes a client fit for a pooler that gives it another session of the server for each transaction: every statement is part
 * of a transaction, and every transaction begins with the settings. They are sent together, so that a statement takes one
 * round trip as before.
 */
export function setInEachTransaction(client: pg.Client, settings: Readonly<Record<string, string>>): void {
  const send: Query = client.query.bind(client);
  const values = Object.entries(settings).map(
    ([name, value]) => `set_config(${client.escapeLiteral(name)}, ${client.escapeLiteral(value)}, true)`,
  );
  // The level of isolation cannot be set once a statement has run.
  const begin = `begin isolation level read committed; select ${values.join(', ')}`;
  let isBegun = false;
  const sendAlone: Query = async (config, given) => {
    const sent = [send(begin), send(config, given), send('commit')];
    // The first one that fails says why.
    return (await Promise.all(sent))[1]!;
  };
  const query: Query = (config, given) => {
    if (config === 'begin') {
      isBegun = true;
      return send(begin);
    }
    if (config === 'commit' || config === 'rollback') {
      isBegun = false;
      return send(config);
    }
    return isBegun ? send(config, given) : sendAlone(config, given);
  };
  (client as { query: unknown }).query = query;
}
