import pg from 'pg';
import { urlsOf } from './postgres.ts';
import { sql } from './sql.ts';
import { until } from './until.ts';

/** Transactions that a test keeps open, so that the service waits for their locks. */
export type HeldLocks = {
  /** Runs a statement in a transaction that stays open, at most until the end of the test. */
  hold(text: string, values?: unknown[]): Promise<HeldTransaction>;
  /** Waits until the given number of the service's statements wait for a lock. */
  waitForBlocked(count: number): Promise<true>;
  /** Ends all of them; for `afterEach`. */
  releaseAll(): Promise<void>;
};

export type HeldTransaction = {
  query(text: string, values?: unknown[]): Promise<unknown>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
};

/** @param databaseUrl is called when a lock is taken, because tests start their service in `before` */
export function heldLocks(databaseUrl: () => string): HeldLocks {
  const held = new Set<pg.Client>();
  return {
    async hold(text, values = []) {
      const client = new pg.Client(databaseUrl());
      await client.connect();
      held.add(client);
      await client.query('begin');
      await client.query(text, values);
      const end = async (how: 'commit' | 'rollback') => {
        held.delete(client);
        await client.query(how);
        await client.end();
      };
      return {
        query: (further, given = []) => client.query(further, given),
        commit: () => end('commit'),
        rollback: () => end('rollback'),
      };
    },
    waitForBlocked: (count) => waitForBlocked(databaseUrl(), count),
    async releaseAll() {
      await Promise.all([...held].map((client) => client.end()));
      held.clear();
    },
  };
}

/** Waits until the given number of statements wait for a lock, on any node of the database. */
export function waitForBlocked(databaseUrl: string, count: number): Promise<true> {
  return until(async () => {
    const blocked = await Promise.all(urlsOf(databaseUrl).map(blockedOn));
    return blocked.reduce((sum, one) => sum + one, 0) >= count ? true : undefined;
  });
}

async function blockedOn(nodeUrl: string): Promise<number> {
  const [row] = await sql<{ blocked: number }>(
    nodeUrl,
    `select count(*)::int as blocked from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row!.blocked;
}
