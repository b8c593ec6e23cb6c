import Type from 'typebox';
import { DateTime, Text } from './common.ts';

export const AuditRecord = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Identifier of the record.' }),
    at: DateTime('When it was done.'),
    keyId: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'The key that did it; left out: the operator, at the command line or with a key of their own.',
      }),
    ),
    keyName: Type.Optional(Text('What that key is for.')),
    requestId: Type.Optional(Text('The request that did it, as in its X-Request-Id header.')),
    action: Text('What was done, as key.create.'),
    subject: Text('To what, as key 12.'),
    detail: Type.Object({}, { additionalProperties: true, description: 'More, by action.' }),
  },
  { title: 'AuditRecord' },
);

export const auditExample = {
  id: 4711,
  at: '2026-01-31T09:30:00.120Z',
  keyId: 7,
  keyName: 'Console',
  requestId: 'b7f1c9d0-3a54-4f0e-9a7e-2f6d1c0b8e11',
  action: 'key.create',
  subject: 'key 12',
  detail: { name: 'Warehouse sync', scopes: ['meetings:read', 'users:read'] },
};
