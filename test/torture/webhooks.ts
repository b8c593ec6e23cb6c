import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestClient } from '../support/client.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { sql } from '../support/sql.ts';
import { until, untilWhileGoing } from '../support/until.ts';
import { letPass } from '../support/webhook-subscriptions.ts';
import { atLeast, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { noExits, type ServiceProcess, withProcesses } from './support/processes.ts';
import { type Endpoint, heal, startEndpoints } from './support/webhook-endpoints.ts';

const KEY = 'a-key-for-webhooks-under-faults';

const AMOUNTS = {
  full: { users: 500, rounds: 50, workers: 2, kills: 20 },
  quick: { users: 20, rounds: 5, workers: 1, kills: 2 },
};

const WANTED = [
  { path: '/well', signing: 'hmac', mood: 'well' },
  { path: '/well-ed25519', signing: 'ed25519', mood: 'well' },
  { path: '/flaky', signing: 'hmac', mood: 'flaky' },
  { path: '/flaky-ed25519', signing: 'ed25519', mood: 'flaky' },
  { path: '/rotated', signing: 'hmac', mood: 'flaky' },
  { path: '/rotated-ed25519', signing: 'ed25519', mood: 'flaky' },
  { path: '/hangs', signing: 'hmac', mood: 'hangs' },
  { path: '/dead', signing: 'ed25519', mood: 'dead' },
] as const;

/**
 * The spans that pass for the dead receiver: together more than six days. Each is longer than the pause that the schedule has
 * then, also if the program has run for an hour before.
 */
const AWAY = ['3 hours', '1 day', '2 days', '3 days'];

/** Everything waits for events; this ends a program in which none comes for so long. */
const STALLED_MS = 120_000;

const HASTEN_MS = 100;

/** Receivers fail in every way while workers are killed: each change arrives all the same, signed and in order. */
export const webhooks: ReliabilityPromise = {
  number: 27,
  name: 'webhooks',
  harm: 'receivers refuse 30 % of the messages, hang, are away for six days, or have their keys rotated; kill -9 of workers',
  async run(stage) {
    const amounts = stage.full ? AMOUNTS.full : AMOUNTS.quick;
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-webhooks-'));
    const database = await createTestDatabase();
    const receivers = await startEndpoints(WANTED, stage.seed);
    try {
      const roles = ['api', ...Array.from({ length: amounts.workers }, () => 'worker')];
      const env = { PARLEY_DATA_DIR: dataDir, PARLEY_FETCH_ALLOW: '127.0.0.1' };
      return await withProcesses(
        roles.map((one) => ({ roles: one, databaseUrl: database.url })),
        { key: KEY, env, maxStartMs: 180_000 },
        async (processes) => [
          ...(await harm({ stage, databaseUrl: database.url, processes, receivers })),
          noExits(processes, stage.say),
        ],
      );
    } finally {
      receivers.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

type Scene = {
  stage: Stage;
  databaseUrl: string;
  processes: ServiceProcess[];
  receivers: Awaited<ReturnType<typeof startEndpoints>>;
};

type Hook = { id: number; webhookId: string; endpoint: Endpoint };

async function harm(scene: Scene): Promise<Figure[]> {
  const { stage, databaseUrl, processes } = scene;
  const { users, rounds, kills } = stage.full ? AMOUNTS.full : AMOUNTS.quick;
  const { client } = processes[0]!.now();
  await putUsers(client, users, 'before');
  await numbered(databaseUrl);
  const begin: string = (await client.get('/v1/changes', { after: 'now' })).body.next;
  const hooks = await subscribe(client, scene.receivers);
  const [hanging, dead] = [hooks.at(-2)!, hooks.at(-1)!];
  const hastening = keepHastening(databaseUrl, () => (dead.endpoint.mood === 'dead' ? dead.webhookId : '0'));
  let done = 0;
  for (let round = 1; round <= rounds; round++) {
    const before = arrivalsAt(hooks);
    await putUsers(client, users, `round ${round}`);
    await numbered(databaseUrl);
    if (round % Math.ceil(rounds / 3) === 1) await rotate(client, hooks);
    // Some messages of the round are under way, and most are not sent yet.
    await untilArrived(hooks, async () => (arrivalsAt(hooks) > before + users / 4 ? true : undefined));
    if (Math.floor((round * kills) / rounds) > done) done += await killOne(scene, done);
    stage.say(`round ${round} of ${rounds}: ${arrivalsAt(hooks)} messages, ${done} kills`);
  }
  const count = users * rounds;
  const isComplete = ({ endpoint }: Hook) => endpoint.acceptedAt.size >= count;
  const all = (some: Hook[]) =>
    untilArrived(some, async () => (some.every(isComplete) ? true : undefined)).catch(() => {
      stage.say(`incomplete: ${some.filter((one) => !isComplete(one)).map(({ endpoint }) => endpoint.path)}`);
    });
  await all(hooks.slice(0, -2));
  stage.say(`${arrivalsAt(hooks)} messages arrived, those that answer have everything; ${done} kills`);
  heal(hanging.endpoint);
  await all([hanging]);
  const failing = await letDie(scene, client, dead);
  heal(dead.endpoint);
  await letPass(databaseUrl, dead, '2 hours');
  await all([dead]);
  await hastening.stop();
  const states = await Promise.all(hooks.map(({ webhookId }) => webhookOf(client, webhookId)));
  return [
    atLeast('kills of workers while messages were under way', done, kills),
    atLeast('days that a receiver was away and was seen to be failing', failing, 6),
    ...judge(hooks, await changesAfter(client, begin), count),
    none('changes that the service says it could not send', states.filter(({ missed }) => missed).length),
  ];
}

async function putUsers(client: TestClient, count: number, name: string): Promise<void> {
  const users = Array.from({ length: count }, (_, n) => ({ email: `user-${n}@parley.example`, name }));
  const { status, text } = await client.put('/admin/v1/users', { users });
  if (status !== 200) throw new Error(`users were answered ${status}: ${text}`);
}

/** Waits until everything is in the feed, because changes of one user that are numbered together become one. */
function numbered(databaseUrl: string): Promise<true> {
  let left = 0;
  return untilWhileGoing(
    async () => {
      const [row] = await sql<{ count: string }>(databaseUrl, 'select count(*) from event_outbox');
      left = Number(row!.count);
      return left > 0 ? undefined : true;
    },
    () => left,
    STALLED_MS,
  );
}

/** Waits while messages arrive at some webhooks. */
const untilArrived = <Result>(hooks: readonly Hook[], ask: () => Promise<Result | undefined>) =>
  untilWhileGoing(ask, () => arrivalsAt(hooks), STALLED_MS);

async function subscribe(client: TestClient, { endpoints, url }: Scene['receivers']): Promise<Hook[]> {
  const hooks: Hook[] = [];
  for (const endpoint of endpoints) {
    const { signing } = endpoint;
    const made = await client.post('/admin/v1/webhooks', { url: url(endpoint), types: ['user'], signing });
    if (made.status !== 201) throw new Error(`a webhook was answered ${made.status}: ${made.text}`);
    endpoint.keys.push(made.body.secret ?? made.body.publicKey);
    hooks.push({ id: 1, webhookId: made.body.id, endpoint });
  }
  return hooks;
}

async function rotate(client: TestClient, hooks: readonly Hook[]): Promise<void> {
  for (const { webhookId, endpoint } of hooks.filter((one) => one.endpoint.path.startsWith('/rotated'))) {
    const { status, body } = await client.send('POST', 'api', `/admin/v1/webhooks/${webhookId}/rotate`);
    if (status !== 200) throw new Error(`a rotation was answered ${status}`);
    endpoint.keys.push(body.secret ?? body.publicKey);
  }
}

/** Kills a worker. If it was the only one, its claims end at once: their time is moved into the past. */
async function killOne({ databaseUrl, processes }: Scene, turn: number): Promise<number> {
  const workers = processes.slice(1);
  const victim = workers[turn % workers.length]!;
  await victim.whenUp();
  await victim.kill();
  if (workers.length === 1) {
    await sql(
      databaseUrl,
      `update webhook_progress set claimed_until = null where claimed_until is not null`,
    );
  }
  return 1;
}

/** Makes due, again and again, what waits to be sent again to all webhooks but one, instead of waiting for hours. */
function keepHastening(databaseUrl: string, except: () => string): { stop(): Promise<void> } {
  let isOver = false;
  const working = (async () => {
    while (!isOver) {
      // The row of the progress is locked first, as by workers.
      await sql(
        databaseUrl,
        `with idle as (
           update webhook_progress set due_at = least(due_at, now()), paused_until = null
           where (claimed_until is null or claimed_until < now()) and due_at is not null and webhook_id <> $1
           returning organization_id, webhook_id
         )
         update webhook_pending pending set due_at = now() from idle
         where pending.organization_id = idle.organization_id and pending.webhook_id = idle.webhook_id
           and pending.due_at > now()`,
        [except()],
      );
      await new Promise((resolve) => setTimeout(resolve, HASTEN_MS));
    }
  })();
  working.catch(() => {});
  return {
    async stop() {
      isOver = true;
      await working;
    },
  };
}

/** Lets days pass for a receiver that accepts nothing. @returns the days, if it is failing after them */
async function letDie({ databaseUrl, stage }: Scene, client: TestClient, dead: Hook): Promise<number> {
  for (const span of AWAY) {
    const before = dead.endpoint.arrivals;
    await letPass(databaseUrl, dead, span);
    await untilArrived([dead], async () => (dead.endpoint.arrivals > before ? true : undefined));
  }
  const { state, pending, behind } = await until(async () => {
    const now = await webhookOf(client, dead.webhookId);
    return now.pausedUntil ? now : undefined;
  }, STALLED_MS);
  stage.say(`the dead receiver is ${state} after 6 days: ${pending} pending, ${behind} behind`);
  return state === 'failing' ? 6 : 0;
}

const arrivalsAt = (hooks: readonly Hook[]) =>
  hooks.reduce((sum, { endpoint }) => sum + endpoint.arrivals, 0);

const webhookOf = async (client: TestClient, id: string) =>
  (await client.get(`/admin/v1/webhooks/${id}`)).body;

type Change = { position: string; type: string; id: string };

async function changesAfter(client: TestClient, begin: string): Promise<Change[]> {
  const changes: Change[] = [];
  for (let after = begin; ; ) {
    const { body } = await client.get('/v1/changes', { after, types: 'user', limit: '1000' });
    if (body.changes.length === 0) return changes;
    changes.push(...body.changes);
    after = body.next;
  }
}

/** Compares what arrived with the feed. */
function judge(hooks: readonly Hook[], changes: readonly Change[], acknowledged: number): Figure[] {
  const sum = (of: (endpoint: Endpoint) => number) =>
    hooks.reduce((total, { endpoint }) => total + of(endpoint), 0);
  const unverified = (signing: string) => sum((one) => (one.signing === signing ? one.unverified : 0));
  const arrivals = (signing: string) => sum((one) => (one.signing === signing ? one.arrivals : 0));
  const deliveries = hooks.length * acknowledged;
  return [
    atLeast(
      'changes delivered',
      sum(({ acceptedAt }) => acceptedAt.size),
      deliveries,
    ),
    none('changes acknowledged and not in the feed', acknowledged - changes.length),
    none(
      'changes lost',
      sum(({ acceptedAt }) => changes.filter(({ position }) => !acceptedAt.has(position)).length),
    ),
    none(
      'changes out of order per entity',
      sum((one) => disorder(one, changes)),
    ),
    none(`of ${arrivals('hmac')} messages, not verified by standardwebhooks`, unverified('hmac')),
    none(`of ${arrivals('ed25519')} messages, not verified by node:crypto`, unverified('ed25519')),
    atLeast(
      'messages that a new key signed as well as the old one',
      sum(({ byNewKey }) => byNewKey),
      1,
    ),
    none(
      'messages that came again with another id',
      sum(({ renamed }) => renamed),
    ),
    atLeast(
      'messages that were not accepted',
      sum(({ refused }) => refused),
      deliveries / 10,
    ),
  ];
}

/** Counts the changes that arrived before an earlier one of their entity had been accepted. */
function disorder({ arrivedAt, acceptedAt }: Endpoint, changes: readonly Change[]): number {
  const latest = new Map<string, number>();
  let count = 0;
  for (const { id, position } of changes) {
    if ((arrivedAt.get(position) ?? Number.POSITIVE_INFINITY) < (latest.get(id) ?? 0)) count++;
    latest.set(id, acceptedAt.get(position) ?? Number.POSITIVE_INFINITY);
  }
  return count;
}
