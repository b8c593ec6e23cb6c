import { type ChildService, startChildService } from '../../support/child-service.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';
import type { MetricsPage, Scraped } from './judge-alerts.ts';
import { idOfProcess } from './process-id.ts';
import { readMetrics } from './service-metrics.ts';

const KEY = 'a-key-for-the-service-in-the-wrong-place';
/** Nobody listens there. */
const AWAY = 'postgres://parley@127.0.0.1:1/parley';

/**
 * Starts a service of two processes that finds what only its alerts tell: the store of recordings belongs to another database, its
 * replica is away, and one of its processes ends.
 * @param dataDir the data folder of a service with another database
 */
export async function watchMisplaced(dataDir: string): Promise<Scraped> {
  const database = await createTestDatabase();
  let service: ChildService | undefined;
  try {
    service = await startChildService({
      databaseUrl: database.url,
      key: KEY,
      env: {
        DATABASE_READ_URL: AWAY,
        PARLEY_PROCESSES: '2',
        PARLEY_ROLES: 'api,receiver',
        PARLEY_DATA_DIR: dataDir,
        PARLEY_LOG_LEVEL: 'info',
      },
    });
    const { apiUrl } = service;
    const pid = await idOfProcess(service, 2);
    const meets = (name: string, isMet: (value: number) => boolean): Promise<MetricsPage> =>
      until(async () => {
        const page = await readMetrics(apiUrl).catch(() => undefined);
        return isMet(page?.get(name) ?? Number.NaN) ? page : undefined;
      });
    const pages = [
      await meets('parley_replica_state{replica="127.0.0.1:1",state="away"}', (value) => value >= 1),
      await meets('parley_blob_store_owned', (value) => value === 0),
    ];
    process.kill(pid, 'SIGKILL');
    pages.push(await meets('parley_process_restarts_total', (value) => value === 1));
    return { instance: 'misplaced', pages };
  } finally {
    await service?.stop();
    await database.drop();
  }
}
