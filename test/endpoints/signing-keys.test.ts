import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type DownloadSigner, signDownload, verifyDownload } from '../../src/blobs/signed-downloads.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import {
  createDownloadSigner,
  removeSigningKey,
  rotateSigningKey,
} from '../../src/domain/recordings/signing-keys.ts';
import { createLog } from '../../src/lib/log.ts';
import { createTestDatabase } from '../support/postgres.ts';

/** The maximum time until a removal is effective. */
const EFFECTIVE_MS = 1000;

let db: Database;
let drop: () => Promise<void>;
/** The interval at which a process asks again for an unknown key. */
const ASKED_AGAIN_MS = 60;

/** Two processes that share the database. */
let signers: DownloadSigner[];
let asked = 0;

before(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  db = openDatabase(database.connection, createLog('silent'));
  const counting: Database = {
    ...db,
    query: (statement, values) => {
      asked++;
      return db.query(statement, values);
    },
  };
  signers = [await createDownloadSigner(counting), await createDownloadSigner(counting)];
});
after(async () => {
  await db.close();
  await drop();
});

const sign = (signer: DownloadSigner) =>
  signDownload(signer, 'org/1/meeting/1/a', {
    expiresAtMs: Date.now() + 60_000,
    contentType: 'audio/wav',
    fileName: 'a.wav',
  });
const isGood = async (signer: DownloadSigner, target: string) => (await verifyDownload(signer, target)).ok;

test('all processes accept each other’s signatures, even right after the key was rotated', async () => {
  const [one, other] = signers as [DownloadSigner, DownloadSigner];
  const old = await sign(one);
  assert.equal(await isGood(other, old), true);
  const id = await rotateSigningKey(db);
  // Knows the new key, which the other has not asked for yet and would not ask for by itself so soon.
  const fresh = await sign(await createDownloadSigner(db));
  assert.match(fresh, new RegExp(`&kid=${id}&`));
  await delay(ASKED_AGAIN_MS);
  assert.equal(await isGood(other, fresh), true);
  assert.equal(await isGood(other, old), true);
});

test('URLs of a removed key are refused within a second by every process', async () => {
  const [one, other] = signers as [DownloadSigner, DownloadSigner];
  const target = await sign(one);
  await rotateSigningKey(db);
  for (const signer of [one, other]) assert.equal(await isGood(signer, target), true);
  const id = Number(/&kid=(\d+)&/.exec(target)![1]);
  const startMs = performance.now();
  assert.equal(await removeSigningKey(db, id), true);
  for (const signer of [one, other]) while (await isGood(signer, target)) await delay(10);
  assert.ok(performance.now() - startMs < EFFECTIVE_MS);
});

test('ids that are made up do not make it ask all the time', async () => {
  const [one] = signers as [DownloadSigner];
  await one.current();
  asked = 0;
  const startMs = performance.now();
  for (let id = 0; id < 1000; id++) assert.equal(await one.byId(`9${id}`), undefined);
  const most = 2 + (performance.now() - startMs) / 50;
  assert.ok(asked <= most, `asked ${asked} times, at most ${most} were due`);
});
