import { Type } from '../../lib/schema-types.ts';
import { DateTime, Text } from './common.ts';
import { ScopeName } from './key.ts';

export const Session = Type.Object(
  {
    organization: Type.Object(
      {
        id: Type.Integer({ minimum: 1, description: 'Identifier of the organization.' }),
        name: Text('Name of the organization.'),
      },
      { title: 'SessionOrganization', description: 'The organization of the key.' },
    ),
    keyId: Type.Integer({ minimum: 1, description: 'The key that was used to sign in.' }),
    keyName: Text('Purpose of the key.'),
    scopes: Type.Array(ScopeName),
    expiresAt: DateTime('When the session expires.'),
  },
  { title: 'Session' },
);

export const sessionExample = {
  organization: { id: 1, name: 'Parley Example' },
  keyId: 7,
  keyName: 'Console',
  scopes: ['meetings:read', 'signals:read', 'admin'],
  expiresAt: '2026-01-31T21:30:00Z',
};
