import { CAUSES, CHANGES } from '../../domain/meetings/versions/version-fields.ts';
import { Type } from '../../lib/schema-types.ts';
import { DateTime } from './common.ts';

export const MeetingVersion = Type.Object(
  {
    version: Type.Integer({ minimum: 1, description: 'Number of the version; the first one is 1.' }),
    at: DateTime('When the version was created.'),
    keyId: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'The key that created it, or the key of the session that did. Omitted for the command line, and for ' +
          'versions created before the key was recorded.',
      }),
    ),
    cause: Type.Enum([...CAUSES], {
      description:
        'ingest: an ingest. import: a file. upload: an uploaded recording. restore: a restored version.',
    }),
    changed: Type.Array(Type.Enum([...CHANGES]), {
      description:
        'The differences from the previous version; empty for the first. times: startTime or endTime. crm: ids of ' +
        'CRM records. callUrl and externalIds: the fields of the ingest with these names.',
    }),
  },
  { title: 'MeetingVersion' },
);

export const versionExample = {
  version: 2,
  at: '2026-01-31T10:20:00Z',
  keyId: 7,
  cause: 'ingest',
  changed: ['title', 'transcript'],
};
