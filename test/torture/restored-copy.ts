import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runParley } from '../cli/run-parley.ts';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { atLeast, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { ageBlobs, callForSweep, countLost, storeRecordings, whenSwept } from './support/blob-house.ts';
import { type PostgresServer, startPostgresServer } from './support/postgres-server.ts';
import { type Recording, upload } from './support/stored-recordings.ts';

const KEY = 'a-key-for-production-and-its-copies';
const EARLY = { quick: 6, full: 200 };
const LATE = { quick: 3, full: 100 };
const MAX_WAIT_MS = 60_000;
/** In the full form the physical copy runs for longer than its wait, next to the live owner. */
const LONGER_THAN_WAIT_MS = 100_000;

type House = { dataDir: string; server: PostgresServer; services: Set<ChildService>; stage: Stage };

/** Recordings that a restored copy or an older backup does not know belong to production, and stay. */
export const restoredCopy: ReliabilityPromise = {
  number: 33,
  name: 'restored-copy',
  harm: 'logical and physical copies of the database delete, replace and sweep in the blob store that production uses; an old backup is restored',
  async run(stage) {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-copy-'));
    const server = await startPostgresServer();
    const services = new Set<ChildService>();
    let copy: PostgresServer | undefined;
    try {
      const house = { dataDir, server, services, stage };
      const counts = stage.full ? 'full' : 'quick';
      const first = await start(house, server.url);
      const early = await storeRecordings(first, KEY, named('early', EARLY[counts]));
      await end(house, first);
      await onDatabase(server, 'postgres', 'create database logical template parley');
      copy = await server.copy();
      const production = await start(house, server.url);
      const late = await storeRecordings(production, KEY, named('late', LATE[counts]));
      const keys = await ageBlobs(dataDir);
      const all = new Map([...early, ...late]);
      return [
        ...(await besideCopies(house, { production, all, early, copy })),
        ...(await oldBackup(house, { keys, late })),
      ];
    } finally {
      await Promise.all([...services].map((one) => one.kill()));
      await copy?.remove();
      await server.remove();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

function named(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name}-${index}`);
}

async function start({ dataDir, services }: House, databaseUrl: string): Promise<ChildService> {
  const service = await startChildService({ databaseUrl, key: KEY, env: { PARLEY_DATA_DIR: dataDir } });
  services.add(service);
  return service;
}

async function end({ services }: House, service: ChildService): Promise<void> {
  services.delete(service);
  await service.kill();
}

function databaseUrl({ url }: PostgresServer, name: string): string {
  const parsed = new URL(url.replace('@/', '@host/'));
  parsed.pathname = `/${name}`;
  return parsed.href.replace('@host/', '@/');
}

async function onDatabase(server: PostgresServer, name: string, text: string): Promise<void> {
  await sql(databaseUrl(server, name), text);
}

type Scene = {
  production: ChildService;
  all: ReadonlyMap<string, Recording>;
  early: ReadonlyMap<string, Recording>;
  copy: PostgresServer;
};

async function besideCopies(house: House, { production, all, early, copy }: Scene): Promise<Figure[]> {
  const { server, stage } = house;
  const urls = [databaseUrl(server, 'logical'), copy.url];
  const services = await Promise.all(urls.map((url) => start(house, url)));
  for (const [index, service] of services.entries()) await harm(service, urls[index]!, [...early.keys()]);
  if (stage.full) await new Promise((resolve) => setTimeout(resolve, LONGER_THAN_WAIT_MS));
  // The physical copy waits for a beat of the owner, and checks again when it starts.
  const again = await restartPhysical(house, production, { service: services[1]!, url: urls[1]! });
  const copies = [services[0]!, again.copy];
  const told = await Promise.all(copies.map(isRefused));
  for (const url of urls) await whenSwept(url);
  const lost = await countLost(again.production, all);
  const warned = await warningsOf(again.production);
  await callForSweep(server.url);
  await whenSwept(server.url);
  const swept = await countLost(again.production, all);
  for (const one of [...copies, again.production]) await end(house, one);
  return [
    none(
      `of ${all.size} recordings of production, gone or altered beside two copies that delete, replace and sweep`,
      lost,
    ),
    none('the same after a sweep of production itself', swept),
    atLeast(
      'copies that say at /readyz and to administrators that they delete nothing',
      told.filter(Boolean).length,
      2,
    ),
    none('warnings in production', warned.length),
  ];
}

/** Deletes and replaces recordings of production too, and sweeps the others as if their quarantine were over. */
async function harm(service: ChildService, url: string, ids: readonly string[]): Promise<void> {
  const [deleted, replaced] = ids;
  await service.client.delete(`/v1/meetings/${deleted}`);
  await upload(service, KEY, replaced!, { bytes: 10, seed: 1000 });
  await sql(
    url,
    `insert into condemned_blobs (blob_key, condemned_at)
     select 'org/1/meeting/' || id || '/unknown', now() - interval '30 days' from generate_series(1, 50) id`,
  );
  await callForSweep(url);
}

async function restartPhysical(
  house: House,
  production: ChildService,
  physical: { service: ChildService; url: string },
): Promise<{ production: ChildService; copy: ChildService }> {
  await end(house, production);
  const next = await start(house, house.server.url);
  await until(async () => ((await readiness(next)).status === 'ready' ? true : undefined));
  await beaten(house.server);
  await end(house, physical.service);
  return { production: next, copy: await start(house, physical.url) };
}

/** Waits until a process that has just started has advanced the token. */
async function beaten(server: PostgresServer): Promise<void> {
  const newest = `select 1 from blob_store_claims where beaten_at > now() - interval '20 seconds'`;
  await until(async () => ((await sql(server.url, newest)).length > 0 ? true : undefined), MAX_WAIT_MS);
}

async function readiness({ apiUrl }: ChildService): Promise<{ status?: string; warnings?: string[] }> {
  return (await (await fetch(`${apiUrl}/readyz`)).json()) as { status?: string; warnings?: string[] };
}

async function warningsOf(service: ChildService): Promise<string[]> {
  const { body } = await service.client.get('/admin/v1/jobs/summary');
  return [...(body.warnings ?? []), ...((await readiness(service)).warnings ?? [])];
}

/** Waits until the service reports that the store belongs to another database. */
async function isRefused(service: ChildService): Promise<boolean> {
  return until(async () => {
    const warnings = await warningsOf(service);
    return warnings.length === 2 && warnings.every((one) => /nothing is deleted/.test(one))
      ? true
      : undefined;
  }, MAX_WAIT_MS).catch(() => false);
}

/** Restores the database in place from before the late recordings, sweeps, adopts the store, and sweeps again. */
async function oldBackup(
  house: House,
  { keys, late }: { keys: readonly string[]; late: ReadonlyMap<string, Recording> },
): Promise<Figure[]> {
  const { server, dataDir } = house;
  // The restore uses the same database of the same running server, as a dump with --clean does: only the token is
  // older.
  const [before] = await sql<{ tokens: string }>(
    databaseUrl(server, 'logical'),
    'select tokens::text as tokens from blob_store_claims',
  );
  await sql(server.url, 'update blob_store_claims set tokens = $1::uuid[]', [before!.tokens]);
  await sql(server.url, 'delete from meetings where id = any ($1::bigint[])', [[...late.keys()]]);
  const restored = await start(house, server.url);
  const isTold = await isRefused(restored);
  await callForSweep(server.url);
  await whenSwept(server.url);
  const lostBefore = await countGone(dataDir, keys);
  const env = { DATABASE_URL: server.url, PARLEY_DATA_DIR: dataDir };
  const adopted = await runParley(['blobs', 'adopt', '--force'], env);
  if (adopted.code !== 0) throw new Error(`adopting failed: ${adopted.stderr}`);
  await callForSweep(server.url);
  await whenSwept(server.url);
  const listed = await runParley(['blobs', 'quarantine', '--json'], env);
  const condemned = JSON.parse(listed.stdout)
    .blobs.map(({ key }: { key: string }) => key)
    .filter(isOf(late));
  const lostAfter = await countGone(dataDir, keys);
  await end(house, restored);
  return [
    none('recordings gone after an old backup was restored in place and swept', lostBefore),
    atLeast('the restored database says that it deletes nothing', Number(isTold), 1),
    none('recordings gone after it adopted the store and swept again', lostAfter),
    atLeast('recordings that it does not know, in quarantine', condemned.length, late.size),
  ];
}

async function countGone(dataDir: string, keys: readonly string[]): Promise<number> {
  const there = new Set(await ageBlobs(dataDir));
  return keys.filter((key) => !there.has(key)).length;
}

/** Returns whether a blob's key belongs to one of these meetings. */
function isOf(meetings: ReadonlyMap<string, unknown>): (key: string) => boolean {
  return (key) => meetings.has(key.split('/')[3]!);
}
