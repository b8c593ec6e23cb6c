import { isDeepStrictEqual } from 'node:util';
import { ORGANIZATION_SCOPES } from '../../../src/domain/keys/scopes.ts';
import type { TestAnswer } from '../../support/client.ts';
import { sql } from '../../support/sql.ts';
import type { FuzzedService } from './fuzzed-service.ts';
import { type Caller, callerWith, newOrganization, signedIn } from './key-callers.ts';
import { KeyFamily, type Member, type WantedKey } from './key-family.ts';

const HOUR_MS = 3_600_000;
/** Expiries are between whole hours, and time advances by whole hours, so that none coincides with a request. */
const HALF_MS = HOUR_MS / 2;
const MAX_MEMBERS = 40;
const MOVES_BETWEEN_LISTS = 20;

/** The numbers of deviations from the rules, by the harm that they would allow. */
export type Faults = { outlives: number; exceeds: number; locksOut: number; other: number; moves: number };

/** Creates, revokes and expires keys at random, and compares each response with the oracle's. */
export async function moveKeys(
  service: FuzzedService,
  moves: number,
  random: () => number,
  say: (line: string) => void,
): Promise<Faults> {
  const faults: Faults = { outlives: 0, exceeds: 0, locksOut: 0, other: 0, moves };
  const startMs = Date.now();
  let game = await begin(service);
  for (let move = 0; move < moves; move++) {
    const before = countOf(faults);
    if (game.family.members.length > MAX_MEMBERS || !game.family.hasAdmin()) game = await begin(service);
    const roll = random();
    if (roll < 0.5) await create(game, random, startMs, faults, say);
    else if (roll < 0.92) await revoke(game, random, faults, say);
    else await age(game);
    if (move % MOVES_BETWEEN_LISTS === 0 || move === moves - 1) await compare(game, faults, say);
    // From now on the keys of the oracle and the service differ.
    if (countOf(faults) > before) game = await begin(service);
  }
  return faults;
}

const countOf = ({ outlives, exceeds, locksOut, other }: Faults) => outlives + exceeds + locksOut + other;

type Game = {
  service: FuzzedService;
  organizationId: number;
  family: KeyFamily;
  sessions: Map<Member, Caller>;
};

async function begin(service: FuzzedService): Promise<Game> {
  const { organizationId, keyId, key } = await newOrganization(service);
  const game: Game = { service, organizationId, family: new KeyFamily(), sessions: new Map() };
  const first = { id: keyId, key, scopes: ORGANIZATION_SCOPES, expiresAtMs: undefined, createdBy: undefined };
  game.family.members.push({ ...first, isRevoked: false });
  return game;
}

/** Returns the key itself or, if it could sign in, a session of it. */
async function callerFor(
  { service, family, sessions }: Game,
  random: () => number,
  member: Member,
): Promise<Caller> {
  if (random() < 0.6) return callerWith(service, member.key);
  if (!sessions.has(member) && family.isLive(member)) {
    sessions.set(member, await signedIn(service, member.key));
  }
  return sessions.get(member) ?? callerWith(service, member.key);
}

const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

async function create(game: Game, random: () => number, startMs: number, faults: Faults, say: Say) {
  const { family } = game;
  const maker = pick(random, family.members);
  const wanted: WantedKey = {
    scopes: pick(random, [['admin'], maker.scopes, someScopes(random), ['admin', ...someScopes(random)]]),
    expiresAtMs: someEnd(random, maker, startMs),
  };
  const { scopes, expiresAtMs } = wanted;
  const [expected, endMs] = family.judgeCreation(maker, wanted);
  const expiresAt = expiresAtMs === undefined ? undefined : new Date(expiresAtMs).toISOString();
  const by = await callerFor(game, random, maker);
  const answer = await by.post('/admin/v1/keys', { name: 'one', scopes, expiresAt });
  if (!isAs(expected, answer)) {
    const kind = expected === 400 ? 'outlives' : expected === 403 ? 'exceeds' : 'other';
    note(faults, kind, say, `key ${maker.id} makes one: ${answer.status}, not ${expected} (${answer.text})`);
  }
  if (answer.status !== 201) return;
  const { id, key } = answer.body;
  const end = { expiresAtMs: endMs, createdBy: maker.id, isRevoked: false };
  family.members.push({ id, key, scopes: [...new Set(scopes)], ...end });
}

