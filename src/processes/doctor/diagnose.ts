import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Config } from '../../config.ts';
import { connectionOf } from '../../db/connection-of.ts';
import { openDatabase } from '../../db/database.ts';
import type { Log } from '../../lib/log.ts';
import { findEmbedded } from '../connect.ts';
import type { DatabaseAccess } from '../prepare-database.ts';
import { reachDatabase } from '../reach-database.ts';
import { type Check, fault, ok, tryCheck, warning } from './check.ts';
import { checkDatabase } from './check-database.ts';
import { checkReplicas } from './check-replicas.ts';
import { checkState } from './check-state.ts';
import { checkDisk, checkStore } from './check-store.ts';
import { checkUrls } from './check-urls.ts';

/**
 * Checks an installation as the service would use it, and changes nothing, except that a store of recordings without an owner is
 * claimed as by the start of the service.
 * @param backupHours the age in hours from which the last backup is a fault
 */
export async function diagnose(config: Config, log: Log, backupHours: number | undefined): Promise<Check[]> {
  const checks = [checkNode(), ...(await checkDisk(config))];
  checks.push(...(await checkData(config, log, backupHours)));
  return [...checks, ...(await checkUrls(config))];
}

function checkNode(): Check {
  const [found, pinned] = [process.version.slice(1), packageJson.dependencies.node];
  if (found.split('.')[0] === pinned.split('.')[0]) return ok('node', found);
  return warning(
    'node',
    `${found}, while Parley is tested with ${pinned}`,
    'Start Parley by npm start or bin/parley.js',
  );
}

async function checkData(config: Config, log: Log, backupHours: number | undefined): Promise<Check[]> {
  const { databaseUrl } = config;
  if (databaseUrl !== undefined) {
    const connection = connectionOf(databaseUrl, 'DATABASE_URL');
    const access: DatabaseAccess = { connection, direct: connection, owner: undefined, isEmbedded: false };
    const reach = async () => void Object.assign(access, await reachDatabase({ ...config, databaseUrl }));
    return checkAccess(access, config, log, backupHours, reach);
  }
  const folder = join(config.dataDir, 'postgres');
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    return [fault('database', `there is none in ${folder} yet`, 'Start the service, or set DATABASE_URL')];
  }
  return tryCheck('database', `See the log of PostgreSQL in ${config.dataDir}`, async () => {
    const { stop, ...access } = await findEmbedded(config, log);
    try {
      return await checkAccess(access, config, log, backupHours);
    } finally {
      await stop();
    }
  });
}

async function checkAccess(
  access: DatabaseAccess,
  config: Config,
  log: Log,
  backupHours: number | undefined,
  reach = async () => {},
): Promise<Check[]> {
  const { checks, isUsable } = await checkDatabase(access, config, reach);
  if (!isUsable) return checks;
  const db = openDatabase(access.connection, log);
  try {
    const replicas = await checkReplicas(config, access.direct, log);
    const store = await checkStore(config, db, log);
    return [...checks, ...replicas, ...store, ...(await checkState(db, backupHours))];
  } finally {
    await db.close();
  }
}
