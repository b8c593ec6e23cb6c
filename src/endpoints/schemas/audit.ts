import { Type } from '../../lib/schema-types.ts';
import { DateTime, Text } from './common.ts';

export const AuditRecord = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Identifier of the record.' }),
    at: DateTime('Time of the change.'),
    keyId: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'The key that made the change; omitted if it was the operator, at the command line or with a key of their ' +
          'own.',
      }),
    ),
    keyName: Type.Optional(Text('Name of that key.')),
    requestId: Type.Optional(Text('The request that made the change, as in its X-Request-Id header.')),
    action: Text('The action, such as key.create.'),
    subject: Text('The subject, such as key 12.'),
    detail: Type.Object({}, { additionalProperties: true, description: 'Details, depending on the action.' }),
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
