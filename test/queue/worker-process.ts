import { openDatabase } from '../../src/db/database.ts';
import { openWakeSignals } from '../../src/db/wake-signals.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { TIMINGS } from '../../src/queue/timings.ts';
import { startWorkers } from '../../src/queue/workers.ts';
import { handlers, JOBS, QUICK } from './jobs.ts';

/**
 * A worker of the tests' jobs as a process: `node worker-process.ts <database URL> [patient]`. SIGTERM stops it, with 1 s
 * to end.
 */
const [, , connectionString, patience] = process.argv;
const connection = { connectionString: connectionString! };
const log = createLog(process.env.LOG_LEVEL ?? 'silent');
const db = openDatabase(connection, log);
const signals = openWakeSignals(connection, db, log);
const parts = { signals, log, metrics: createMetrics(), timings: patience === 'patient' ? TIMINGS : QUICK };
const workers = await startWorkers(connection, JOBS, handlers, { db }, parts);
process.once('SIGTERM', async () => {
  await workers.stop(1000);
  await signals.close();
  await db.close();
  process.exit(0);
});
process.stdout.write('ready\n');
