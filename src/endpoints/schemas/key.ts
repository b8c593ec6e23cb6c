import { SCOPES } from '../../domain/keys/scopes.ts';
import { Type } from '../../lib/schema-types.ts';
import { DateTime, Name } from './common.ts';

export const ScopeName = Type.Enum([...SCOPES], { title: 'Scope', description: 'A permission of a key.' });

const fields = {
  id: Type.Integer({ description: 'Identifier of the key.', minimum: 1 }),
  name: Name('Purpose of the key.'),
  scopes: Type.Array(ScopeName),
  createdBy: Type.Optional(
    Type.Integer({
      description:
        'Identifier of the key that created it. Absent if the command line or the first start created it, and for ' +
        'the first key of an organization.',
      minimum: 1,
    }),
  ),
  createdAt: DateTime('When it was created.'),
  expiresAt: Type.Optional(DateTime('When it expires; never later than the key that created it.')),
  revokedAt: Type.Optional(DateTime('When it was revoked.')),
  lastUsedAt: Type.Optional(DateTime('When it was last used, to the minute.')),
};

/** A key as lists show it, without its secret. */
export const Key = Type.Object(fields, { title: 'Key' });

/** A new key as it is shown once, with its secret. */
export const KeyWithSecret = Type.Object(
  { ...fields, key: Type.String({ description: 'The key itself; it is not shown again.' }) },
  { title: 'KeyWithSecret', 'x-former-name': 'NewKey' },
);

export const keyExample = {
  id: 7,
  name: 'Warehouse sync',
  scopes: ['meetings:read', 'users:read'],
  createdBy: 1,
  createdAt: '2026-01-05T08:00:00Z',
};
