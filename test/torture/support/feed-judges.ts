import type { Reader } from '../../changes/reader.ts';
import { runParley } from '../../cli/run-parley.ts';
import { type ChildService, startChildService } from '../../support/child-service.ts';
import type { TestClient } from '../../support/client.ts';
import { sql } from '../../support/sql.ts';
import { until } from '../../support/until.ts';
import { atLeast, type Figure, none } from '../promise.ts';
import { type Follower, type Progress, startFollower } from './feed-readers.ts';
import type { FeedWriters } from './feed-writers.ts';
import { copyLogically } from './logical-copy.ts';
import type { PostgresServer } from './postgres-server.ts';

/** Counts entities of a mirror that differ from what the API lists, or from what writers have acknowledged. */
export async function judgeMirror(
  mirror: Reader,
  client: TestClient,
  { users, meetings }: Pick<FeedWriters, 'users' | 'meetings'>,
): Promise<number> {
  const [copied, listed] = [await mirror.mirror(), await mirror.truth()];
  const ids = Object.keys(listed).map((type) => difference(new Set(copied[type]), new Set(listed[type])));
  const copiedUsers = new Map<string, string>(mirror.copies('user').map(({ email, name }) => [email, name]));
  const copiedMeetings = new Map<string, string>(
    mirror.copies('meeting').map(({ id, title }) => [id, title]),
  );
  const versions = [
    [users, copiedUsers],
    [meetings, copiedMeetings],
  ] as const;
  const unlike = versions.flatMap(([acknowledged, copies]) =>
    [...acknowledged].filter(([name, version]) => copies.get(name) !== version),
  );
  // The mirror has as many as the service, which has no others than the writers'.
  const extra = copiedUsers.size - users.size + copiedMeetings.size - meetings.size;
  const status = (await client.get('/v1/users', { pageSize: '1' })).body.pageCount - copiedUsers.size;
  return ids.reduce((sum, count) => sum + count, 0) + unlike.length + Math.abs(extra) + Math.abs(status);
}

function difference(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((id) => !other.has(id)).length + [...other].filter((id) => !one.has(id)).length;
}

/** A logical copy, with the progress of a reader before and after it was taken. */
export type Taken = { url: string; dataDir: string; before: Progress; after: Progress };

/** Copies the database while it is written to, as a dump does. */
export async function takeCopy(server: PostgresServer, dataDir: string, follower: Follower): Promise<Taken> {
  const url = urlOf(server, 'restored');
  await sql(server.url, 'create database restored');
  const migrated = await runParley(['migrate'], { DATABASE_URL: url });
  if (migrated.code !== 0) throw new Error(`the copy could not be migrated: ${migrated.stderr}`);
  const before = follower.now();
  await copyLogically(server.url, url);
  const head = await headOf(url);
  await until(async () => (follower.now().position > head + 1 ? true : undefined));
  return { url, dataDir, before, after: follower.now() };
}

/**
 * Serves the copy as a restored database: a reader from before the copy continues, one from after it is told to begin
 * again, also once the copy has given out the positions that the reader has seen.
 */
export async function judgeCopy(
  { stage }: { stage: { say(line: string): void } },
  key: string,
  { url, dataDir, before, after }: Taken,
): Promise<Figure[]> {
  const head = await headOf(url);
  const [pending] = await sql<{ count: string }>(url, 'select count(*) from event_outbox');
  stage.say(
    `the copy ends at ${head}, with ${pending!.count} events to number; readers are at ${before.position} and ${after.position}`,
  );
  const service = await startChildService({ databaseUrl: url, key, env: { PARLEY_DATA_DIR: dataDir } });
  const follower = startFollower(() => service.apiUrl, key, before);
  try {
    const refusals = [await statusOf(service, after)];
    for (let round = 0; (await headOf(url)) <= after.position; round++) {
      const users = Array.from({ length: 1000 }, (_, n) => ({ email: `after-${round}-${n}@parley.example` }));
      await service.client.put('/admin/v1/users', { users });
      await until(async () =>
        (await sql(url, 'select from event_outbox limit 1')).length === 0 ? true : undefined,
      );
    }
    refusals.push(await statusOf(service, after));
    const end = await headOf(url);
    await Promise.race([
      until(async () => (follower.now().position >= end ? true : undefined), 60_000),
      follower.failed,
    ]);
    const { missed, doubled, outOfOrder } = follower.faults;
    return [
      none('changes of a reader that continues on the restored copy, missed', missed),
      none('changes of it doubled or out of order', doubled + outOfOrder),
      atLeast(
        'readers ahead of the copy that are told to begin again (410), of 2',
        refusals.filter((one) => one === 410).length,
        2,
      ),
    ];
  } finally {
    await follower.stop();
    await service.stop();
  }
}

async function statusOf({ client }: ChildService, { cursor }: Progress): Promise<number> {
  return (await client.get('/v1/changes', { after: cursor })).status;
}

async function headOf(url: string): Promise<number> {
  const [row] = await sql<{ head: string }>(
    url,
    'select coalesce(sum(last_position), 0) as head from change_heads',
  );
  return Number(row!.head);
}

function urlOf({ url }: PostgresServer, database: string): string {
  const parsed = new URL(url.replace('@/', '@host/'));
  parsed.pathname = `/${database}`;
  return parsed.href.replace('@host/', '@/');
}
