import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { type PostgresServer, startPostgresServer } from '../torture/support/postgres-server.ts';
import { endAll, runParley } from './child.ts';

const KEY = 'a-key-for-several-hosts';

let first: PostgresServer;
let second: PostgresServer;
let service: TestService | undefined;

before(async () => {
  first = await startPostgresServer();
  second = await first.standby();
});
after(async () => {
  endAll();
  await service?.stop();
  await second?.remove();
  await first?.remove();
});

/** A URL with several hosts, which are folders of Unix sockets here. */
function urlOfHosts(hosts: readonly string[]): string {
  const { user, password, database } = first.connection;
  return `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(hosts.join(','))}&port=5432`;
}

test('the host that takes writes is used, whichever comes first, and after a failover its successor', async () => {
  const hosts = ['/nonexistent', second.connection.host, first.connection.host];
  service = await startService({ databaseUrl: urlOfHosts(hosts), bootstrapApiKey: KEY });
  const { client } = service;
  const before = await client.ingest(meeting({ title: 'Before the failover' }));
  const [{ position }] = (await sql(first.url, 'select pg_current_wal_lsn() as position')) as [
    { position: string },
  ];
  await until(async () => {
    const [row] = await sql(second.url, 'select pg_last_wal_replay_lsn() >= $1 as caught_up', [position]);
    return row!.caught_up ? true : undefined;
  });
  await first.crash('kill');
  await sql(second.url, 'select pg_promote(true)');
  const later = await until(async () => {
    const answer = await client.post('/v1/user-provided-meeting', {
      meeting: meeting({ title: 'After the failover' }),
    });
    assert.ok(answer.status === 200 || answer.status === 503, answer.text);
    return answer.status === 200 ? answer.body.meetingId : undefined;
  });
  const { body } = await client.get('/v1/meetings', ALWAYS);
  assert.deepEqual(body.meetings.map((one: { id: string }) => one.id).sort(), [before, later].sort());
});

test('where none of the hosts takes writes, a start is refused with one sentence that has the reason of each', async () => {
  const child = runParley(['serve'], {
    DATABASE_URL: urlOfHosts(['/nonexistent', '/nowhere']),
    PARLEY_API_PORT: '0',
    PARLEY_RECEIVER_PORT: '0',
  });
  assert.deepEqual(await child.ended, { code: 1, signal: null });
  assert.match(
    child.stderr(),
    /^parley: None of the hosts in DATABASE_URL takes writes \(\/nonexistent:5432: .*; \/nowhere:5432: [^\n]*\)\n$/,
  );
});
