import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBenchServer } from './setup/database.ts';
import { startService } from './setup/service.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';
import { median } from './stats.ts';

/**
 * `node bench/webhooks.ts [--messages 20000] [--rounds 5]`: measures the messages a second that one worker delivers to a
 * receiver on loopback: to one webhook alone and while another one never answers, in turns; and the same for four and four.
 */
const { values } = parseArgs({
  options: { messages: { type: 'string', default: '20000' }, rounds: { type: 'string', default: '5' } },
});
const ROUNDS = Number(values.rounds);
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

/** Measures receivers alone and beside as many that never answer, in turns, because drift affects both sides of a ratio. */
async function compare(what: string, paths: readonly string[]): Promise<void> {
  const dead = paths.map((path) => `/dead${path}`);
  const [alone, beside]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const turns = [() => measure(paths), () => measure([...paths, ...dead])];
    for (const turn of round % 2 === 0 ? [0, 1] : [1, 0]) {
      (turn === 0 ? alone : beside).push(await turns[turn]!());
    }
  }
  const cost = 1 - median(beside.map((rate, round) => rate / alone[round]!));
  process.stdout.write(
    `${what}: ${median(alone).toFixed(0)} messages/s, beside as many that never answer ` +
      `${median(beside).toFixed(0)} messages/s: they cost ${(cost * 100).toFixed(1)} %\n`,
  );
}

await measure(['/warm-up']);
await compare('one webhook', ['/a']);
await compare('four webhooks', ['/a', '/b', '/c', '/d']);
receiver.close();
receiver.closeAllConnections();
