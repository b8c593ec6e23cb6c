import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '../../support/client.ts';
import { meeting } from '../../support/meetings.ts';
import { wav } from '../../support/recordings.ts';
import { startService } from '../../support/service.ts';
import { sql } from '../../support/sql.ts';
import { until } from '../../support/until.ts';
import type { Place } from './find-secrets.ts';
import { type House, newSecret } from './secret-house.ts';
import { keep } from './secret-load.ts';

/** Returns a port on which nothing listens. */
const NOBODY = 'http://127.0.0.1:1';

/**
 * Has recordings fetched whose URLs contain secrets: one is stored, one is missing, one redirects, one has a password,
 * one leads to a forbidden address, and one is temporarily unavailable.
 * @returns the secret of the last one, whose URL is still needed
 */
export async function fetchRecordings({ services, secrets, databaseUrl }: House): Promise<string> {
  const token = () => keep(secrets, 'secrets in recording URLs', newSecret());
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://server');
    if (pathname === '/stored') response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(wav(1));
    else if (pathname === '/moved') response.writeHead(302, { Location: `/gone?token=${token()}` }).end();
    else response.writeHead(404, 'Gone', { 'X-Said': request.url! }).end(request.url);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const hosts = {
    stored: '127.0.0.1',
    gone: '127.0.0.1',
    moved: '127.0.0.1',
    password: `user:${token()}@127.0.0.1`,
    blocked: '10.0.0.1',
  };
  const ingest = (id: string, recordingUrl: string) =>
    services[0]!.client.ingest(meeting({ id: `recording-${id}`, recordingUrl }), {
      processImportedMeeting: false,
    });
  try {
    for (const [name, host] of Object.entries(hosts))
      await ingest(name, `http://${host}:${port}/${name}?token=${token()}`);
    const needed = newSecret();
    await ingest('needed', `${NOBODY}/?token=${needed}`);
    await until(async () => {
      const [row] = await sql<{ count: string }>(
        databaseUrl,
        "select count(*) from recordings where state = 'pending' and source_url not like 'http://127.0.0.1:1/%'",
      );
      return row!.count === '0' ? true : undefined;
    });
    return needed;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Uploads a recording to an S3 store that refuses the credentials and returns the request. @returns the log */
export async function uploadToRefusingS3({ databaseUrl, secrets, key, echoUrl }: House): Promise<Place> {
  const service = await startService({
    databaseUrl,
    bootstrapApiKey: key,
    roles: new Set(['api', 'receiver']),
    logLevel: 'trace',
    blobs: {
      ...{
        kind: 's3',
        bucket: 'recordings',
        prefix: '',
        endpoint: echoUrl,
        region: 'us-east-1',
        forcePathStyle: true,
      },
      credentials: { accessKeyId: 'AKIDTORTURE', secretAccessKey: keep(secrets, 'S3 secret', newSecret()) },
    },
  });
  try {
    const id = await service.client.ingest(meeting({ id: 's3' }), { processImportedMeeting: false });
    const headers = { 'Content-Type': 'audio/wav' };
    const answer = await service.client.send('PUT', 'receiver', `/v1/meetings/${id}/recording`, {
      headers,
      raw: wav(1),
    });
    if (answer.status !== 500)
      throw new Error(`an upload to an S3 that refuses was answered ${answer.status}`);
    const read = await service.client.get(`/v1/meetings/${id}`, { includeDownloadUrl: 'true' });
    if (read.status !== 200) throw new Error(read.text);
    return { name: 'log with S3', text: service.logged() };
  } finally {
    await service.stop();
  }
}

/** Makes the creation of keys and sessions fail halfway: a table to which both write is missing. */
export async function failInside({ services, databaseUrl, key }: House): Promise<void> {
  await sql(databaseUrl, 'alter table audit_records rename to audit_records_away');
  try {
    for (const { apiUrl, receiverUrl } of services) {
      const client = createClient({ apiUrl, receiverUrl, key });
      const answers = [
        await client.post('/admin/v1/keys', { name: 'Unrecorded', scopes: ['users:read'] }),
        await client.post('/admin/v1/session', { key }),
        await client.post('/admin/v1/organizations', { name: 'Unrecorded' }),
      ];
      for (const { status } of answers)
        if (status !== 500) throw new Error(`without its audit it was answered ${status}`);
    }
  } finally {
    await sql(databaseUrl, 'alter table audit_records_away rename to audit_records');
  }
}
