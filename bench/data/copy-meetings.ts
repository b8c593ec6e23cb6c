import type { BenchDatabase } from '../setup/database.ts';

/** The tables of a meeting, with the column that has its id. */
const TABLES = {
  meetings: 'id',
  meeting_transcript_pieces: 'meeting_id',
  transcript_words: 'meeting_id',
  meeting_participants: 'meeting_id',
};

/**
 * Copies all meetings with what they have, under ids behind theirs, which is faster than storing others.
 * @param options.copies how often each meeting is there afterwards
 * @param options.apartSeconds the time between a meeting and its next copy
 * @param options.originals the number of meetings, with the ids from 1, of which an interrupted call may have made copies
 */
export async function copyMeetings(
  { query }: BenchDatabase,
  { copies, apartSeconds, originals }: { copies: number; apartSeconds: number; originals?: number },
): Promise<void> {
  const [last] = await query<{ id: number }>('select max(id)::float8 as id from meetings');
  const lastId = originals ?? last!.id;
  for (let copy = Math.round(last!.id / lastId); copy < copies; copy++) {
    await query('begin');
    for (const [table, idColumn] of Object.entries(TABLES)) {
      const columns = await query<{ name: string }>(
        `select attname as name from pg_attribute
         where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      );
      const names = columns.map(({ name }) => name);
      const values = names.map((name) => {
        if (name === idColumn) return `${name} + ${copy * lastId}`;
        if (name === 'external_id') return `external_id || '-${copy}'`;
        const isTime = name === 'start_time' || name === 'end_time';
        return isTime ? `${name} + interval '${copy * apartSeconds} seconds'` : name;
      });
      await query(
        `insert into ${table} (${names.join(', ')}) overriding system value
         select ${values.join(', ')} from ${table} where ${idColumn} <= ${lastId} order by ${idColumn}`,
      );
    }
    await query('commit');
  }
}
