import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { createLog } from '../../src/lib/log.ts';
import { createTestDatabase } from '../support/postgres.ts';

const SETTINGS = { seed: 4, numRuns: 100 };
const MAX_INT4 = 2 ** 31 - 1;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;

before(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connection, createLog('silent'));
});
after(async () => {
  await db.close();
  await database.drop();
});

const everyType = {
  name: 'every-type',
  text: `select $1::bytea as bytes, $2::text as text, $3::int4 as int4, $4::bigint as int8, $5::bool as bool,
           null::bytea as nothing`,
  binary: true,
} as const;

/** Texts that PostgreSQL accepts. */
const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', ''));

test('what a binary result holds comes out as it went in, on a connection of its own and on shared ones', async () => {
  const values = fc.tuple(
    fc.uint8Array({ maxLength: 3000 }),
    text,
    fc.integer({ min: -MAX_INT4 - 1, max: MAX_INT4 }),
    fc.maxSafeInteger(),
    fc.boolean(),
  );
  await fc.assert(
    fc.asyncProperty(values, fc.boolean(), async ([raw, ...rest], isQuick) => {
      const bytes = Buffer.from(raw);
      const [string, int4, int8, bool] = rest;
      const [row] = await (isQuick ? db.quick : db).query<Record<string, unknown>>(everyType, [
        bytes,
        ...rest,
      ]);
      assert.deepEqual(row, {
        bytes: bytes.toString('latin1'),
        text: string,
        int4,
        int8,
        bool,
        nothing: null,
      });
    }),
    SETTINGS,
  );
});

test('binary and text results of one connection do not mix, in whatever order they are asked for', async () => {
  const inText = { name: 'in-text', text: 'select $1::text as text, $2::bytea as bytes' };
  const inBinary = {
    name: 'in-binary',
    text: 'select $1::text as text, $2::bytea as bytes',
    binary: true,
  } as const;
  // Larger than what arrives in one go, so that rows are cut anywhere.
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7) % 256));
  const asked = Array.from({ length: 40 }, async (_, index) => {
    const isBinary = index % 3 === 0;
    const word = `Grüße 📞 ${index}`;
    const [row] = await db.quick.query<{ text: string; bytes: Buffer | string }>(
      isBinary ? inBinary : inText,
      [word, bytes.subarray(index)],
    );
    assert.equal(row!.text, word);
    const got = isBinary ? Buffer.from(row!.bytes as string, 'latin1') : (row!.bytes as Buffer);
    assert.ok(got.equals(bytes.subarray(index)), `the bytes of ${index}`);
  });
  await Promise.all(asked);
});

test('an error after a binary result tells its text as it is', async () => {
  const fails = { name: 'fails', text: `select ('Grüße' || $1)::int4 as number`, binary: true } as const;
  await db.quick.query(everyType, [Buffer.from('x'), '', 1, 1, true]);
  await assert.rejects(db.quick.query(fails, ['!']), /Grüße!/);
});

test('a type that nobody has a reader for is an error', async () => {
  const unread = { name: 'unread', text: 'select now() as at', binary: true } as const;
  await assert.rejects(db.query(unread, []), /type 1184 cannot be read in binary/);
  assert.deepEqual(await db.query({ name: 'after', text: 'select 1 as one' }, []), [{ one: 1 }]);
});
