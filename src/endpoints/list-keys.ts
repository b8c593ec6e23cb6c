import { listKeys } from '../domain/keys/manage-keys.ts';
import { presentKey } from '../domain/keys/present-key.ts';
import { Type } from '../lib/schema-types.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { Key, keyExample } from './schemas/key.ts';

export const listKeysEndpoint = defineEndpoint({
  operationId: 'listKeys',
  address: 'api',
  method: 'GET',
  path: '/admin/v1/keys',
  scope: 'admin',
  tag: 'Administration',
  summary: 'List API keys',
  description: 'Returns the keys of the organization, including revoked ones, without their secrets.',
  answers: {
    200: {
      description: 'The keys.',
      schema: Type.Object({ keys: Type.Array(Key) }, { title: 'KeyList' }),
      example: { keys: [keyExample] },
    },
  },
  async handle({ caller }, { db }) {
    return { status: 200, body: { keys: (await listKeys(db, caller.organizationId)).map(presentKey) } };
  },
});
