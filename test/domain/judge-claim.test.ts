import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type DatabasePlace,
  judgeClaim,
  type Marker,
  type StoreClaim,
} from '../../src/domain/blob-claims/judge-claim.ts';

const PATIENCE = { beatMs: 30_000, waitMs: 90_000 };
const claim: StoreClaim = {
  databaseId: 'production',
  place: '7/16384',
  serverStartedAt: 'monday',
  tokens: ['newest', 'older'],
  beatenAt: 1000,
  waitingFor: null,
  waitingSince: null,
};
const here: DatabasePlace = { place: '7/16384', serverStartedAt: 'monday', nowMs: 2000 };
const marker: Marker = { database: 'production', token: 'newest', writtenAtMs: 1000 };
const judge = (
  changes: { claim?: Partial<StoreClaim> | null; here?: Partial<DatabasePlace>; marker?: Partial<Marker> },
  isExclusive = false,
) =>
  judgeClaim(
    changes.claim === null ? undefined : { ...claim, ...changes.claim },
    { ...here, ...changes.here },
    { ...marker, ...changes.marker },
    PATIENCE,
    isExclusive,
  );

test('the owner keeps the store, advances its token in time, and repairs a marker that is behind', () => {
  assert.deepEqual(judge({}), { kind: 'owner', next: 'nothing' });
  assert.deepEqual(judge({ here: { nowMs: 31_000 } }), { kind: 'owner', next: 'beat' });
  assert.deepEqual(judge({ marker: { token: 'older' } }), { kind: 'owner', next: 'rewrite' });
  assert.deepEqual(judgeClaim(claim, here, undefined, PATIENCE, false), { kind: 'claim' });
});

test('a database without the newest token, without a claim, or in another place is refused', () => {
  const refused: Parameters<typeof judge>[0][] = [
    { marker: { token: 'a later one' } },
    { marker: { token: 'a later one', database: 'another' } },
    { claim: null },
    { here: { place: '7/99999' } },
    { here: { place: '8/16384' } },
    { here: { place: '8/16384', serverStartedAt: 'tuesday' } },
  ];
  for (const one of refused) {
    for (const isExclusive of [false, true]) assert.equal(judge(one, isExclusive).kind, 'refused');
  }
  assert.equal(judgeClaim(claim, here, 'unreadable', PATIENCE, false).kind, 'refused');
});

test('a cluster that cannot be asked for is no other cluster, but another database is', () => {
  assert.equal(judge({ here: { place: '?/16384' } }).kind, 'owner');
  assert.equal(judge({ claim: { place: '?/16384' } }).kind, 'owner');
  assert.equal(judge({ here: { place: '?/99999' } }).kind, 'refused');
});

test('a server that was started at another time waits, and is the owner if nobody else was heard', () => {
  const restarted = { serverStartedAt: 'tuesday', nowMs: 100_000 };
  assert.deepEqual(judge({ here: restarted }), { kind: 'waiting', remainingMs: 90_000, isNew: true });
  const waiting = { waitingFor: 'tuesday', waitingSince: 50_000 };
  assert.deepEqual(judge({ here: restarted, claim: waiting }), {
    kind: 'waiting',
    remainingMs: 40_000,
    isNew: false,
  });
  const over = { ...restarted, nowMs: 140_000 };
  assert.deepEqual(judge({ here: over, claim: waiting }), { kind: 'owner', next: 'beat' });
  // A copy that was made while its original waited has its own wait.
  assert.equal(judge({ here: { ...over, serverStartedAt: 'wednesday' }, claim: waiting }).kind, 'waiting');
  assert.equal(judge({ here: over, claim: waiting, marker: { token: 'a later one' } }).kind, 'refused');
  assert.deepEqual(judge({ here: restarted }, true), { kind: 'owner', next: 'beat' });
});