async function revoke(game: Game, random: () => number, faults: Faults, say: Say) {
  const { family } = game;
  const asking = pick(random, family.members);
  // Key 1 belongs to the operator, so to another organization.
  const target = random() < 0.05 ? 1 : pick(random, family.members).id;
  const cascade = random() < 0.4;
  const [expected, doomed] = family.judgeRevocation(asking, target, cascade);
  const by = await callerFor(game, random, asking);
  const answer = await by.delete(`/admin/v1/keys/${target}${cascade ? '?cascade=true' : ''}`);
  if (!isAs(expected, answer)) {
    const kind = expected === 409 ? 'locksOut' : expected === 403 ? 'exceeds' : 'other';
    const what = `key ${asking.id} revokes ${target}, cascade ${cascade}`;
    note(faults, kind, say, `${what}: ${answer.status}, not ${expected} (${answer.text})`);
  }
  if (answer.status === 204) for (const one of doomed) one.isRevoked = true;
}

type Say = (line: string) => void;

/** Returns whether a status is as expected; a bad request with a key that has just ended may give either status. */
function isAs(expected: number, { status }: TestAnswer): boolean {
  return status === expected || (expected === 401 && [400, 403].includes(status));
}

function note(faults: Faults, kind: Exclude<keyof Faults, 'moves'>, say: Say, what: string): void {
  faults[kind]++;
  say(what);
}

const someScopes = (random: () => number): string[] => {
  const some = ORGANIZATION_SCOPES.filter(() => random() < 0.4);
  return some.length > 0 ? some : ['users:read'];
};

function someEnd(random: () => number, maker: Member, startMs: number): number | undefined {
  const anyMs = startMs + HALF_MS + Math.floor(random() * 8 - 2) * HOUR_MS;
  const { expiresAtMs = anyMs } = maker;
  return pick(random, [undefined, undefined, anyMs, expiresAtMs, expiresAtMs + 1, expiresAtMs - HOUR_MS]);
}

/** Advances the time by an hour. */
async function age({ service, organizationId, family }: Game): Promise<void> {
  family.age(HOUR_MS);
  await sql(
    service.databaseUrl,
    "update api_keys set expires_at = expires_at - interval '1 hour' where organization_id = $1",
    [organizationId],
  );
}

/** Compares the keys in the database with the oracle's. */
async function compare({ service, organizationId, family }: Game, faults: Faults, say: Say): Promise<void> {
  const stored = await sql<{
    id: number;
    endMs: number | null;
    createdBy: number | null;
    isRevoked: boolean;
  }>(
    service.databaseUrl,
    `select id::int, (extract(epoch from expires_at) * 1000)::float as "endMs", created_by::int as "createdBy",
            revoked_at is not null as "isRevoked"
     from api_keys where organization_id = $1 order by id`,
    [organizationId],
  );
  const known = family.members.map(({ id, expiresAtMs = null, createdBy = null, isRevoked }) => {
    return { id, endMs: expiresAtMs, createdBy, isRevoked };
  });
  const endOf = new Map(stored.map(({ id, endMs }) => [id, endMs ?? Number.POSITIVE_INFINITY]));
  for (const { id, createdBy } of stored) {
    if (createdBy !== null && endOf.get(id)! > endOf.get(createdBy)!) {
      note(faults, 'outlives', say, `key ${id} outlives its maker ${createdBy}`);
    }
  }
  if (isDeepStrictEqual(stored, known)) return;
  note(faults, 'other', say, `stored: ${JSON.stringify(stored)}, expected: ${JSON.stringify(known)}`);
}
