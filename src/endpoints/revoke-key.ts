import { revokeKey } from '../domain/keys/manage-keys.ts';
import { integer, required } from '../http/params.ts';
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
  description: 'The key is refused everywhere within a second.',
  params: {
    id: required(integer({ description: 'Identifier of the key.', minimum: 1, maximum: MAX_ID, example: 7 })),
  },
  answers: {
    204: { description: 'The key is revoked.' },
    404: { description: 'The organization has no such key, or it is revoked already.' },
  },
  async handle({ params, caller, requestId }, { db }) {
    await revokeKey(db, { ...caller, requestId }, params.id);
    return { status: 204 };
  },
});
