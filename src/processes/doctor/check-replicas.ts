import type { Config } from '../../config.ts';
import { connectionOf, serverOf } from '../../db/connection-of.ts';
import { type ConnectionSettings, openProbe } from '../../db/database.ts';
import { misfitOf, type Position, type ReplicaFacts, readFacts, readPosition } from '../../db/positions.ts';
import { sharesSessions } from '../../db/shares-sessions.ts';
import type { Log } from '../../lib/log.ts';
import { type Check, ok, warning } from './check.ts';

/** The advice to an operator about a server that is no replica of the primary. */
const MISFITS = {
  promoted: {
    found: 'it takes writes itself',
    advice: 'Let it follow the server of DATABASE_URL, or leave it out of DATABASE_READ_URL',
  },
  foreign: {
    found: 'it follows another server, or the primary of before a failover',
    advice: 'Let it follow the server of DATABASE_URL',
  },
};

/** Checks each read replica. One that cannot be used is a warning, because the primary answers in its place. */
export function checkReplicas(
  { readDatabaseUrls = [] }: Pick<Config, 'readDatabaseUrls'>,
  primary: ConnectionSettings,
  log: Log,
): Promise<Check[]> {
  return Promise.all(readDatabaseUrls.map((url) => checkReplica(url, primary, log)));
}

async function checkReplica(url: string, primary: ConnectionSettings, log: Log): Promise<Check> {
  const { host, port } = serverOf(url);
  const name = `replica ${host}:${port}`;
  try {
    const connection = connectionOf(url, 'DATABASE_READ_URL');
    const isShared = await sharesSessions(connection);
    const position = await askOnce(primary, readPosition, log);
    const facts = await askOnce({ ...connection, sharesSessions: isShared }, readFacts, log);
    return judge(name, facts, position);
  } catch (error) {
    return warning(name, (error as Error).message, 'Check DATABASE_READ_URL, the network and the server');
  }
}

function judge(name: string, facts: ReplicaFacts, primary: Position): Check {
  const misfit = misfitOf(facts, primary);
  if (misfit === 'primary') return ok(name, 'the primary itself');
  if (misfit) return warning(name, MISFITS[misfit].found, MISFITS[misfit].advice);
  const behind = primary.lsn - facts.lsn;
  return ok(name, behind > 0 ? `${behind} bytes behind the primary` : 'shows what the primary has');
}

async function askOnce<Answer>(
  connection: ConnectionSettings,
  ask: (probe: ReturnType<typeof openProbe>) => Promise<Answer>,
  log: Log,
): Promise<Answer> {
  const probe = openProbe(connection, 'parley doctor', log);
  try {
    return await ask(probe);
  } finally {
    await probe.close();
  }
}
