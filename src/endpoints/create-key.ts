import { createKey } from '../domain/keys/manage-keys.ts';
import { presentKey } from '../domain/keys/present-key.ts';
import { Type } from '../lib/schema-types.ts';
import { parseDateTime } from '../lib/time.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { DateTime, MAX_ADMIN_BODY_BYTES, Name } from './schemas/common.ts';
import { KeyWithSecret, keyExample, ScopeName } from './schemas/key.ts';

export const createKeyEndpoint = defineEndpoint({
  operationId: 'createKey',
  address: 'api',
  method: 'POST',
  path: '/admin/v1/keys',
  scope: 'admin',
  tag: 'Administration',
  summary: 'Create an API key',
  description:
    'Creates a key for the organization. The key is shown only in this response. It cannot have a scope that ' +
    'the calling key lacks, and it expires no later than the calling key. With a session, the calling key is ' +
    'the key of the session.',
  body: {
    schema: Type.Object(
      {
        name: Name('Purpose of the key.'),
        scopes: Type.Array(ScopeName, { minItems: 1 }),
        expiresAt: Type.Optional(
          DateTime(
            'When it expires: at the latest when the calling key does, which is also the default. Without a default, ' +
              'it never expires.',
          ),
        ),
      },
      { title: 'CreateKey' },
    ),
    example: { name: 'Warehouse sync', scopes: ['meetings:read', 'users:read'] },
    maxBytes: MAX_ADMIN_BODY_BYTES,
  },
  answers: {
    201: {
      description: 'The key.',
      schema: KeyWithSecret,
      example: { ...keyExample, key: 'parley_EXAMPLEexampleEXAMPLEexampleEX0a1B2c' },
    },
    403: {
      description:
        'The API key lacks the scope of the operation or a scope of the new key, or a change by session has a ' +
        'wrong Origin.',
    },
  },
  async handle({ body, caller, requestId }, { db }) {
    const wanted = {
      name: body.name,
      scopes: body.scopes,
      expiresAtMs: body.expiresAt === undefined ? undefined : parseDateTime(body.expiresAt),
    };
    const { row, key } = await createKey(db, { ...caller, requestId }, wanted);
    return { status: 201, body: { ...presentKey(row), key } };
  },
});
