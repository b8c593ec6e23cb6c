import { SESSION_COOKIE } from '../../../src/http/session-cookie.ts';
import type { ChildService } from '../../support/child-service.ts';
import { meeting } from '../../support/meetings.ts';
import { wav } from '../../support/recordings.ts';
import { sql } from '../../support/sql.ts';
import { type Door, refusedWithin } from './refused-within.ts';
import { keep, type Secrets } from './secret-load.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/**
 * Revokes keys, ends sessions and removes signing keys while they are used at every process.
 * @param services two processes of all roles
 * @returns the longest time for which each was still accepted, in ms, over all rounds
 */
export async function revocations(
  services: readonly ChildService[],
  key: string,
  databaseUrl: string,
  secrets: Secrets,
  rounds: number,
): Promise<Map<string, number>> {
  const longest = new Map<string, number>();
  const record = (what: string, late: Map<string, number>) => {
    for (const [door, ms] of late) {
      const name = `${what} at ${door}`;
      longest.set(name, Math.max(longest.get(name) ?? 0, ms));
    }
  };
  const target = await recordedMeeting(services[0]!, key);
  for (let round = 0; round < rounds; round++) {
    const by = services[round % services.length]!;
    const made = await by.client.post('/admin/v1/keys', {
      name: `Round ${round}`,
      scopes: ['users:read', 'ingest:write'],
    });
    keep(secrets, 'API keys', made.body.key);
    const cookie = await signIn(by, made.body.key, secrets);
    const doors = services.flatMap((one) => [...keyDoors(one, made.body.key), cookieDoor(one, cookie)]);
    const revoke = async () => void (await by.client.delete(`/admin/v1/keys/${made.body.id}`));
    record('a key', byKind(await refusedWithin(doors, revoke)));

    const ending = await signIn(by, key, secrets);
    const end = async () => {
      const headers = { Cookie: `${SESSION_COOKIE}=${ending}`, Origin: by.apiUrl };
      await fetch(`${by.apiUrl}/admin/v1/session`, { method: 'DELETE', headers });
    };
    record(
      'a session',
      byKind(
        await refusedWithin(
          services.map((one) => cookieDoor(one, ending)),
          end,
        ),
      ),
    );

    const { body } = await by.client.get(`/v1/meetings/${target}`, { includeDownloadUrl: 'true' });
    const { pathname, search } = new URL(body.downloadUrl);
    keep(secrets, 'download URLs', search.slice(-64));
    // The statements are those of `parley signing-keys rotate` and `remove`.
    await sql(databaseUrl, 'insert into signing_keys (secret) values (sha256($1))', [
      Buffer.from(`${Math.random()}`),
    ]);
    const remove = async () =>
      void (await sql(databaseUrl, 'delete from signing_keys where id < (select max(id) from signing_keys)'));
    record(
      'a signing key',
      byKind(
        await refusedWithin(
          services.map((one) => urlDoor(one, pathname + search)),
          remove,
        ),
      ),
    );
  }
  return longest;
}

async function signIn({ apiUrl }: ChildService, key: string, secrets: Secrets): Promise<string> {
  const answer = await fetch(`${apiUrl}/admin/v1/session`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ key }),
  });
  const token = new RegExp(`${SESSION_COOKIE}=([^;]+)`).exec(answer.headers.get('set-cookie') ?? '')?.[1];
  if (!token) throw new Error(`no session was made: ${answer.status}`);
  return keep(secrets, 'session cookies', token);
}

async function recordedMeeting({ client }: ChildService, key: string): Promise<string> {
  const id = await client.ingest(meeting({ id: 'revocations' }), { processImportedMeeting: false });
  const headers = { 'Content-Type': 'audio/wav', 'X-API-Key': key };
  const { status, text } = await client.send('PUT', 'receiver', `/v1/meetings/${id}/recording`, {
    headers,
    raw: wav(1),
  });
  if (status !== 200) throw new Error(text);
  return id;
}

/** Merges doors of one kind in several processes. */
function byKind(late: Map<string, number>): Map<string, number> {
  const kinds = new Map<string, number>();
  for (const [door, ms] of late) {
    const kind = door.replace(/ of .*/, '');
    kinds.set(kind, Math.max(kinds.get(kind) ?? 0, ms));
  }
  return kinds;
}

function keyDoors({ pid, apiUrl, receiverUrl }: ChildService, key: string): Door[] {
  const headers = { ...JSON_TYPE, 'X-API-Key': key };
  const { host } = new URL(apiUrl);
  return [
    { name: `the api of ${pid} ${host}`, isOpen: () => opens(`${apiUrl}/v1/users`, { headers }) },
    // The body is not valid, but only an authorized caller learns that.
    {
      name: `the receiver of ${pid}`,
      isOpen: () => opens(`${receiverUrl}/v1/user-provided-meeting`, { method: 'POST', headers, body: '{}' }),
    },
  ];
}

function cookieDoor({ pid, apiUrl }: ChildService, token: string): Door {
  const headers = { Cookie: `${SESSION_COOKIE}=${token}` };
  return { name: `the console of ${pid}`, isOpen: () => opens(`${apiUrl}/v1/users`, { headers }) };
}

function urlDoor({ pid, apiUrl }: ChildService, target: string): Door {
  return { name: `downloads of ${pid}`, isOpen: () => opens(apiUrl + target, {}) };
}

async function opens(url: string, init: RequestInit): Promise<boolean> {
  const answer = await fetch(url, init);
  await answer.arrayBuffer();
  if (answer.status >= 500) throw new Error(`${url} answered ${answer.status}`);
  return ![401, 403].includes(answer.status);
}
