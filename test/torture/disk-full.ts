import { setTimeout as delay } from 'node:timers/promises';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { meeting } from '../support/meetings.ts';
import { atLeast, atMost, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { type PostgresServer, startPostgresServer } from './support/postgres-server.ts';
import { readMetrics } from './support/service-metrics.ts';
import { mountSmallDisk, type SmallDisk } from './support/small-disk.ts';
import { gives, type Recording, upload } from './support/stored-recordings.ts';

const KEY = 'a-key-for-the-service-on-small-disks';
const BACK_WITHIN_SECONDS = 15;
const MIB = 1024 * 1024;
const DATABASE_DISK_MB = 320;
const RECORDINGS_DISK_MB = 24;
/** The test of a limit of 15 s has to allow for a machine that is three times slower. */
const GIVE_UP_MS = 60_000;
const WRITERS = 4;
const ROUNDS = { quick: 1, full: 5 };

type House = {
  service: ChildService;
  server: PostgresServer;
  database: SmallDisk;
  recordings: SmallDisk;
  stage: Stage;
  said(): string;
};

/** Nothing acknowledged is lost when a disk fills up, the cause is reported, and no manual restart is needed. */
export const diskFull: ReliabilityPromise = {
  number: 31,
  name: 'disk-full',
  harm: 'the disk of the database, then that of the recordings, fills up during writes and is freed again',
  async run(stage) {
    const disks = [await mountSmallDisk(DATABASE_DISK_MB), await mountSmallDisk(RECORDINGS_DISK_MB)];
    const [database, recordings] = disks;
    let server: PostgresServer | undefined;
    let service: ChildService | undefined;
    let said = '';
    try {
      if (!database || !recordings) {
        return [
          {
            what: 'a small file system that can be filled',
            value: 'not run: this process may not mount one',
            limit: 'run',
            passed: !stage.full,
          },
        ];
      }
      server = await startPostgresServer({}, { folder: database.folder });
      service = await startChildService({
        databaseUrl: server.url,
        key: KEY,
        env: { PARLEY_DATA_DIR: recordings.folder },
        onSaid: (text) => {
          said += text;
        },
      });
      const house = { service, server, database, recordings, stage, said: () => said };
      return [...(await fillRecordings(house)), ...(await fillDatabase(house))];
    } finally {
      await service?.kill();
      await database?.free();
      await server?.remove();
      for (const disk of disks) await disk?.remove();
    }
  },
};

async function warnings({ apiUrl }: ChildService): Promise<string> {
  const answer = await fetch(`${apiUrl}/readyz`).catch(() => undefined);
  return (await answer?.text()) ?? '';
}

/** Polls until the condition holds. @returns seconds */
async function secondsUntil(isSo: () => Promise<boolean>): Promise<number> {
  const startMs = performance.now();
  while (!(await isSo().catch(() => false))) {
    if (performance.now() - startMs > GIVE_UP_MS) return Number.POSITIVE_INFINITY;
    await delay(50);
  }
  return (performance.now() - startMs) / 1000;
}

/** Returns whether the response, the log, the metrics and the readiness check name the cause. */
async function told(
  house: House,
  disk: string,
  answers: readonly string[],
  words: RegExp,
): Promise<Figure[]> {
  const { service, said } = house;
  const metric = (await readMetrics(service.apiUrl)).get(`parley_disk_full{disk="${disk}"}`);
  const places = [words.test(await warnings(service)), words.test(said()), metric === 1];
  return [
    none(
      `refusals that do not name the disk of the ${disk}`,
      answers.filter((text) => !words.test(text)).length,
    ),
    atLeast(
      `of /readyz, log and metric, those that name the disk of the ${disk}`,
      places.filter(Boolean).length,
      3,
    ),
  ];
}

async function fillRecordings(house: House): Promise<Figure[]> {
  const { service, recordings } = house;
  const stored = new Map<string, Recording>();
  const refusals: { status: number; text: string }[] = [];
  const put = async (id: string, recording: Recording) => {
    const status = await upload(service, KEY, id, recording);
    if (status === 200) stored.set(id, recording);
    return status;
  };
  const id = () =>
    service.client.ingest(meeting({ id: `recorded-${stored.size}` }), { processImportedMeeting: false });
  await put(await id(), { bytes: 2 * MIB, seed: 1 });
  await put(await id(), { bytes: 2 * MIB, seed: 2 });
  await recordings.fill();
  for (let time = 0; time < 3; time++) {
    const answer = await service.client.send('PUT', 'receiver', `/v1/meetings/${await id()}/recording`, {
      headers: { 'Content-Type': 'audio/wav' },
      raw: Buffer.alloc(MIB),
    });
    refusals.push({ status: answer.status, text: answer.text });
  }
  const figures = await told(
    house,
    'recordings',
    refusals.map(({ text }) => text),
    /disk of the recordings/,
  );
  await recordings.free();
  const next = await id();
  const seconds = await secondsUntil(async () => (await put(next, { bytes: MIB, seed: 3 })) === 200);
  const quiet = await secondsUntil(async () => !/disk of the/.test(await warnings(service)));
  let lost = 0;
  for (const [one, recording] of stored) {
    const { body } = await service.client.get(`/v1/meetings/${one}`, { includeDownloadUrl: 'true' });
    if (!body.downloadUrl || !(await gives(body.downloadUrl, recording))) lost++;
  }
  return [
    none('uploads on a full disk not answered 507', refusals.filter(({ status }) => status !== 507).length),
    ...figures,
    atMost('recordings are stored again after their disk was freed', seconds, BACK_WITHIN_SECONDS, 's'),
    atMost('and /readyz is silent again', quiet, BACK_WITHIN_SECONDS, 's'),
    none(`of ${stored.size} acknowledged recordings, lost or altered`, lost),
  ];
}

async function fillDatabase(house: House): Promise<Figure[]> {
  const { service, server, database, stage } = house;
  const acknowledged: string[] = [];
  const refusals: { status: number; text: string }[] = [];
  let isOver = false;
  let next = 0;
  const writing = Array.from({ length: WRITERS }, async () => {
    while (!isOver) {
      const name = `written-${next++}`;
      const answer = await service.client
        .post('/v1/user-provided-meeting', { meeting: large(name), processImportedMeeting: false })
        .catch((error) => ({ status: 0, text: `${error}`, body: undefined }));
      if (answer.status === 200) acknowledged.push(answer.body.meetingId);
      else {
        refusals.push({ status: answer.status, text: answer.text });
        await delay(20);
      }
    }
  });
  const waits: number[] = [];
  const figures: Figure[] = [];
  try {
    for (let round = 0; round < ROUNDS[stage.full ? 'full' : 'quick']; round++) {
      const before = refusals.length;
      await secondsUntil(async () => acknowledged.length > round * 20);
      await database.fill();
      await secondsUntil(async () => refusals.length > before + WRITERS);
      stage.say(`refused: ${refusals.at(-1)?.status} ${refusals.at(-1)?.text}`);
      if (round === 0) figures.push(...(await told(house, 'database', [], /disk of the database/)));
      await database.free();
      // Without a supervisor nobody else starts a server that has given up; if it is running, this changes nothing.
      await server.start();
      const done = acknowledged.length;
      waits.push(await secondsUntil(async () => acknowledged.length > done + WRITERS));
    }
  } finally {
    isOver = true;
    await Promise.all(writing);
  }
  const quiet = await secondsUntil(async () => !/disk of the/.test(await warnings(service)));
  let lost = 0;
  for (const id of acknowledged) if ((await service.client.get(`/v1/meetings/${id}`)).status !== 200) lost++;
  const named = refusals.filter(({ text }) => /disk of the database/.test(text)).length;
  return [
    none(
      'refusals of a full database other than 503',
      refusals.filter(({ status }) => status !== 503).length,
    ),
    atLeast(`of ${refusals.length} refusals, those that name the disk of the database`, named, 1),
    ...figures,
    atMost(
      'meetings are stored again after the disk was freed',
      Math.max(...waits),
      BACK_WITHIN_SECONDS,
      's',
    ),
    atMost('and /readyz is silent again', quiet, BACK_WITHIN_SECONDS, 's'),
    none(`of ${acknowledged.length} acknowledged meetings, lost`, lost),
  ];
}

/** Makes a meeting of about 100 kB of incompressible text, so that a full disk is noticed at once. */
function large(id: string): Record<string, unknown> {
  const text = () => Array.from({ length: 200 }, () => Math.random().toString(36)).join(' ');
  const segments = Array.from({ length: 30 }, (_, at) => ({ text: text(), timestampSeconds: at }));
  return meeting({ id, transcript: { segments } });
}
