import { generateKey } from '../../../src/domain/keys/key-format.ts';
import type { FuzzedService } from './fuzzed-service.ts';
import { clientOf, makeKey } from './key-callers.ts';

const AT_ONCE = 40;

export type Flood = {
  refused: number;
  entered: number;
  otherwise: number;
  rightRefused: number;
  rights: number;
};

/** Signs in with many invalid keys concurrently, while another client signs in with a valid one. */
export async function floodSignIn(service: FuzzedService, key: string, rounds: number): Promise<Flood> {
  const flood: Flood = { refused: 0, entered: 0, otherwise: 0, rightRefused: 0, rights: 0 };
  const anybody = clientOf(service, undefined);
  const signIn = (one: string) => anybody.post('/admin/v1/session', { key: one });
  const revoked = await makeKey(service, key, ['users:read']);
  await clientOf(service, key).delete(`/admin/v1/keys/${revoked.id}`);
  const wrongKeys = [
    () => generateKey(),
    () => revoked.key,
    () => `${key}x`,
    () => key.toUpperCase(),
    () => 'x',
    () => 'parley_'.padEnd(256, '0'),
  ];
  for (let round = 0; round < rounds; round++) {
    const wrong = Array.from({ length: AT_ONCE }, (_, index) =>
      signIn(wrongKeys[index % wrongKeys.length]!()),
    );
    const right = signIn(key);
    for (const { status, headers } of await Promise.all(wrong)) {
      if (headers.get('set-cookie') !== null || status < 300) flood.entered++;
      else if (status === 401 || status === 429) flood.refused++;
      else flood.otherwise++;
    }
    flood.rights++;
    if ((await right).status !== 200) flood.rightRefused++;
  }
  return flood;
}
