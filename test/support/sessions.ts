import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestAnswer } from './client.ts';
import type { TestService } from './service.ts';

export const SESSION_PATH = '/admin/v1/session';

/** The time in which the end of a session has to take effect. */
export const EFFECTIVE_MS = 1000;

/** The responses to ended sessions and invalid keys. */
export const ENDED = { error: 'The session has ended; sign in again' };
export const INVALID = { error: 'The API key is not valid: it is unknown, expired or revoked' };

export const tokenOf = (answer: TestAnswer) =>
  /^parley_session=([^;]*);/.exec(answer.headers.get('set-cookie')!)![1]!;
export const cookie = (token: string) => ({ Cookie: `parley_session=${token}` });

/** Uses sessions of a service as browsers and scripts do. */
export function sessionsAt(service: TestService) {
  const anybody = () => service.as(undefined);
  const list = (token: string) => anybody().get('/v1/users', undefined, { headers: cookie(token) });
  return {
    anybody,
    list,
    /** Returns the headers that a browser sends from the console's own page. */
    ownPage: (token: string) => ({ ...cookie(token), Origin: service.apiUrl }),
    async makeKey(rest: Record<string, unknown> = {}): Promise<{ id: number; key: string }> {
      const made = await service.client.post('/admin/v1/keys', {
        name: 'Console',
        scopes: ['admin', 'users:read'],
        ...rest,
      });
      assert.equal(made.status, 201, made.text);
      return made.body;
    },
    /** @returns the session's token */
    async signIn(key = service.key): Promise<string> {
      const answer = await anybody().post(SESSION_PATH, { key });
      assert.equal(answer.status, 200, answer.text);
      return tokenOf(answer);
    },
    look: (token: string) => anybody().get(SESSION_PATH, undefined, { headers: cookie(token) }),
    signOut: (headers: Record<string, string>) => anybody().delete(SESSION_PATH, { headers }),
    async msUntilRefused(token: string): Promise<number> {
      const startMs = performance.now();
      while ((await list(token)).status !== 401) {
        assert.ok(performance.now() - startMs < 5 * EFFECTIVE_MS, 'the session never ends');
        await delay(20);
      }
      return performance.now() - startMs;
    },
  };
}
