import { seededRandom } from '../support/random.ts';
import { atLeast, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { type FuzzedService, startFuzzedService } from './support/fuzzed-service.ts';
import { newOrganization } from './support/key-callers.ts';
import { moveKeys } from './support/key-moves.ts';
import { raceKeys } from './support/key-races.ts';
import { floodSignIn } from './support/sign-in-flood.ts';
import { readWithoutScope, WITHOUT_READING } from './support/unreadable-text.ts';

const MOVES = { quick: 160, full: 10_000 };
const RACES = { quick: 5, full: 200 };
const FLOODS = { quick: 3, full: 100 };

/** The fewest operations that must show text: lists and pages of meetings and e-mails, tries, backtests, findings. */
const SHOWING = 8;

/** The combinations of scopes without reading that the quick form tests: admin alone, and all scopes but the one. */
const QUICK_SETS = [['admin'], WITHOUT_READING.findLast(({ length }) => length > 4)!];

/** Keys: inheritance, revocation, access to text without the scope to read it, and sign-in. */
export const keyLineage: ReliabilityPromise = {
  number: 37,
  name: 'key-lineage',
  harm: 'keys of all scopes and expiries create and revoke each other, also concurrently; keys without a read scope request everything; sign-in is flooded',
  async run(stage) {
    const service = await startFuzzedService();
    try {
      return await harm(stage, service);
    } finally {
      await service.stop();
    }
  },
};

async function harm({ full, seed, say }: Stage, service: FuzzedService): Promise<Figure[]> {
  const form = full ? 'full' : 'quick';
  const moved = await moveKeys(service, MOVES[form], seededRandom(seed), say);
  say(`${moved.moves} keys made, revoked or aged`);
  const raced = await raceKeys(service, RACES[form]);
  say(`${raced.answers} requests at the same moment`);
  const { key } = await newOrganization(service);
  const flood = await floodSignIn(service, key, FLOODS[form]);
  say(`${flood.refused} sign-ins refused`);
  const tenant = await service.makeTenant();
  const unread = await readWithoutScope(tenant, service.sender, full ? WITHOUT_READING : QUICK_SETS);
  say(`what was said is shown by ${unread.seenByReaders.join(', ')}`);
  for (const leak of unread.leaks) say(leak);
  return [
    none(`keys that outlive their makers, in ${moved.moves} moves`, moved.outlives),
    none('keys that granted or revoked more than they have', moved.exceeds),
    none('organizations whose last key with admin was revoked', moved.locksOut + raced.lockedOut),
    none('other answers or keys than the oracle has', moved.other),
    none(
      `keys left of ${raced.rounds} that were revoked with all that they made, while they made more`,
      raced.survivors,
    ),
    none(
      `answers with transcript text to keys without meetings:read, of ${unread.requests}`,
      unread.leaks.length,
    ),
    atLeast('operations that show the same text to keys that may read', unread.seenByReaders.length, SHOWING),
    none(
      `sessions for wrong keys, of ${flood.refused + flood.entered} sign-ins`,
      flood.entered + flood.otherwise,
    ),
    none(`refused sign-ins with a right key meanwhile, of ${flood.rights}`, flood.rightRefused),
  ];
}
