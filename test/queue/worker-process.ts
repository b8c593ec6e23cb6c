import { openDatabase } from '../../src/db/database.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { startWorkers } from '../../src/queue/workers.ts';
import { handlers, JOBS, QUICK } from './jobs.ts';

/** A worker of the tests' jobs as a process: `node worker-process.ts <database URL>`. SIGTERM stops it, with 1 s to end. */
const connection = { connectionString: process.argv[2]! };
const log = createLog(process.env.LOG_LEVEL ?? 'silent');
const db = openDatabase(connection, log);
const parts = { log, metrics: createMetrics(), timings: QUICK };
const workers = await startWorkers(connection, JOBS, handlers, { db }, parts);
process.once('SIGTERM', async () => {
  await workers.stop(1000);
  await db.close();
  process.exit(0);
});
process.stdout.write('ready\n');
