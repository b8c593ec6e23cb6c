import { ENTITY_TYPES } from '../../domain/events/record-event.ts';
import { Type } from '../../lib/schema-types.ts';
import { DateTime, Text } from './common.ts';

const CHANGE_KINDS = ['created', 'updated', 'deleted'] as const;

/** The parts of a meeting that can change on their own. */
const FIELDS = ['details', 'transcript', 'crm', 'recording', 'summary'] as const;

export const Change = Type.Object(
  {
    position: Type.String({
      pattern: '^\\d+$',
      description:
        'Number of the change within the organization. Positions only grow; all items of the present state have the same one.',
    }),
    type: Type.Enum([...ENTITY_TYPES], { type: 'string', description: 'Kind of the entity that changed.' }),
    id: Text('Identifier of the entity.'),
    change: Type.Enum([...CHANGE_KINDS], {
      type: 'string',
      description: 'What happened to it. An execution that was superseded is `deleted`.',
    }),
    fields: Type.Optional(
      Type.Array(Type.Enum([...FIELDS], { type: 'string' }), {
        description: 'The parts of a meeting that an update changed.',
      }),
    ),
    at: DateTime('When it changed; for an item of the present state, when it was read.'),
    data: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            'With `includeData`: the entity as it is now, as the operation that gets it by id shows it, a meeting without its ' +
            'transcript. Left out if the entity is gone.',
        },
      ),
    ),
  },
  { title: 'Change' },
);

export const Changes = Type.Object(
  {
    changes: Type.Array(Change, { description: 'In the order of their positions.' }),
    next: Type.String({
      description: 'Cursor to read on from: the value of `after` in the next request. It is always there.',
      maxLength: 200,
    }),
    upToDate: Type.Boolean({
      description:
        'Whether nothing follows this page yet. It is false as well if changes have waited for their positions for more than ' +
        'five seconds, as while no worker runs; wait before you ask again if the page is empty.',
    }),
  },
  { title: 'Changes' },
);

export const changesExample = {
  changes: [
    {
      position: '1287',
      type: 'meeting',
      id: '1042',
      change: 'updated',
      fields: ['crm'],
      at: '2026-01-31T10:16:00.125Z',
    },
    { position: '1288', type: 'execution', id: '5531', change: 'created', at: '2026-01-31T10:16:02.004Z' },
  ],
  next: 'x4Jm0Q1lMS4xLnpzLmxq',
  upToDate: true,
};
