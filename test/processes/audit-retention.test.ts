import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runParley } from '../cli/run-parley.ts';
import { createOwnedDatabase, type OwnedDatabase } from '../support/database-roles.ts';

let database: OwnedDatabase;
before(async () => {
  database = await createOwnedDatabase();
});
after(() => database.drop());

async function migrate(settings: Record<string, string>): Promise<void> {
  const ran = await runParley(['migrate', '--grant-to', database.app], {
    DATABASE_URL: database.ownerUrl,
    ...settings,
  });
  assert.equal(ran.code, 0, ran.stderr);
}

/** The ages of the records in days, oldest first. */
async function ages(): Promise<number[]> {
  const rows = await database.as(
    'owner',
    `select round(extract(epoch from now() - at) / 86400)::int as age from audit_records
     where action = 'made.up' order by at`,
  );
  return rows.map(({ age }) => age as number);
}

const forget = async (atMost = 100) =>
  (await database.as('app', `select forget_audit_records(1, ${atMost}) as removed`))[0]!.removed;

test('only the owner decides for how long audit records are kept', async () => {
  await migrate({});
  await database.as(
    'owner',
    `insert into organizations (name, domains) values ('One', '{}'), ('Other', '{}')`,
  );
  await database.as(
    'owner',
    `insert into audit_records (organization_id, at, action, subject)
     select organization, now() - age * interval '1 day', 'made.up', ''
     from unnest(array[1, 2]) as organization, unnest(array[500, 420, 390, 1]) as age`,
  );
  assert.equal(await forget(), 0, 'records are kept for good by default');
  for (const statement of [
    'insert into audit_retention (days) values (1)',
    'update audit_retention set days = 1',
    'delete from audit_retention',
    'delete from audit_records',
  ]) {
    await assert.rejects(database.as('app', statement), /permission denied/, statement);
  }
  await migrate({ PARLEY_AUDIT_DAYS: '400' });
  assert.equal(await forget(1), 1, 'the oldest one comes first');
  assert.deepEqual(await ages(), [500, 420, 420, 390, 390, 1, 1]);
  assert.equal(await forget(), 1);
  assert.equal(await forget(), 0);
  assert.deepEqual(await ages(), [500, 420, 390, 390, 1, 1], 'other organizations are left alone');
  // A period holds until another one is set.
  await migrate({});
  const [kept] = await database.as('app', 'select days from audit_retention');
  assert.equal(kept!.days, 400);
  const served = await runParley(['audit', 'list', '--organization', '1'], {
    DATABASE_URL: database.appUrl,
    PARLEY_AUDIT_DAYS: '10',
  });
  assert.match(served.stderr, /PARLEY_AUDIT_DAYS takes effect once \\"parley migrate\\" has run with it/);
  await migrate({ PARLEY_AUDIT_DAYS: 'forever' });
  assert.deepEqual(await database.as('app', 'select days from audit_retention'), []);
  const wrong = await runParley(['migrate'], { DATABASE_URL: database.ownerUrl, PARLEY_AUDIT_DAYS: 'long' });
  assert.match(wrong.stderr, /PARLEY_AUDIT_DAYS must be a number of days above 0/);
});
