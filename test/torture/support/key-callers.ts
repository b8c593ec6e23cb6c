import assert from 'node:assert/strict';
import type { TestAnswer } from '../../support/client.ts';
import { createClient } from '../../support/client.ts';
import type { FuzzedService } from './fuzzed-service.ts';

/** A caller that creates and revokes keys, with a key or with its session. */
export type Caller = {
  post(path: string, body: unknown): Promise<TestAnswer>;
  delete(path: string): Promise<TestAnswer>;
};

export const clientOf = ({ apiUrl, receiverUrl }: FuzzedService, key: string | undefined) =>
  createClient({ apiUrl, receiverUrl, key });

export function callerWith(service: FuzzedService, key: string): Caller {
  return clientOf(service, key);
}

/** Signs in with a key. @throws if the key is refused */
export async function signedIn(service: FuzzedService, key: string): Promise<Caller> {
  const anybody = clientOf(service, undefined);
  const answer = await anybody.post('/admin/v1/session', { key });
  assert.equal(answer.status, 200, answer.text);
  const headers = { Cookie: answer.headers.get('set-cookie')!.split(';')[0]!, Origin: service.apiUrl };
  return {
    post: (path, body) => anybody.post(path, body, { headers }),
    delete: (path) => anybody.delete(path, { headers }),
  };
}

/** Creates an organization with its first key. */
export async function newOrganization(
  service: FuzzedService,
): Promise<{ organizationId: number; keyId: number; key: string }> {
  const made = await service.client.post('/admin/v1/organizations', { name: 'Family' });
  assert.equal(made.status, 201, made.text);
  const { id, key } = made.body;
  const { body } = await clientOf(service, key).get('/admin/v1/keys');
  return { organizationId: id, keyId: body.keys[0].id, key };
}

/** @throws if the key is not permitted to create it */
export async function makeKey(
  service: FuzzedService,
  by: string,
  scopes: readonly string[],
): Promise<{ id: number; key: string }> {
  const made = await clientOf(service, by).post('/admin/v1/keys', { name: 'one', scopes });
  assert.equal(made.status, 201, made.text);
  return made.body;
}
