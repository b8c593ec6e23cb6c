import { join } from 'node:path';
import { filesBelow } from '../../support/files-below.ts';
import { meeting } from '../../support/meetings.ts';
import { sql } from '../../support/sql.ts';
import { count, type Kind, NOBODY, ORGANIZATION, putFile, unless } from './job-kind.ts';

const exportFiles = (dataDir: string, id: string) =>
  filesBelow(join(dataDir, 'blobs', 'org', `${ORGANIZATION}`, 'export', id));

export const runExport: Kind = async ({ front, dataDir, databaseUrl }, prefix) => {
  const { client } = front;
  await client.ingest(meeting({ id: `${prefix}-exported` }), { processImportedMeeting: false });
  const { body } = await client.post('/v1/exports', { format: 'ndjson', types: ['meeting'] });
  return {
    async after() {
      const { state, manifest } = (await client.get(`/v1/exports/${body.id}`)).body;
      const stored = await exportFiles(dataDir, body.id);
      const successors = await count(
        databaseUrl,
        `select 1 from jobs where kind = 'run-export' and payload->>'exportId' = $1 and payload->>'step' = '1'`,
        [body.id],
      );
      return [
        ...unless(state === 'done' && manifest.files.length >= 1, JSON.stringify({ state, manifest })),
        ...unless(stored.length === manifest?.files.length, `${stored.length} files are stored`),
        // An export that fits one file has no next step.
        ...unless(successors <= 1, `${successors} next steps`),
      ];
    },
  };
};

export const forgetExports: Kind = async ({ dataDir, databaseUrl }) => {
  const [old, young] = (await sql<{ id: string }>(
    databaseUrl,
    `insert into exports (organization_id, state, format, types, with_transcripts, changes_cursor, finished_at)
     select $1, 'done', 'ndjson', '{user}', true, 'cursor', now() - days * interval '1 day'
     from unnest(array[8, 6]) as days returning id`,
    [ORGANIZATION],
  )) as [{ id: string }, { id: string }];
  for (const { id } of [old, young]) {
    const key = `org/${ORGANIZATION}/export/${id}/file`;
    await putFile(dataDir, key);
    await sql(
      databaseUrl,
      `insert into export_files (organization_id, export_id, number, name, entity_type, rows, bytes, sha256, blob_key)
       values ($1, $2, 1, 'user-00001.ndjson.gz', 'user', 1, 1, '', $3)`,
      [ORGANIZATION, id, key],
    );
  }
  return {
    job: { name: 'forget-exports', organizationId: NOBODY, payload: {} },
    async after() {
      const rows = await count(databaseUrl, 'select 1 from exports where id = any ($1)', [
        [old.id, young.id],
      ]);
      const [gone, kept] = [await exportFiles(dataDir, old.id), await exportFiles(dataDir, young.id)];
      return [
        ...unless(rows === 1, `${rows} exports are kept`),
        ...unless(gone.length === 0, 'the files of an old export are there'),
        ...unless(kept.length === 1, 'the files of a young export are gone'),
      ];
    },
  };
};
