import { type Database, openDatabase, type Transaction } from '../../src/db/database.ts';
import { ingestMeeting } from '../../src/domain/meetings/ingest-meeting.ts';
import { toIncomingMeeting } from '../../src/endpoints/schemas/ingest-body.ts';
import { createLog } from '../../src/lib/log.ts';
import { openQueue } from '../../src/queue/queue.ts';
import { ingestedMeeting } from '../data/meetings.ts';
import type { BenchDatabase } from '../setup/database.ts';
import { recording } from './record.ts';
import { makeScript, type RanStatement, type Script } from './script.ts';

/** Placeholders for the values that differ between runs; no other value equals them. */
const EXTERNAL_ID = 'the external id';
const MEETING_ID = 4_000_000_000_000_007;

/**
 * Records the cost of an ingest in PostgreSQL alone: the inserts of the encoded rows and of the job, in one
 * transaction. The service ingests a meeting in a transaction that is rolled back. Its statements named `insert-…` are
 * the limit; its preceding queries do not count.
 */
export async function recordIngest(
  { connection }: BenchDatabase,
  organizationId: number,
  name: string,
): Promise<Script> {
  const ran: RanStatement[] = [];
  const incoming = toIncomingMeeting(ingestedMeeting(EXTERNAL_ID));
  const log = createLog('silent');
  const db = openDatabase(connection, log);
  // The transaction is rolled back, so nobody is woken.
  const queue = openQueue({ wake: () => {} });
  try {
    await ingestMeeting({ db: rollingBack(db, ran), queue }, organizationId, incoming);
    throw new Error('the ingest of a meeting was to be rolled back');
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  } finally {
    await db.close();
  }
  const inserts = ran.filter((statement) => statement.name.startsWith('insert-'));
  return makeScript(name, inserts, {
    // A duplicate would end the run, but is unlikely in this range.
    prelude: ['\\set external_id random(1, 9000000000000000000)'],
    stands: new Map<unknown, string>([
      [EXTERNAL_ID, 'external_id'],
      [MEETING_ID, 'id'],
    ]),
  });
}

class RolledBack extends Error {}

function rollingBack(db: Database, ran: RanStatement[]): Database {
  return {
    ...recording(db, ran),
    transaction: (work) =>
      db.transaction(async (tx: Transaction) => {
        // The restart is rolled back with the transaction; values taken from a sequence are not.
        await tx.query(restartIds, []);
        await work(recording(tx, ran));
        throw new RolledBack();
      }),
  };
}

const restartIds = {
  name: 'restart-meeting-ids',
  text: `alter table meetings alter column id restart with ${MEETING_ID}`,
};
