import type { JsonFormat } from './shape.ts';

/** Bodies of the ingest operation, which are validated as that operation validates them. */
export const ingestBody: JsonFormat = {
  name: 'JSON',
  writtenBy: 'scripts: the body of the ingest operation',
  source: '`POST /v1/user-provided-meeting` in openapi.json',
  marks: [['meeting']],
  read: ({ value }) => ({ body: value }),
};
