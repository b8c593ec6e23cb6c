import type { Config } from '../../config.ts';
import type { ConnectionSettings } from '../../db/database.ts';
import { HOW_TO_MIGRATE, readRole, withConnection } from '../../db/database-role.ts';
import { lackingRights } from '../../db/grants.ts';
import { pendingMigrations } from '../../db/migrate.ts';
import { neededConnections } from '../needed-connections.ts';
import type { DatabaseAccess } from '../prepare-database.ts';
import { type Check, fault, ok, tryCheck, warning } from './check.ts';

/** Signed URLs of S3 are refused if the host's clock is off by 15 minutes; expiry is counted by the database's clock. */
const CLOCK_WARNING_MS = 2000;
const CLOCK_FAULT_MS = 60_000;

const CONNECT_LIMIT_MS = 5000;

/** The facts that PostgreSQL reports about itself, to a connection as the service opens it. */
type About = {
  version: string;
  versionNumber: number;
  encoding: string;
  timeZone: string;
  nowMs: number;
  maxConnections: number;
  isSuperuser: boolean;
};

const ABOUT = `
  select current_setting('server_version') as version, current_setting('server_version_num')::int as "versionNumber",
    current_setting('server_encoding') as encoding, current_setting('TimeZone') as "timeZone",
    (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
    current_setting('max_connections')::int as "maxConnections",
    (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser"`;

/**
 * Checks the server, the way to it, the schema and the role that serves.
 * @param reach finds out whether there is a pooler, and throws what is wrong with it
 * @returns the checks, and whether the service can use the database
 */
export async function checkDatabase(
  access: DatabaseAccess,
  config: Pick<Config, 'processes' | 'roles' | 'readDatabaseUrls'>,
  reach: () => Promise<void>,
): Promise<{ checks: Check[]; isUsable: boolean }> {
  const hint = 'Connect to PostgreSQL itself, or to a pool that docs/scaling.md describes';
  // It comes first, because sessions that are shared are used in another way.
  const pooler = await tryCheck('pooler', hint, async () => {
    await reach();
    return ok(
      'pooler',
      access.connection.sharesSessions
        ? 'a pooler shares sessions between connections, and DATABASE_DIRECT_URL leads past it'
        : 'each connection has a session of its own',
    );
  });
  const connection = { ...access.connection, connectionTimeoutMillis: CONNECT_LIMIT_MS };
  const reached = await tryCheck('database', 'Check DATABASE_URL, the network and the server', () =>
    aboutServer(connection, config, access.isEmbedded),
  );
  if (reached[0]?.name === 'database') return { checks: reached, isUsable: false };
  const schema = await tryCheck('schema', `Start this version of Parley, or ${HOW_TO_MIGRATE}`, () =>
    checkSchema(connection),
  );
  const checks = [...reached, ...pooler, ...schema];
  const isUsable = [...pooler, ...schema].every(({ state }) => state !== 'fault');
  return { checks: isUsable ? [...checks, ...(await checkRole(connection, access))] : checks, isUsable };
}

function aboutServer(
  connection: ConnectionSettings,
  config: Pick<Config, 'processes' | 'roles' | 'readDatabaseUrls'>,
  isEmbedded: boolean,
): Promise<Check[]> {
  return withConnection(connection, async (client) => {
    const askedMs = Date.now();
    const { rows } = await client.query<About>(ABOUT);
    const about = rows[0]!;
    const hostMs = (askedMs + Date.now()) / 2;
    return [
      checkVersion(about, isEmbedded),
      about.encoding === 'UTF8'
        ? ok('encoding', 'UTF8')
        : fault(
            'encoding',
            about.encoding,
            'Create the database with encoding UTF8 and restore a backup into it',
          ),
      about.timeZone === 'UTC'
        ? ok('time zone', 'UTC in every session')
        : fault(
            'time zone',
            `${about.timeZone} in a session that asked for UTC`,
            'A pooler must not change the settings of sessions',
          ),
      checkClock(about.nowMs - hostMs),
      // The embedded server is started with enough, and a pooler that shares sessions bounds them itself.
      checkConnections(about, config, isEmbedded || connection.sharesSessions === true),
    ];
  });
}

function checkVersion({ version, versionNumber }: About, isEmbedded: boolean): Check {
  const found = `${version}${isEmbedded ? ', embedded' : ''}`;
  if (versionNumber >= 150_000) return ok('postgresql', found);
  return fault('postgresql', found, 'Upgrade the server to PostgreSQL 15 or newer');
}

function checkClock(aheadMs: number): Check {
  const seconds = Math.abs(aheadMs / 1000).toFixed(1);
  const found = `the database is ${seconds} s ${aheadMs < 0 ? 'behind' : 'ahead of'} this machine`;
  const advice = 'Synchronize both clocks by NTP: links expire, and S3 accepts signatures, by the clock';
  if (Math.abs(aheadMs) >= CLOCK_FAULT_MS) return fault('clock', found, advice);
  return Math.abs(aheadMs) >= CLOCK_WARNING_MS ? warning('clock', found, advice) : ok('clock', found);
}

function checkConnections(
  { maxConnections }: About,
  config: Pick<Config, 'processes' | 'roles' | 'readDatabaseUrls'>,
  isEnough: boolean,
): Check {
  const needed = neededConnections(config);
  const who = config.processes === 1 ? 'a process opens' : `${config.processes} processes open`;
  const found = `the server accepts ${maxConnections}, ${who} up to ${needed}`;
  if (isEnough || maxConnections >= needed) return ok('connections', found);
  return warning('connections', found, 'Raise max_connections, or put PgBouncer in session mode in front');
}

function checkSchema(connection: ConnectionSettings): Promise<Check> {
  return withConnection(connection, async (client) => {
    const { name, hasTables } = await readRole(client);
    if (!hasTables) {
      return fault(
        'schema',
        `the role ${name} sees no tables of Parley`,
        `Start the service, or ${HOW_TO_MIGRATE}`,
      );
    }
    const pending = await pendingMigrations(client);
    if (pending.length === 0) return ok('schema', 'current');
    return fault(
      'schema',
      `lacks ${pending.join(', ')}`,
      `Start this version of Parley, or ${HOW_TO_MIGRATE}`,
    );
  });
}

function checkRole(connection: ConnectionSettings, { isEmbedded }: DatabaseAccess): Promise<Check[]> {
  return tryCheck('grants', 'Run "parley migrate --grant-to" with the owner', () =>
    withConnection(connection, async (client) => {
      const { name, isOwner } = await readRole(client);
      const lacking = await lackingRights(client, name);
      if (lacking.length > 0) {
        const more = lacking.length > 1 ? `, and ${lacking.length - 1} more` : '';
        return fault(
          'grants',
          `the role ${name} lacks ${lacking[0]}${more}`,
          `Run "parley migrate --grant-to ${name}" with the role that owns the tables`,
        );
      }
      if (!isOwner || isEmbedded) return ok('grants', `the role ${name} has what it needs to serve`);
      return warning(
        'grants',
        `the role ${name} owns the tables that it serves from`,
        'Serve with a role that owns nothing: docs/operations.md, Database roles',
      );
    }),
  );
}
