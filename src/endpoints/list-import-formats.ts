import { fileFormats } from '../domain/meetings/formats/index.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_MEETINGS } from './import/import-several.ts';
import { MAX_INGEST_BYTES } from './ingest-meeting.ts';
import { Text } from './schemas/common.ts';

const ImportFormat = Type.Object(
  {
    name: Text('Name of the format.'),
    holds: Type.Enum(['transcript', 'meetings'], {
      description:
        'Whether a file contains one `transcript`, or whole `meetings` as bodies of the ingest operation. A transcript ' +
        'needs details from the query or from its name.',
    }),
    extensions: Type.Array(Text('In lower case, with the dot.'), {
      description: 'The extensions of its files.',
    }),
    mediaTypes: Type.Array(Text('A media type.'), { description: 'The media types of its files.' }),
    variants: Type.Optional(
      Type.Array(Text('Name of a format.'), {
        description:
          'The formats that it comprises, if there are several: the values of `format` in imports.',
      }),
    ),
  },
  { title: 'ImportFormat' },
);

const FORMATS = fileFormats.map(({ name, holds, extensions, mediaTypes, variants }) => ({
  name,
  holds,
  extensions: [...extensions],
  mediaTypes: [...mediaTypes],
  ...(variants && { variants: [...variants] }),
}));

const LIMITS = { maxBytes: MAX_INGEST_BYTES, archiveExtensions: ['.zip'], maxMeetings: MAX_MEETINGS };

export const listImportFormatsEndpoint = defineEndpoint({
  operationId: 'listImportFormats',
  address: 'api',
  method: 'GET',
  path: '/v1/import-formats',
  scope: 'ingest:write',
  tag: 'Meetings',
  summary: 'List the formats of files that can be imported',
  description: 'Returns the formats that `POST /v1/meetings/import` accepts.',
  answers: {
    200: {
      description: 'The formats and the largest size of a file.',
      schema: Type.Object(
        {
          formats: Type.Array(ImportFormat, { description: 'The formats.' }),
          maxBytes: Type.Integer({ minimum: 1, description: 'The largest size of a file, in bytes.' }),
          archiveExtensions: Type.Array(Text('In lower case, with the dot.'), {
            description: 'The extensions of archives whose files are imported.',
          }),
          maxMeetings: Type.Integer({
            minimum: 1,
            description: 'The most meetings that a file may contain.',
          }),
        },
        { title: 'ImportFormats' },
      ),
      example: {
        formats: [
          { name: 'WebVTT', holds: 'transcript', extensions: ['.vtt'], mediaTypes: ['text/vtt'] },
          {
            name: 'JSON',
            holds: 'meetings',
            extensions: ['.json', '.jsonl', '.ndjson'],
            mediaTypes: ['application/json'],
            variants: ['JSON', 'Parley', 'Gong'],
          },
        ],
        ...LIMITS,
      },
    },
  },
  async handle() {
    return { status: 200, body: { formats: FORMATS, ...LIMITS } };
  },
});
