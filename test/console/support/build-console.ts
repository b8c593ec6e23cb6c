import assert from 'node:assert/strict';
import pg from 'pg';
import { REPOSITORY, start } from '../../cli/run-parley.ts';
import { serverConnection } from '../../support/postgres.ts';

/** Any number that nothing else on the tests' server locks. */
const LOCK = 7_265_391;

/**
 * Builds console/dist if a source is newer. Test files run at the same time: the first builds, the others wait for
 * it at a lock of the PostgreSQL that they share.
 */
export async function buildConsole(): Promise<void> {
  const client = new pg.Client(serverConnection());
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const built = await start(process.execPath, ['scripts/build-console.ts', '--if-needed'], {
      env: {},
      cwd: REPOSITORY,
    }).ended;
    assert.equal(built.code, 0, `${built.stdout}${built.stderr}`);
  } finally {
    await client.end();
  }
}
