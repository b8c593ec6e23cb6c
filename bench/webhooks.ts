import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBenchServer } from './setup/database.ts';
import { startService } from './setup/service.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';

/**
 * `node bench/webhooks.ts [--messages 20000]`: measures the messages a second that one worker delivers to a receiver on
 * loopback: to one webhook, to four, and to four while four more never answer.
 */
const { values } = parseArgs({ options: { messages: { type: 'string', default: '20000' } } });
const MESSAGES = Number(values.messages);
const USERS = 2000;

await using folder = await makeTemporaryFolder();
await using server = await openBenchServer(join(folder.path, 'postgres'), process.env.BENCH_DATABASE_URL);
await using database = await server.makeDatabase();
const { signal } = new AbortController();
await using service = await startService({
  settings: {
    DATABASE_URL: database.url,
    PARLEY_DATA_DIR: join(folder.path, 'data'),
    PARLEY_FETCH_ALLOW: '127.0.0.1',
  },
  logFile: join(folder.path, 'log'),
  signal,
});

const counts = new Map<string, number>();
const receiver = createServer((request, response) => {
  const path = request.url!;
  request.resume().on('end', () => {
    counts.set(path, (counts.get(path) ?? 0) + 1);
    // A dead receiver takes the message and never answers.
    if (!path.startsWith('/dead')) response.writeHead(204).end();
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const { port } = receiver.address() as AddressInfo;

const call = async (method: string, path: string, body?: object) => {
  const response = await fetch(service.apiUrl + path, {
    method,
    headers: { 'X-API-Key': service.key, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.status === 204 ? undefined : ((await response.json()) as { id: string });
};

const users = Array.from({ length: USERS }, (_, index) => ({
  email: `user-${index}@example.com`,
  name: 'Ada',
}));
await call('PUT', '/admin/v1/users', { users });
await new Promise((resolve) => setTimeout(resolve, 2000));

/** Delivers so many changes to each of these paths. @returns messages a second to the paths that answer */
async function measure(paths: readonly string[]): Promise<number> {
  counts.clear();
  const made = [];
  for (const path of paths) {
    const body = { url: `http://127.0.0.1:${port}${path}`, types: ['user'] };
    made.push((await call('POST', '/admin/v1/webhooks', body))!);
  }
  const alive = paths.filter((path) => !path.startsWith('/dead'));
  const isDone = () => alive.every((path) => (counts.get(path) ?? 0) >= MESSAGES);
  const startMs = performance.now();
  await database.query(
    `with head as (
       update change_heads set last_position = last_position + $1 where organization_id = 1 returning last_position - $1 as base)
     insert into changes (organization_id, position, entity_type, entity_id, change, fields, at)
     select 1, base + n, 'user', 1 + n % ${USERS}, 'updated', '{}', now() from head, generate_series(1, $1) as n`,
    [MESSAGES],
  );
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 5));
  const seconds = (performance.now() - startMs) / 1000;
  for (const { id } of made) await call('DELETE', `/admin/v1/webhooks/${id}`);
  return (alive.length * MESSAGES) / seconds;
}

const four = ['/a', '/b', '/c', '/d'];
await measure(['/warm-up']);
const say = (what: string, rate: number) => process.stdout.write(`${what}: ${rate.toFixed(0)} messages/s\n`);
say('one webhook', await measure(['/one']));
const alone = await measure(four);
say('four webhooks', alone);
const together = await measure([...four, '/dead-1', '/dead-2', '/dead-3', '/dead-4']);
say('four webhooks, and four that never answer', together);
process.stdout.write(`the dead ones cost ${((1 - together / alone) * 100).toFixed(1)} %\n`);
receiver.close();
receiver.closeAllConnections();
