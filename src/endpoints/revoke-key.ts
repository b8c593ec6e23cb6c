import { revokeKey } from '../domain/keys/revoke-key.ts';
import { flag, integer, required } from '../http/params.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { MAX_ID } from './schemas/common.ts';

export const revokeKeyEndpoint = defineEndpoint({
  operationId: 'revokeKey',
  address: 'api',
  method: 'DELETE',
  path: '/admin/v1/keys/{id}',
  scope: 'admin',
  tag: 'Administration',
  summary: 'Revoke an API key',
  description:
    'The key is rejected everywhere within a second, and its sessions end. Keys that it created stay valid ' +
    'unless `cascade` is true. A key can revoke only keys whose scopes it has itself.',
  params: {
    id: required(integer({ description: 'Identifier of the key.', minimum: 1, maximum: MAX_ID, example: 7 })),
  },
  query: {
    cascade: flag({
      description:
        'Whether all keys that the key created, directly or through other keys, are revoked with it: either all of ' +
        'them or none. If the key is already revoked, the remaining ones are revoked.',
      example: true,
    }),
  },
  answers: {
    204: { description: 'The key is revoked.' },
    403: {
      description:
        'The API key lacks the scope of the operation or a scope of a key that would be revoked, or a change by ' +
        'session has a wrong Origin.',
    },
    404: { description: 'The organization has no such key, or it has already been revoked.' },
    409: {
      description:
        'No unexpired key with the scope admin would remain; create another one first, or use the command line.',
    },
  },
  async handle({ params, query, caller, requestId }, { db }) {
    await revokeKey(db, { ...caller, requestId }, params.id, query);
    return { status: 204 };
  },
});
