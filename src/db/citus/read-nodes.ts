import { createHash } from 'node:crypto';
import { isDatabaseUnavailable, isStatementTimeout, NoConnection } from '../../lib/database-errors.ts';
import type { Log } from '../../lib/log.ts';
import type { Database, Queries, Statement } from '../database.ts';
import { mapQueries } from '../map-queries.ts';
import { onShards } from './on-shards.ts';
import { isHere, type OrganizationPlace, readPlace } from './organization-place.ts';

/** The organizations whose place is remembered; beyond it, all are looked up again. */
const MAX_PLACES = 10_000;

/** The time for which a node that could not be reached is not tried again. */
const AWAY_MS = 1000;

/** The nodes of a Citus cluster, each of which answers the reads of its organizations. */
export type ReadNodes = {
  /**
   * A view of the database for a request of an organization that only reads. What the organization's node cannot answer is
   * asked of the coordinator.
   * @param coordinator the organization's view
   */
  viewFor(coordinator: Database, organizationId: number): Database;
  close(): Promise<void>;
};

type Node = { db: Database; awayUntilMs: number };

type Place = OrganizationPlace & {
  node: Node;
  /** The statements of the place by their usual names; undefined for those of which the node cannot answer. */
  statements: Map<string, Statement | undefined>;
};

/**
 * Reads go to the node that has the organization, and name its shards, because Citus plans most statements of Parley anew
 * each time, on the coordinator and on the node: docs/decisions/0033-citus.md.
 * @param coordinator of a database that is distributed
 * @param open opens the connections to a node
 */
export function openReadNodes(
  coordinator: Database,
  open: (node: { host: string; port: number }) => Database,
  log: Log,
): ReadNodes {
  const nodes = new Map<string, Node>();
  const places = new Map<number, Promise<Place | undefined>>();

  const nodeOf = ({ host, port }: OrganizationPlace): Node => {
    const name = `${host}:${port}`;
    const node = nodes.get(name) ?? { db: open({ host, port }), awayUntilMs: 0 };
    nodes.set(name, node);
    return node;
  };
  const lookUp = async (organizationId: number): Promise<Place | undefined> => {
    const place = await readPlace(coordinator.quick, organizationId);
    return place && { ...place, node: nodeOf(place), statements: new Map() };
  };
  const placeOf = (organizationId: number) => {
    const known = places.get(organizationId);
    if (known) return known;
    if (places.size >= MAX_PLACES) places.clear();
    const found = lookUp(organizationId);
    places.set(organizationId, found);
    found.catch(() => places.delete(organizationId));
    return found;
  };

  /** @returns undefined if the coordinator has to be asked */
  const read = async <Row>(
    organizationId: number,
    statement: Statement,
    values: unknown[],
    connections: (db: Database) => Queries,
  ): Promise<Row[] | undefined> => {
    if (values[0] !== organizationId) return undefined;
    const place = await placeOf(organizationId).catch(() => undefined);
    const own = place && statementAt(place, statement);
    if (!own || place.node.awayUntilMs > performance.now()) return undefined;
    const { node, shardId } = place;
    const isStillHere = () => isHere(node.db.quick, shardId);
    try {
      const rows = await connections(node.db.of(organizationId)).query<Row>(own, values);
      // The shard may have moved before it was read.
      if (await isStillHere()) return rows;
    } catch (error) {
      if (isAway(error)) {
        node.awayUntilMs = performance.now() + AWAY_MS;
        log.debug({ err: error }, 'a node of the cluster could not be reached');
        return undefined;
      }
      if (!isRefused(error)) throw error;
      if (await isStillHere()) {
        place.statements.set(statement.name, undefined);
        log.debug({ err: error, statement: statement.name }, 'a node cannot answer a statement');
        return undefined;
      }
    }
    places.delete(organizationId);
    return undefined;
  };

  return {
    viewFor: (view, organizationId) =>
      mapQueries(view, (connections) => ({
        query: async <Row>(statement: Statement, values: unknown[]) =>
          (await read<Row>(organizationId, statement, values, connections)) ??
          connections(view).query<Row>(statement, values),
      })),
    async close() {
      await Promise.all([...nodes.values()].map(({ db }) => db.close()));
    },
  };
}

function statementAt({ shardId, shards, statements }: Place, statement: Statement): Statement | undefined {
  const { name } = statement;
  if (!statements.has(name)) {
    const text = onShards(statement, shards);
    statements.set(
      name,
      text === undefined ? undefined : { ...statement, name: nameAt(shardId, name), text },
    );
  }
  return statements.get(name);
}

/** PostgreSQL tells prepared statements apart by 63 characters. */
function nameAt(shardId: number, name: string): string {
  return `${shardId}-${createHash('sha256').update(name).digest('base64url').slice(0, 16)}-${name}`.slice(
    0,
    63,
  );
}

/** Returns true if the node is away, rather than busy with others or slow. */
function isAway(error: unknown): boolean {
  if (isStatementTimeout(error) || (error instanceof NoConnection && error.areAllBusy)) return false;
  return isDatabaseUnavailable(error) && !isRefused(error);
}

/** SQLSTATE classes of statements that a node does not take: what they name is missing there, or they would write. */
function isRefused(error: unknown): boolean {
  return /^(?:42...|0A000|25006)$/.test(`${(error as { code?: unknown }).code}`);
}
