import { readAuditRetention, setAuditRetention } from '../db/audit-retention.ts';
import { distribute, refuseWithoutCitus } from '../db/citus/distribute.ts';
import type { ConnectionSettings } from '../db/database.ts';
import { HOW_TO_MIGRATE, readRole, withConnection } from '../db/database-role.ts';
import { grantRights, lackingRights } from '../db/grants.ts';
import { migrate, pendingMigrations } from '../db/migrate.ts';
import type { Log } from '../lib/log.ts';

/** The connections to the database that the settings give. */
export type DatabaseAccess = {
  /** The connection of the role that serves. */
  connection: ConnectionSettings;
  /** The same without a pooler that shares sessions. */
  direct: ConnectionSettings;
  /** The connection of the role that migrates, if it is another one. */
  owner: ConnectionSettings | undefined;
  isEmbedded: boolean;
  /** The days for which audit records are kept; undefined leaves what was set before. */
  auditDays?: number | 'forever' | undefined;
};

/** The outcome of an installation. */
export type Installed = { applied: string[]; grantedTo: string[]; distributed: string[] };

/**
 * Makes the database ready to serve: by migrating it where a role is at hand that may, else by looking whether somebody has.
 * @throws one sentence where it is not ready and cannot be made so
 */
export async function prepareDatabase(
  access: DatabaseAccess,
  log: Log,
  waitSeconds: number | undefined,
): Promise<void> {
  const { connection, direct, owner, isEmbedded, auditDays } = access;
  const mayMigrate = owner !== undefined || (await withConnection(direct, readRole)).isOwner;
  if (mayMigrate) {
    const { applied, grantedTo } = await install(access, log, { waitSeconds });
    if (applied.length > 0) log.info({ applied }, 'migrated');
    if (grantedTo.length > 0) log.info({ grantedTo }, 'granted the rights to serve');
  }
  const isSure = isEmbedded || (mayMigrate && owner === undefined && direct === connection);
  if (!isSure) await refuseUnready(connection);
  if (!mayMigrate && auditDays !== undefined) await warnOfAuditDays(connection, auditDays, log);
}

/**
 * Brings the schema up to this version, and grants the roles that serve what they lack.
 * @param options.grantTo roles that are to serve, in addition to the one of the settings
 * @param options.waitSeconds the time for which others are waited for
 * @param options.onCitus distributes the tables on the nodes of a Citus cluster, if that has not been done
 * @throws where the role may not do that, or the cluster is not ready
 */
export async function install(
  { connection, direct, owner, auditDays }: DatabaseAccess,
  log: Log,
  {
    grantTo = [],
    waitSeconds,
    onCitus = false,
  }: { grantTo?: readonly string[]; waitSeconds?: number | undefined; onCitus?: boolean } = {},
): Promise<Installed> {
  const by = owner ?? direct;
  const roles = new Set(grantTo);
  if (by !== connection) {
    roles.add(connection.user ?? (await withConnection(connection, readRole)).name);
  }
  const grantedTo: string[] = [];
  let distributed: string[] = [];
  if (onCitus) await withConnection(by, refuseWithoutCitus);
  const applied = await migrate(by, log, {
    waitSeconds,
    async afterwards(client) {
      if (auditDays !== undefined) await setAuditRetention(client, auditDays);
      if (onCitus) distributed = await distribute(client);
      for (const role of roles) if ((await grantRights(client, role)) > 0) grantedTo.push(role);
    },
  });
  return { applied, grantedTo, distributed };
}

/** @throws where a role that may not migrate cannot serve on the database as it is */
async function refuseUnready(connection: ConnectionSettings): Promise<void> {
  await withConnection(connection, async (client) => {
    const { name, hasTables } = await readRole(client);
    const role = `the database role ${JSON.stringify(name)}`;
    const withGrant = `${HOW_TO_MIGRATE} and --grant-to ${name}`;
    if (!hasTables) throw new Error(`There are no tables of Parley that ${role} may use: ${withGrant}`);
    const [lacking, ...more] = await lackingRights(client, name);
    if (lacking !== undefined) {
      const all = more.length > 0 ? `${lacking}, and ${more.length} more` : lacking;
      throw new Error(`Parley needs rights that ${role} lacks (${all}): ${withGrant}`);
    }
    const pending = await pendingMigrations(client);
    if (pending.length > 0) {
      throw new Error(
        `The database lacks what this version needs (${pending.join(', ')}) and ${role} may not migrate it: ${HOW_TO_MIGRATE}`,
      );
    }
  });
}

/** A role that only serves cannot shorten the audit. */
async function warnOfAuditDays(
  connection: ConnectionSettings,
  wanted: number | 'forever',
  log: Log,
): Promise<void> {
  const days = await withConnection(connection, readAuditRetention);
  if (days !== wanted) {
    log.warn({ days, wanted }, 'PARLEY_AUDIT_DAYS takes effect once "parley migrate" has run with it');
  }
}
