import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, openDatabase, type Queries } from '../../src/db/database.ts';
import { type EmailParts, ingestEmail } from '../../src/domain/emails/ingest-email.ts';
import { createLog } from '../../src/lib/log.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { sql } from '../support/sql.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
before(async () => {
  database = await createTestDatabase();
  db = openDatabase({ connectionString: database.url }, createLog('silent'));
});
after(async () => {
  await db.close();
  await database.drop();
});

test('domains and accounts are read by one statement, which may be answered elsewhere', async () => {
  const [{ id }] = (await sql<{ id: number }>(
    database.url,
    `insert into organizations (name, domains) values ('One', '{parley.example}') returning id::int`,
  )) as [{ id: number }];
  await sql(
    database.url,
    `insert into crm_account_domains (organization_id, domain, account_id) values (${id}, 'acme.example', 'acme')`,
  );
  const asked: unknown[] = [];
  const reads: Queries = {
    query: (statement, values) => {
      asked.push([statement.name, values]);
      return db.query(statement, values);
    },
  };
  // Nothing is to be processed, so no job is sent.
  const parts: EmailParts = { db, queue: {} as EmailParts['queue'], reads };
  const { emailId } = await ingestEmail(
    parts,
    id,
    {
      subject: 'Renewal',
      sentMs: Date.UTC(2026, 1, 2),
      from: { email: 'grace@acme.example' },
      to: [{ email: 'ada@parley.example' }],
      text: 'The price is fine.',
    },
    { process: false },
  );
  assert.deepEqual(asked, [['select-known-domains', [id, ['acme.example', 'parley.example']]]]);
  const [stored] = await sql(database.url, `select account_id from emails where id = ${emailId}`);
  assert.equal(stored!.account_id, 'acme');
});
