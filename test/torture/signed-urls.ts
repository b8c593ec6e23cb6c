import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type DownloadSigner, signDownload } from '../../src/blobs/signed-downloads.ts';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { meeting } from '../support/meetings.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { seededRandom } from '../support/random.ts';
import { wav } from '../support/recordings.ts';
import { sql } from '../support/sql.ts';
import { type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { alter } from './support/altered-urls.ts';

const KEY = 'signed-urls-torture-key-0123456789';
const MUTATIONS = { quick: 1500, full: 20_000 };
const EXPIRIES = { quick: 2, full: 25 };
const CLIENTS = 4;

/** The time before and after its expiry in which a URL is tried. */
const AROUND_MS = 1000;
const STEP_MS = 20;

/** Only the holder of a URL as it was signed can download the recording, until the URL expires. */
export const signedUrls: ReliabilityPromise = {
  number: 19,
  name: 'signed-urls',
  harm: 'download URLs with alterations of every kind, other spellings of the path, path traversal, and requests at the second of expiry',
  async run(stage) {
    const database = await createTestDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-signed-'));
    let service: ChildService | undefined;
    try {
      service = await startChildService({
        databaseUrl: database.url,
        key: KEY,
        env: { PARLEY_DATA_DIR: dataDir },
      });
      return await harm(stage, service, database.url);
    } finally {
      await service?.kill();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

async function harm(
  { full, seed, say }: Stage,
  service: ChildService,
  databaseUrl: string,
): Promise<Figure[]> {
  const [signed, other] = [await recordingOf(service, 'one'), await recordingOf(service, 'other')];
  const get = downloader(service.apiUrl);
  const form = full ? 'full' : 'quick';
  const isControlTaken = (await get(signed)).isGiven && (await get(other)).isGiven;

  const random = seededRandom(seed);
  const accepted: string[] = [];
  const statuses = new Map<number, number>();
  let left = MUTATIONS[form];
  const work = async () => {
    while (left-- > 0) {
      const altered = alter(signed, other, random);
      // An invalid URL is refused before the method is read.
      const mayBeHead = /^[\x21-\x7e]+$/.test(altered) && random() < 0.1;
      const answer = await get(altered, mayBeHead ? 'HEAD' : 'GET');
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.isGiven || answer.status >= 500) accepted.push(`${answer.status} ${altered}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
  for (const one of accepted.slice(0, 5)) say(`given: ${one}`);
  say(`answers: ${[...statuses].map(([status, count]) => `${count} of ${status}`).join(', ')}`);

  const signer = await signerOf(databaseUrl);
  const traversals = await tryTraversals(get, signer);
  const expiry = { tries: 0, late: 0, early: 0 };
  for (let count = 0; count < EXPIRIES[form]; count++) await tryExpiry(get, signer, signed, expiry);
  return [
    none(`URLs accepted, of ${MUTATIONS[form].toLocaleString('en-US')} that were altered`, accepted.length),
    none('truly signed paths out of the store that were accepted', traversals),
    none(`accepted after their expiry, of ${expiry.tries} tries from 1 s before to 1 s after`, expiry.late),
    none('refused before their expiry', expiry.early),
    {
      what: 'URLs as they were signed',
      value: isControlTaken ? 'accepted' : 'refused',
      limit: 'accepted',
      passed: isControlTaken,
    },
  ];
}

/** Uploads a recording. @returns path and query of its URL */
async function recordingOf({ client }: ChildService, title: string): Promise<string> {
  const id = await client.ingest(meeting({ id: title, title }), { processImportedMeeting: false });
  const stored = await client.send('PUT', 'receiver', `/v1/meetings/${id}/recording`, {
    headers: { 'Content-Type': 'audio/wav' },
    raw: wav(1),
  });
  if (stored.status !== 200) throw new Error(stored.text);
  const { body } = await client.get(`/v1/meetings/${id}`, { includeDownloadUrl: 'true' });
  const url = new URL(body.downloadUrl);
  return url.pathname + url.search;
}

type Get = (target: string, method?: 'GET' | 'HEAD') => Promise<{ status: number; isGiven: boolean }>;

/**
 * Requests a target exactly as it is written. A response with the headers of a file counts as a download, whatever its
 * status.
 */
function downloader(apiUrl: string): Get {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const { hostname, port } = new URL(apiUrl);
  return (path, method = 'GET') =>
    new Promise((resolve, reject) => {
      request({ agent, hostname, port, path, method }, (response) => {
        response.resume().on('end', () =>
          resolve({
            status: response.statusCode!,
            isGiven: response.headers['content-disposition'] !== undefined,
          }),
        );
      })
        .once('error', reject)
        .end();
    });
}

/** Returns the service's own signer, from its database. */
async function signerOf(databaseUrl: string): Promise<DownloadSigner> {
  const [row] = await sql<{ id: string; secret: Buffer }>(
    databaseUrl,
    'select id::text, secret from signing_keys order by signing_keys.id desc limit 1',
  );
  return { current: async () => row!, byId: async () => row!.secret };
}

/** Requests paths that lead out of the store, with valid signatures. @returns how many were accepted */
async function tryTraversals(get: Get, signer: DownloadSigner): Promise<number> {
  const { id, secret } = await signer.current();
  const keys = [
    '../../../etc/passwd',
    '..',
    '%2e%2e/%2e%2e/passwd',
    'org/1/meeting/../../../x',
    'org/1/meeting/1/..%2f..%2fx',
    'org//1/meeting/1/x',
    '/etc/passwd',
    'org/1/meeting/1/.hidden',
    'ORG/1/meeting/1/x',
  ];
  let accepted = 0;
  for (const key of keys) {
    const target = `/downloads/${key}?expires=9999999999999&name=a&type=audio%2Fwav&kid=${id}`;
    const signature = createHmac('sha256', secret).update(`parley download 1\n${target}`).digest('hex');
    if ((await get(`${target}&signature=${signature}`)).isGiven) accepted++;
  }
  return accepted;
}

/** Requests a URL repeatedly, from a second before it expires to a second after. */
async function tryExpiry(
  get: Get,
  signer: DownloadSigner,
  signed: string,
  counts: { tries: number; late: number; early: number },
): Promise<void> {
  const key = /^\/downloads\/([^?]+)/.exec(signed)![1]!;
  const expiresAtMs = Date.now() + AROUND_MS;
  const target = await signDownload(signer, key, {
    expiresAtMs,
    contentType: 'audio/wav',
    fileName: 'x.wav',
  });
  for (;;) {
    const startMs = Date.now();
    const { isGiven } = await get(target);
    counts.tries++;
    if (isGiven && startMs >= expiresAtMs) counts.late++;
    if (!isGiven && Date.now() < expiresAtMs) counts.early++;
    if (startMs >= expiresAtMs + AROUND_MS) return;
    await delay(STEP_MS);
  }
}
