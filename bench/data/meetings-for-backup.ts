import { randomBytes } from 'node:crypto';
import { startChildService } from '../../test/support/child-service.ts';
import type { BenchDatabase } from '../setup/database.ts';
import { copyMeetings } from './copy-meetings.ts';
import { seeded } from './prng.ts';
import { fillSpokenMeetings, makeVocabulary } from './spoken-meetings.ts';

const KEY = 'a-key-for-the-benchmark-of-backups';
const DISTINCT = 1000;
const ENTRIES_PER_MEETING = 500;
const RECORDING_BYTES = 1_000_000;
const WORDS_INDEX = 'transcript_words_terms';

/** Fills a database with meetings and recordings; goes on where an interrupted call has ended. */
export async function fillForBackup(
  database: BenchDatabase,
  { meetings, recordings, dataDir }: { meetings: number; recordings: number; dataDir: string },
): Promise<void> {
  const service = await startChildService({
    databaseUrl: database.url,
    key: KEY,
    env: { PARLEY_DATA_DIR: dataDir },
  });
  try {
    const distinct = Math.min(DISTINCT, meetings);
    await makeDistinct(database, distinct);
    await copyDistinct(database, distinct, meetings);
    await database.query('vacuum analyze');
    await upload(database, recordings, service.receiverUrl);
  } finally {
    await service.stop();
  }
}

async function makeDistinct(database: BenchDatabase, distinct: number): Promise<void> {
  const { query } = database;
  const [row] = await query<{ count: number }>('select count(*)::int as count from meeting_participants');
  if (row!.count >= distinct) return;
  // An interrupted call may have stored some of them.
  await query('truncate meetings restart identity cascade');
  const entries = distinct * ENTRIES_PER_MEETING;
  await fillSpokenMeetings(database, makeVocabulary(seeded(1)), { entries, copies: 1 });
  await query(
    `insert into meeting_participants (organization_id, email_key, start_time, meeting_id)
     select organization_id, 'grace@acme.example', start_time, id from meetings`,
  );
}

/** The index of words is put aside meanwhile; its definition is in a table until it is there again. */
async function copyDistinct(database: BenchDatabase, distinct: number, meetings: number): Promise<void> {
  const { query } = database;
  const [{ count }] = (await query('select count(*)::int as count from meetings')) as [{ count: number }];
  const [index] = await query('select indexdef from pg_indexes where indexname = $1', [WORDS_INDEX]);
  if (index && count < meetings) {
    await query(`create table bench_index as select '${index.indexdef}'::text as definition`);
    await query(`drop index ${WORDS_INDEX}`);
  }
  await copyMeetings(database, { copies: meetings / distinct, apartSeconds: 1, originals: distinct });
  const [kept] = await query(`select to_regclass('bench_index') is not null as "isThere"`);
  if (!kept!.isThere) return;
  const [{ definition }] = (await query('select definition from bench_index')) as [{ definition: string }];
  await query(`set maintenance_work_mem = '512MB'`);
  await query(definition.replace('CREATE INDEX', 'create index if not exists'));
  await query('drop table bench_index');
}

async function upload({ query }: BenchDatabase, recordings: number, receiverUrl: string): Promise<void> {
  const found = await query<{ id: string }>('select id from meetings order by id limit $1', [recordings]);
  for (const { id } of found) {
    const answer = await fetch(`${receiverUrl}/v1/meetings/${id}/recording`, {
      method: 'PUT',
      headers: { 'X-API-Key': KEY, 'Content-Type': 'audio/wav' },
      body: randomBytes(RECORDING_BYTES),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
}
