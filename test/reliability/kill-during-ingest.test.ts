import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../support/postgres.ts';
import { killDuringIngest } from './kill-during-ingest.ts';

test('kill -9 in the middle of ingest loses nothing acknowledged and doubles nothing', async (t) => {
  const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`TEST_SEED=${seed}`);
  const database = await createTestDatabase();
  try {
    const { asked, acknowledged, stored, interrupted } = await killDuringIngest({
      databaseUrl: database.url,
      kills: 5,
      connections: 6,
      maxAcknowledged: 60,
      seed,
    });
    t.diagnostic(
      `${asked} asked for, ${acknowledged} acknowledged, ${stored} stored, ${interrupted} interrupted`,
    );
    assert.ok(acknowledged > 20, 'there was something to lose');
    assert.ok(interrupted > 0, 'kills fell into requests');
  } finally {
    await database.drop();
  }
});
