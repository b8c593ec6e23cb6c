import { chmod } from 'node:fs/promises';
import { dirname } from 'node:path';
import { runParley, startParley } from '../cli/run-parley.ts';
import { startChildService } from '../support/child-service.ts';
import { createOwnedDatabase, type OwnedDatabase, PASSWORD } from '../support/database-roles.ts';
import { makeJourney } from '../support/journey.ts';
import { atLeast, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { keepsPreparedStatements, pgBouncerVersion, startPgBouncer } from './support/pgbouncer.ts';
import { type PostgresServer, startPostgresServer } from './support/postgres-server.ts';

const KEY = 'a-key-for-the-service-with-a-plain-role';

/** The number of starts behind a pooler that shares sessions; a start that is not refused would work only by chance. */
const SHARED_STARTS = { quick: 1, full: 20 };

/** Longer than a start takes on a busy machine. */
const MAX_REFUSAL_MS = 30_000;

/** Settings of a server that was set up elsewhere. */
const ELSEWHERE = {
  timezone: 'Asia/Kolkata',
  datestyle: 'SQL, DMY',
  intervalstyle: 'sql_standard',
  extra_float_digits: '-10',
  bytea_output: 'escape',
  default_transaction_isolation: 'serializable',
};

type Tried = { works: number; refusals: number; faults: string[] };

/**
 * A role without DDL, poolers, and settings of the server: a start succeeds completely, or is refused with one
 * sentence.
 */
export const databaseRoles: ReliabilityPromise = {
  number: 36,
  name: 'database-roles',
  harm: 'a role without DDL, PgBouncer in each of its modes, a server with another time zone and other output formats',
  async run(stage) {
    const server = await startPostgresServer(ELSEWHERE);
    try {
      return await harm(stage, server);
    } finally {
      await server.remove();
    }
  },
};

async function harm(stage: Stage, { connection: server }: PostgresServer): Promise<Figure[]> {
  const tried: Tried = { works: 0, refusals: 0, faults: [] };
  const database = await createOwnedDatabase(server);
  const { appUrl, ownerUrl, app } = database;
  await refused(tried, 'a role that may create nothing, before anybody migrated', appUrl);
  await migrated(tried, ownerUrl, []);
  await refused(tried, 'a role that was granted nothing', appUrl);
  await migrated(tried, ownerUrl, ['--grant-to', app]);
  await misconfigure(database);
  await works(tried, 'a role without DDL, with a time zone of its own, on a server in Asia/Kolkata', appUrl);
  const version = pgBouncerVersion();
  if (version === undefined) stage.say('PgBouncer is not installed: its rows are left out');
  else await behindPoolers(stage, tried, server);
  if (version !== undefined && !keepsPreparedStatements()) {
    stage.say(
      `PgBouncer ${version} keeps no prepared statements: it is only seen to refuse pool_mode=transaction`,
    );
  }
  for (const fault of tried.faults) stage.say(fault);
  return [
    atLeast(
      'starts that worked, from ingest to remap, findings and counts',
      tried.works,
      1 + (version === undefined ? 0 : 1) + (keepsPreparedStatements() ? 1 : 0),
    ),
    atLeast(
      'starts refused with one sentence and exit code 1',
      tried.refusals,
      2 + (version === undefined ? 0 : 3) + (keepsPreparedStatements() ? 2 : 0),
    ),
    none('starts that did neither', tried.faults.length),
  ];
}

/** Settings of a database and a role take precedence over the server's. */
async function misconfigure({ as, name, app }: OwnedDatabase): Promise<void> {
  await as('superuser', `alter database ${name} set timezone = 'America/St_Johns'`);
  await as('superuser', `alter role ${app} set timezone = 'Pacific/Chatham'`);
  await as('superuser', `alter role ${app} set datestyle = 'German'`);
  await as('superuser', `alter role ${app} set plan_cache_mode = force_custom_plan`);
}

async function behindPoolers(
  { full }: Stage,
  tried: Tried,
  server: PostgresServer['connection'],
): Promise<void> {
  // The pooler has no privilege to enter the folder of the server's data.
  await chmod(dirname(dirname(server.host)), 0o711);
  for (const mode of ['session', 'transaction', 'statement'] as const) {
    const { appUrl, ownerUrl, app, owner } = await createOwnedDatabase(server);
    const pooler = await startPgBouncer(mode, server.host, { [app]: PASSWORD, [owner]: PASSWORD });
    const what = `behind PgBouncer with pool_mode=${mode}`;
    const url = pooler.through(appUrl);
    try {
      if (mode === 'session') {
        await works(tried, what, url, { PARLEY_MIGRATION_DATABASE_URL: pooler.through(ownerUrl) });
        continue;
      }
      for (let time = 0; time < SHARED_STARTS[full ? 'full' : 'quick']; time++) {
        await refused(tried, what, url);
      }
      if (mode === 'transaction' && keepsPreparedStatements()) {
        const directly = { DATABASE_DIRECT_URL: appUrl, PARLEY_MIGRATION_DATABASE_URL: ownerUrl };
        await works(tried, `${what} and DATABASE_DIRECT_URL`, url, directly);
        await refused(tried, `${what} as DATABASE_DIRECT_URL too`, url, { DATABASE_DIRECT_URL: url });
      } else {
        await refused(tried, `${what} and DATABASE_DIRECT_URL`, url, { DATABASE_DIRECT_URL: appUrl });
      }
    } finally {
      await pooler.stop();
    }
  }
  if (keepsPreparedStatements()) await withoutPreparedStatements(tried, server);
}

/** A pooler of the right version that was told to keep no prepared statements. */
async function withoutPreparedStatements(tried: Tried, server: PostgresServer['connection']): Promise<void> {
  const { app, appUrl } = await createOwnedDatabase(server);
  const pooler = await startPgBouncer('transaction', server.host, { [app]: PASSWORD }, 0);
  const what = 'behind PgBouncer with pool_mode=transaction and max_prepared_statements=0';
  try {
    await refused(tried, what, pooler.through(appUrl), { DATABASE_DIRECT_URL: appUrl });
  } finally {
    await pooler.stop();
  }
}

async function works(tried: Tried, what: string, databaseUrl: string, env = {}): Promise<void> {
  try {
    const service = await startChildService({
      databaseUrl,
      key: KEY,
      env: { PARLEY_ROLES: 'api,receiver,worker', ...env },
    });
    try {
      await makeJourney(service.client);
      tried.works++;
    } finally {
      await service.stop();
    }
  } catch (error) {
    tried.faults.push(`${what}: ${(error as Error).message}`);
  }
}

async function refused(tried: Tried, what: string, databaseUrl: string, env = {}): Promise<void> {
  const settings = { DATABASE_URL: databaseUrl, PARLEY_API_PORT: '0', PARLEY_RECEIVER_PORT: '0', ...env };
  const { child, ended } = startParley(['serve'], settings);
  // A start that is not refused serves until it is stopped.
  const limit = setTimeout(() => child.kill('SIGTERM'), MAX_REFUSAL_MS);
  const { code, stdout, stderr } = await ended;
  clearTimeout(limit);
  const isOneSentence = /^parley: [^\n]+\n$/.test(stderr) && !/listening/i.test(stdout);
  if (code === 1 && isOneSentence) tried.refusals++;
  else tried.faults.push(`${what}: exit ${code}: ${stderr}`);
}

async function migrated(tried: Tried, databaseUrl: string, options: string[]): Promise<void> {
  const { code, stderr } = await runParley(['migrate', ...options], { DATABASE_URL: databaseUrl });
  if (code !== 0) tried.faults.push(`parley migrate: exit ${code}: ${stderr}`);
}
