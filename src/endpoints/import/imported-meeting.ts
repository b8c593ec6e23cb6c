import type { Static } from 'typebox';
import { formatNames } from '../../domain/meetings/formats/index.ts';
import { Type } from '../../lib/schema-types.ts';
import { listInWords } from '../../lib/text.ts';
import { formatDateTime, parseDateTime } from '../../lib/time.ts';
import { DateTime, Text } from '../schemas/common.ts';
import type { IngestBody } from '../schemas/ingest-body.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

/** The facts about a meeting that was imported. */
const FACTS = {
  meetingId: Text('Identifier of the meeting: a whole number as text.'),
  created: Type.Boolean({ description: 'Whether the meeting was new.' }),
  outcome: Type.Enum(['created', 'updated', 'unchanged'], { description: 'What happened to the meeting.' }),
  format: Text(`Format of the file: ${listInWords(formatNames, 'or')}.`),
  title: Text('Title of the meeting.'),
  startTime: DateTime('Its start.'),
  entries: Count('Entries of its transcript.'),
  speakers: Count('Names of its speakers.'),
};

const ImportOutcome = Type.Object(
  {
    file: Type.Optional(Text('Name of its file in the archive; absent if the file is no archive.')),
    item: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Number of the meeting in its file; absent if it is the only one.',
      }),
    ),
    ...Type.Partial(Type.Object(FACTS)).properties,
    error: Type.Optional(Text('The reason why nothing of it was stored.')),
    status: Type.Optional(
      Type.Integer({
        description: 'The status that a file with only this meeting would have been answered with.',
      }),
    ),
  },
  {
    title: 'ImportOutcome',
    description:
      'A meeting that was imported, with the facts about it, or a meeting or a file of an archive that was refused, with ' +
      '`error` and `status`.',
  },
);
export type ImportOutcome = Static<typeof ImportOutcome>;

export const ImportedMeeting = Type.Object(
  {
    ...FACTS,
    warnings: Type.Array(Text('What was malformed, and how it was handled.'), {
      description: 'Warnings, each with its line.',
    }),
    meetings: Type.Optional(
      Type.Array(ImportOutcome, {
        description:
          'The outcomes of all meetings, in their order, if the file is an archive or contains several; the other fields are ' +
          'those of the first meeting that was imported.',
      }),
    ),
  },
  { title: 'ImportedMeeting' },
);

export type ImportedFacts = Omit<Static<typeof ImportedMeeting>, 'warnings' | 'meetings'>;

/** Returns the facts about a meeting that is stored, as the body with which it was stored tells them. */
export function describeMeeting(
  { title, startTime, transcript }: Static<typeof IngestBody>['meeting'],
  format: string,
): Pick<ImportedFacts, 'format' | 'title' | 'startTime' | 'entries' | 'speakers'> {
  const segments = transcript?.segments ?? [];
  const speakers = new Set(segments.flatMap(({ speaker }) => speaker?.name ?? [])).size;
  return {
    ...{ format, title, startTime: formatDateTime(parseDateTime(startTime)!) },
    ...{ entries: segments.length, speakers },
  };
}
