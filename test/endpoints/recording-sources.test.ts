import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import { parseNetwork } from '../../src/lib/guarded-fetch/addresses.ts';
import { meeting } from '../support/meetings.ts';
import { type RecordingServer, startRecordingServer, wav } from '../support/recordings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

let service: TestService;
let server: RecordingServer;
before(async () => {
  const give = (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(wav(1));
  };
  server = await startRecordingServer({ '/call.wav?token=t0ken': give, '/old.wav?token=t0ken': give });
  service = await startService({ fetchAllow: [parseNetwork('127.0.0.1')!] });
});
after(async () => {
  await service.stop();
  server.close();
});

type Row = { state: string; source_url: string | null; source_hash: Buffer | null; recording_url: string };

/** Returns the stored state of a meeting's recording once it is no longer pending. */
function storedOf(id: string): Promise<Row> {
  return until(async () => {
    const [row] = await sql<Row>(
      service.databaseUrl,
      `select state, source_url, source_hash, recording_url from recordings r
       join meetings m on m.organization_id = r.organization_id and m.id = r.meeting_id where m.id = $1`,
      [id],
    );
    return row!.state === 'pending' ? undefined : row;
  });
}

const ingest = (id: string, recordingUrl: string) =>
  service.client.ingest(meeting({ id, recordingUrl }), { processImportedMeeting: false });

test('a URL is forgotten once its recording is there, and known again', async () => {
  const url = server.url('/call.wav?token=t0ken');
  const id = await ingest('stored', url);
  const hash = createHash('sha256').update(url).digest();
  const { recording_url: mark, ...row } = await storedOf(id);
  assert.deepEqual(row, { state: 'stored', source_url: null, source_hash: hash });
  assert.equal(mark, `sha256:${hash.toString('hex')}`);
  assert.equal(await ingest('stored', url), id);
  assert.equal((await storedOf(id)).state, 'stored', 'it did not become pending');
  assert.equal(server.asked.get('/call.wav?token=t0ken'), 1);
});

test('a URL is forgotten where no recording will come, and tried again when it is given again', async () => {
  const url = server.url('/gone.wav?token=t0ken');
  const id = await ingest('gone', url);
  const row = await storedOf(id);
  assert.deepEqual([row.state, row.source_url], ['failed', null]);
  await ingest('gone', url);
  await until(async () => (server.asked.get('/gone.wav?token=t0ken') === 2 ? true : undefined));
});

test('the URL that an earlier version stored as it is, is known too', async () => {
  const url = server.url('/old.wav?token=t0ken');
  const id = await ingest('old', url);
  await storedOf(id);
  const make = 'update recordings set source_url = $2, source_hash = null where meeting_id = $1';
  await sql(service.databaseUrl, make, [id, url]);
  await ingest('old', url);
  assert.equal((await storedOf(id)).state, 'stored');
  assert.equal(server.asked.get('/old.wav?token=t0ken'), 1);
});
