import { parseBlobUrl, type S3Settings } from '../../src/blobs/blob-url.ts';
import { createS3Store, type S3Store } from '../../src/blobs/s3.ts';
import { openDatabase } from '../../src/db/database.ts';
import { createBlobOwner } from '../../src/domain/blob-claims/blob-owner.ts';
import { sweepBlobs } from '../../src/domain/recordings/sweep-blobs.ts';
import { createLog } from '../../src/lib/log.ts';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { meeting } from '../support/meetings.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { seededRandom } from '../support/random.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { fromTests } from './from-tests.ts';
import { type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { S3_PROGRAMS, type S3Program, startS3Program } from './support/s3-program.ts';
import { gives, type Recording, serveRecordings, upload } from './support/stored-recordings.ts';

const KEY = 'blob-store-torture-key-0123456789';
const MIB = 1024 * 1024;

/** Sizes of one request, of slightly more than a part, and of many parts. */
const SIZES = [1, 100_000, 8 * MIB, 9 * MIB, 100 * MIB];
const LARGE: Recording = { bytes: 100 * MIB, seed: 99 };
const RANGES = 30;
const ALTERATIONS = 200;

/** Long enough for the server to be killed in the middle. */
const SLOW_MS = 6000;
const KILL_AFTER_MS = 3000;
const SETTLE_LIMIT_MS = 120_000;

const about = {
  // The promise is not one of the first 24, so it is listed after them.
  number: 39,
  name: 'blob-store',
  harm: 'recordings in a real S3 server: parts, ranges, wrong credentials, the server killed in the middle of an upload',
};

/**
 * Recordings are stored in an S3 server and read from it byte for byte, and interrupted operations leave nothing
 * behind.
 */
export const blobStore: ReliabilityPromise = {
  ...fromTests(about, ['test/blobs/s3.test.ts', 'test/reliability/background-s3.test.ts']),
  async run(stage) {
    if (!stage.full)
      return fromTests(about, ['test/blobs/s3.test.ts', 'test/reliability/background-s3.test.ts']).run(stage);
    const s3 = await startS3Program();
    if (!s3) {
      return [
        {
          what: 'a real S3 server',
          value: `not run: none of ${S3_PROGRAMS} is on PATH or named`,
          limit: 'run',
          passed: false,
        },
      ];
    }
    const database = await createTestDatabase();
    const store = await createS3Store(parseBlobUrl(blobUrl(s3)) as S3Settings);
    let service: ChildService | undefined;
    try {
      const env = { PARLEY_BLOB_URL: blobUrl(s3), PARLEY_FETCH_ALLOW: '127.0.0.1' };
      service = await startChildService({ databaseUrl: database.url, key: KEY, env });
      stage.say(`${s3.name} at ${s3.url}`);
      return await harm(stage, { s3, store, service, databaseUrl: database.url, env });
    } finally {
      await service?.kill();
      store.close();
      await s3.remove();
      await database.drop();
    }
  },
};

type House = {
  s3: S3Program;
  store: S3Store;
  service: ChildService;
  databaseUrl: string;
  env: Record<string, string>;
};

function blobUrl({ url, bucket, accessKeyId, secretAccessKey }: S3Program): string {
  return `s3://${accessKeyId}:${secretAccessKey}@${bucket}/calls?endpoint=${encodeURIComponent(url)}`;
}

async function harm(stage: Stage, house: House): Promise<Figure[]> {
  const random = seededRandom(stage.seed);
  const stored = await storeAll(house);
  const wrong = { whole: 0, ranges: 0, altered: 0 };
  for (const [id, recording] of stored) {
    const url = await urlOf(house, id);
    if (!(await gives(url, recording))) wrong.whole++;
    if (recording.bytes < 1000) continue;
    for (let count = 0; count < RANGES; count++) {
      const [a, b] = [Math.floor(random() * recording.bytes), Math.floor(random() * recording.bytes)];
      const range = { start: Math.min(a, b), end: Math.min(Math.max(a, b) + 1, Math.min(a, b) + MIB) };
      if (!(await gives(url, recording, range))) wrong.ranges++;
    }
  }
  stage.say(`${stored.size} recordings in and out`);
  const url = await urlOf(house, [...stored.keys()][0]!);
  for (let count = 0; count < ALTERATIONS; count++) if (await isAlteredTaken(url, random)) wrong.altered++;
  const refused = await withWrongCredentials(house);
  stage.say('wrong credentials tried');
  const killed = await killServer(house, stage.say);
  const left = await sweepLeftovers(house);
  const gone = await deleteAll(house, [...stored.keys()]);
  return [
    none(
      `of ${stored.size} recordings of 1 byte to 100 MiB, not the same bytes (${house.s3.name})`,
      wrong.whole,
    ),
    none(`of ${RANGES} ranges of each, not the same bytes`, wrong.ranges),
    none(`altered URLs accepted, of ${ALTERATIONS}`, wrong.altered),
    none('recordings said to be stored with wrong credentials', refused),
    none(
      'recordings lost or cut short by the kill of the server in the middle of their upload or fetch',
      killed,
    ),
    none('parts and blobs that nobody names, after the sweep', left.after),
    {
      what: 'parts that a killed process left, found by the sweep',
      value: `${left.swept}`,
      limit: '≥ 1',
      passed: left.swept >= 1,
    },
    none('blobs of deleted meetings still there', gone),
  ];
}

/** Uploads half of the recordings, and has the other half fetched. @returns each by the id of its meeting */
async function storeAll({ service, databaseUrl }: House): Promise<Map<string, Recording>> {
  const stored = new Map<string, Recording>();
  const server = await serveRecordings(() => 0);
  try {
    for (const [index, bytes] of SIZES.entries()) {
      const uploaded = { bytes, seed: 2 * index };
      const id = await ingest(service, `uploaded-${index}`);
      const status = await upload(service, KEY, id, uploaded);
      if (status !== 200) throw new Error(`the upload of ${bytes} bytes was answered ${status}`);
      stored.set(id, uploaded);
      const fetched = { bytes, seed: 2 * index + 1 };
      stored.set(await ingest(service, `fetched-${index}`, server.url(fetched)), fetched);
    }
    await settled(databaseUrl);
    return stored;
  } finally {
    server.close();
  }
}

function ingest({ client }: ChildService, id: string, recordingUrl?: string): Promise<string> {
  return client.ingest(meeting({ id, ...(recordingUrl ? { recordingUrl } : {}) }), {
    processImportedMeeting: false,
  });
}

async function settled(databaseUrl: string): Promise<void> {
  await until(async () => {
    const [row] = await sql<{ count: string }>(
      databaseUrl,
      "select count(*) from recordings where state = 'pending'",
    );
    return row!.count === '0' ? true : undefined;
  }, SETTLE_LIMIT_MS);
}

async function urlOf({ service }: House, id: string): Promise<string> {
  const { body } = await service.client.get(`/v1/meetings/${id}`, { includeDownloadUrl: 'true' });
  return body.downloadUrl ?? `http://127.0.0.1:1/none-for-${id}`;
}

/** Alters a character of the signed part: path or parameters. */
async function isAlteredTaken(url: string, random: () => number): Promise<boolean> {
  const start = new URL(url).origin.length + 1;
  const at = start + Math.floor(random() * (url.length - start));
  const character = '0123456789abcdef'[Math.floor(random() * 16)]!;
  const altered = url.slice(0, at) + character + url.slice(at + 1);
  // Percent-encoding in another case is the same URL.
  if (altered.toLowerCase() === url.toLowerCase()) return false;
  const answer = await fetch(altered);
  await answer.arrayBuffer();
  return answer.ok;
}

/** @returns how many recordings are reported as stored */
async function withWrongCredentials({ s3, databaseUrl, env }: House): Promise<number> {
  const wrong = blobUrl({ ...s3, secretAccessKey: 'another-secret-0123456789' });
  const service = await startChildService({
    databaseUrl,
    key: KEY,
    env: { ...env, PARLEY_BLOB_URL: wrong, PARLEY_ROLES: 'api,receiver' },
  });
  try {
    let stored = 0;
    for (const bytes of [1000, 20 * MIB]) {
      const id = await ingest(service, `wrong-${bytes}`);
      if ((await upload(service, KEY, id, { bytes, seed: 7 })) === 200) stored++;
      const { body } = await service.client.get(`/v1/meetings/${id}`);
      if (body.recording.state !== 'none') stored++;
    }
    return stored;
  } finally {
    await service.kill();
  }
}

/**
 * Kills S3 while a recording is uploaded and another is fetched, and starts it again. @returns how many are wrong
 * afterwards
 */
async function killServer(house: House, say: Stage['say']): Promise<number> {
  const { s3, service, databaseUrl } = house;
  const server = await serveRecordings(() => SLOW_MS);
  try {
    const [uploaded, fetched] = [
      { ...LARGE, seed: 100 },
      { ...LARGE, seed: 101 },
    ];
    const before = await ingest(service, 'before-kill');
    await upload(service, KEY, before, { bytes: 1000, seed: 50 });
    const fetchedId = await ingest(service, 'fetched-in-kill', server.url(fetched));
    const uploading = upload(service, KEY, before, uploaded, SLOW_MS);
    await new Promise((resolve) => setTimeout(resolve, KILL_AFTER_MS));
    await s3.kill();
    const status = await uploading;
    say(`the upload in which ${s3.name} was killed was answered ${status}`);
    await s3.start();
    let wrong = 0;
    // An upload that was not acknowledged must not have replaced the earlier recording.
    if (status !== 200 && !(await gives(await urlOf(house, before), { bytes: 1000, seed: 50 }))) wrong++;
    if ((await upload(service, KEY, before, uploaded)) !== 200) wrong++;
    if (!(await gives(await urlOf(house, before), uploaded))) wrong++;
    await settled(databaseUrl);
    if (!(await gives(await urlOf(house, fetchedId), fetched))) wrong++;
    return wrong;
  } finally {
    server.close();
  }
}

/** Kills a process in the middle of an upload, adds unreferenced blobs, and sweeps. */
async function sweepLeftovers({ store, databaseUrl, env }: House): Promise<{ swept: number; after: number }> {
  const service = await startChildService({
    databaseUrl,
    key: KEY,
    env: { ...env, PARLEY_ROLES: 'api,receiver' },
  });
  const id = await ingest(service, 'killed-service');
  const uploading = upload(service, KEY, id, LARGE, SLOW_MS);
  await new Promise((resolve) => setTimeout(resolve, KILL_AFTER_MS));
  await service.kill();
  await uploading;
  const orphan = async function* () {
    yield Buffer.alloc(1000);
  };
  await store.put('org/1/meeting/999999/orphan', orphan(), { contentType: 'audio/wav' });
  const swept = await store.discardUnfinished(Date.now() + 60_000);
  const db = openDatabase({ connectionString: databaseUrl }, createLog('silent'));
  const log = createLog('silent');
  const blobOwner = createBlobOwner({ db, blobs: store, log, isExclusive: false });
  const patience = { minAgeMs: -60_000, quarantineMs: 0 };
  await sweepBlobs({ db, blobs: store, blobOwner }, new AbortController().signal, patience);
  await db.close();
  const known = await knownKeys(databaseUrl);
  let after = await store.discardUnfinished(Date.now() + 60_000);
  for await (const { key } of store.list('')) if (!known.delete(key)) after++;
  // A referenced blob that is missing was swept wrongly.
  return { swept, after: after + known.size };
}

async function knownKeys(databaseUrl: string): Promise<Set<string>> {
  const rows = await sql<{ key: string }>(
    databaseUrl,
    'select blob_key as key from recordings where blob_key is not null',
  );
  return new Set(rows.map(({ key }) => key));
}

/** @returns how many blobs of deleted meetings still exist */
async function deleteAll({ service, store, databaseUrl }: House, ids: string[]): Promise<number> {
  for (const id of ids) await service.client.delete(`/v1/meetings/${id}`);
  const count = async () => {
    const known = await knownKeys(databaseUrl);
    let unknown = 0;
    for await (const { key } of store.list('')) if (!known.has(key)) unknown++;
    return unknown;
  };
  await until(async () => ((await count()) === 0 ? true : undefined), SETTLE_LIMIT_MS).catch(() => undefined);
  return count();
}
