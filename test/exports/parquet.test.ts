import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { PARQUET_COLUMNS } from '../../src/domain/exports/parquet-columns.ts';
import type { TestClient } from '../support/client.ts';
import { jobsAreDone } from '../support/demo.ts';
import { ingestEmail } from '../support/emails.ts';
import { beginExport, download, exported, type Manifest, manifestOf } from '../support/exports.ts';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { TRICKY } from '../support/tricky-text.ts';
import { until } from '../support/until.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

type Row = Record<string, unknown>;

const compressors = {
  ZSTD: (bytes: Uint8Array) => new Uint8Array(zstdDecompressSync(bytes)),
};

/** The rows of all files, by type, and the names of the columns of each file. */
async function rowsOf({ files }: Manifest): Promise<Record<string, Row[]>> {
  const rows: Record<string, Row[]> = {};
  for (const file of files) {
    assert.match(file.name, /\.parquet$/);
    const content = new Uint8Array(await download(file)).buffer;
    const { schema } = parquetMetadata(content);
    assert.equal(schema[0]!.num_children, Object.keys(columnsOf(file.type)).length + 2);
    const own: Row[] = await parquetReadObjects({ file: content, compressors });
    assert.equal(own.length, file.rows);
    rows[file.type] = [...(rows[file.type] ?? []), ...own];
  }
  return rows;
}

const columnsOf = (type: string) => PARQUET_COLUMNS[type as keyof typeof PARQUET_COLUMNS];

/** A value of a file in the form that the API gives it. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return value.toISOString().replace('.000Z', 'Z');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
  return Object.fromEntries(fields.map(([name, one]) => [name, plain(one)]));
}

/** A line of NDJSON as a row has it. */
function expected(type: string, line: string): unknown {
  const { executionId, transcript, ...fields } = JSON.parse(line);
  const id = Number(executionId ?? fields.id);
  if (fields.deleted) return { id, deleted: true };
  if (type !== 'meeting') return { ...fields, id, deleted: false };
  const entries = transcript?.entries.map(({ timestamp: _, ...entry }: Row) => entry);
  return {
    ...fields,
    ...(entries ? { transcript: entries } : {}),
    hasTranscript: fields.hasTranscript ?? transcript !== undefined,
    id,
    deleted: false,
  };
}

async function assertSame(client: TestClient, options: object): Promise<void> {
  const { lines } = await exported(client, options);
  const rows = await rowsOf(
    await manifestOf(client, await beginExport(client, { ...options, format: 'parquet' })),
  );
  assert.deepEqual(Object.keys(rows), Object.keys(lines));
  for (const [type, own] of Object.entries(lines)) {
    assert.deepEqual(
      rows[type]!.map(plain),
      own.map((line) => expected(type, line)),
    );
  }
}

test('Parquet files contain what NDJSON files do, nested, under the same names', async () => {
  const { client, id } = await service.tenant();
  const signal = { signalName: 'Numbers', prompt: 'Asked?', phrases: ['numbers'], contextSource: 'ALL' };
  const asked = { ...signal, followUpPrompts: [{ name: 'Who', prompt: 'Who asked?' }] };
  const made = await client.post('/admin/v1/signals', asked);
  assert.equal(made.status, 201, made.text);
  const segments = Array.from({ length: 500 }, (_, index) => ({
    text: `${TRICKY.join(` ${index}`)} numbers`,
    ...(index % 3 === 0 ? {} : { timestampSeconds: index / 4, speaker: { name: 'Grace Lund' } }),
  }));
  const attendees = [{ name: 'Grace Lund', email: 'grace@acme.example' }, { name: 'Somebody' }];
  const long = meeting({ id: 'long', title: 'Zürich ☕', attendees, transcript: { segments } });
  const kept = await client.ingest(long);
  const gone = await client.ingest(meeting({ id: 'bare', host: { email: 'ada@parley.example' } }));
  await client.ingest(meeting({ id: 'empty', transcript: { segments: [] } }));
  await client.send('PUT', 'receiver', `/v1/meetings/${kept}/recording`, {
    headers: { 'Content-Type': 'audio/mpeg' },
    raw: 'ID3 and so on',
  });
  await ingestEmail(client, { id: 'mail', cc: [{ email: 'c@acme.example' }], text: 'About the numbers' });
  const users = [{ email: 'ada@parley.example', licenseAssignedAt: '2026-01-01T00:00:00.25Z' }];
  assert.equal((await client.put('/admin/v1/users', { users })).status, 200);
  const settled = () =>
    until(async () => {
      const events = await sql(service.databaseUrl, 'select from event_outbox where organization_id = $1', [
        id,
      ]);
      return events.length === 0 ? true : undefined;
    });
  await jobsAreDone(client);
  await settled();
  await assertSame(client, {});
  await assertSame(client, { types: ['meeting'], includeTranscripts: false });

  const { next } = (await client.get('/v1/changes', { after: 'now' })).body;
  await client.delete(`/v1/meetings/${gone}`);
  await client.delete(`/admin/v1/signals/${made.body.id}`);
  await client.ingest(meeting({ id: 'added' }), { processImportedMeeting: false });
  await settled();
  await assertSame(client, { after: next });
});

test('the columns cover every field that the API shows', async () => {
  const document = (await service.client.get('/openapi.json')).body;
  const fieldsOf = (name: string) => Object.keys(document.components.schemas[name].properties);
  const names = { meeting: 'MeetingWithRecording', email: 'Email', execution: 'Execution', user: 'User' };
  for (const [type, schema] of Object.entries(names)) {
    const known = ['id', 'executionId', ...Object.keys(columnsOf(type))];
    // Only responses contain URLs and the fields that a list adds on request.
    const added =
      type === 'execution'
        ? ['sourceTime', 'quotes', 'confidence', 'votes']
        : ['downloadUrl', 'downloadUrlExpiresAt'];
    const shown = fieldsOf(schema).filter((field) => !added.includes(field));
    assert.deepEqual(
      shown.filter((field) => !known.includes(field)),
      [],
      type,
    );
  }
});
