import { ENTITY_TYPES } from '../../domain/events/record-event.ts';
import { EXPORT_FORMATS } from '../../domain/exports/export-place.ts';
import { EXPORT_STATES, SCHEMA_VERSION } from '../../domain/exports/read-exports.ts';
import { integer, required } from '../../http/params.ts';
import { Type } from '../../lib/schema-types.ts';
import { DateTime, MAX_ID, Text } from './common.ts';

/** The path parameter of an export. */
export const exportIdParam = required(
  integer({ description: 'Identifier of the export.', minimum: 1, maximum: MAX_ID, example: 12 }),
);

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const exportId = Text('Identifier of the export: a whole number as text.');

const EntityTypeName = Type.Enum([...ENTITY_TYPES], { type: 'string', description: 'A type of entities.' });

const Format = Type.Enum([...EXPORT_FORMATS], { type: 'string', description: 'Format of the files.' });

/** The longest cursor that the feed gives. */
const MAX_CURSOR_LENGTH = 200;

export const ExportRequest = Type.Object(
  {
    format: Format,
    types: Type.Optional(
      Type.Array(EntityTypeName, {
        minItems: 1,
        description:
          'The types to export. Default: all that the scopes of the key show; `meeting` and `email` need `meetings:read`, ' +
          '`execution` and `signal` need `signals:read`, `user` needs `users:read`.',
      }),
    ),
    after: Type.Optional(
      Text(
        'Exports only what changed after this cursor: `changesCursor` of an earlier export, or `next` of a page of changes. ' +
          '`start`, the default, exports everything.',
        { minLength: 1, maxLength: MAX_CURSOR_LENGTH },
      ),
    ),
    includeTranscripts: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether meetings contain their transcripts.' }),
    ),
  },
  { title: 'ExportRequest' },
);

export const RequestedExport = Type.Object({ id: exportId }, { title: 'RequestedExport' });

const exportFields = {
  id: exportId,
  state: Type.Enum([...EXPORT_STATES], {
    type: 'string',
    description: '`pending` until it begins. A `failed` export says why in `reason`.',
  }),
  format: Format,
  types: Type.Array(EntityTypeName, { description: 'The types that it contains.' }),
  includeTranscripts: Type.Boolean({ description: 'Whether its meetings contain their transcripts.' }),
  after: Type.Optional(Text('The cursor after which it exports changes; omitted if it exports everything.')),
  progress: Type.Object(
    {
      percent: Type.Integer({
        minimum: 0,
        maximum: 100,
        description: 'How much has been exported; 100 only if it is done.',
      }),
      files: Count('Files that are complete.'),
      rows: Count('Rows in these files.'),
      bytes: Count('Size of these files.'),
    },
    { title: 'ExportProgress' },
  ),
  reason: Type.Optional(Text('Why it failed.')),
  createdAt: DateTime('When it was requested.'),
  finishedAt: Type.Optional(DateTime('When it was done or failed.')),
  expiresAt: Type.Optional(DateTime('When it will be deleted with its files.')),
};

/** An export without its files. */
export const ExportHead = Type.Object(exportFields, { title: 'ExportHead' });

const ExportFile = Type.Object(
  {
    name: Text('Name of the file.'),
    type: EntityTypeName,
    rows: Count('Number of its rows.'),
    bytes: Count('Its size.'),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of its bytes.' }),
    url: Text('Signed URL to download it, without a key.'),
  },
  { title: 'ExportFile' },
);

const Manifest = Type.Object(
  {
    schemaVersion: Type.Integer({
      minimum: 1,
      description: 'Version of the layout of the files. It changes if readers have to change.',
    }),
    createdAt: DateTime('When the export was done.'),
    format: Format,
    includeTranscripts: Type.Boolean({ description: 'Whether meetings contain their transcripts.' }),
    changesCursor: Text(
      'Cursor of the changes that follow the export, for `GET /v1/changes` or the next export.',
    ),
    urlsExpireAt: DateTime(
      'When the URLs expire: 2 hours after the response. Read the export again for new ones.',
    ),
    files: Type.Array(ExportFile, {
      description:
        'The files in the order in which they are to be read: the later row of an id replaces the earlier one.',
    }),
  },
  { title: 'ExportManifest' },
);

export const Export = Type.Object(
  { ...exportFields, manifest: Type.Optional(Manifest) },
  { title: 'Export', description: 'An export; `manifest` is there once it is done.' },
);

const exportHeadExample = {
  id: '12',
  state: 'done',
  format: 'ndjson',
  types: ['meeting', 'execution'],
  includeTranscripts: true,
  progress: { percent: 100, files: 2, rows: 1570, bytes: 9_731_044 },
  createdAt: '2026-01-31T11:00:00.5Z',
  finishedAt: '2026-01-31T11:00:04Z',
  expiresAt: '2026-02-07T11:00:04Z',
};

export const exportsExample = { exports: [exportHeadExample], pageCount: 1 };

export const exportExample = {
  ...exportHeadExample,
  manifest: {
    schemaVersion: SCHEMA_VERSION,
    createdAt: '2026-01-31T11:00:04Z',
    format: 'ndjson',
    includeTranscripts: true,
    changesCursor: 'x4Jm0Q1lMS4xLnpzLmxq',
    urlsExpireAt: '2026-01-31T13:00:10Z',
    files: [
      {
        name: 'meeting-00001.ndjson.gz',
        type: 'meeting',
        rows: 304,
        bytes: 9_523_120,
        sha256: '5f3b0a1e9c7d42688e1f0b6a2d94c3e75a8d1f4b7c6e9032d5a4b8c1f7e60392',
        url: 'http://127.0.0.1:8080/downloads/org/1/export/12/9f1c…',
      },
    ],
  },
};
