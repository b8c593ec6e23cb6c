import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { ParleyEndpoint } from '../../src/endpoints/define-endpoint.ts';
import { endpoints } from '../../src/endpoints/index.ts';
import type { TestAnswer } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';
import { bodyOf, type IdPlace, idPlaces } from './id-places.ts';
import { plausibleRequest, scopedEndpoints, send } from './plausible-request.ts';
import { makeTenants, seedFindings, Tables, type Tenant } from './tenants.ts';

/** Tables whose rows are the installation's own. All others belong to organizations, row by row. */
const UNOWNED_TABLES = ['organizations', 'schema_migrations', 'signing_keys'];

/** Operations that ask for no key and have tests of their own: a URL that is signed for one thing, and files for all. */
const OPEN = ['downloadRecording', 'consoleAsset'];

let service: TestService;
let tables: Tables;
let tenants: Tenant[];
/** Every id of what each tenant has at first. */
const idsOf = new Map<Tenant, string[]>();
let missing = 0;

before(async () => {
  service = await startService();
  tables = await Tables.open(service.databaseUrl);
  await tables.spreadIds();
  tenants = await makeTenants(service);
  for (const tenant of tenants) await furnish(tenant);
  for (const tenant of tenants) await seedFindings(service.databaseUrl, tenant);
  for (const tenant of tenants) idsOf.set(tenant, await tables.idsOf(tenant.organizationId));
});
after(async () => {
  await tables.close();
  await service.stop();
});

/** Gives the tenant a thing of every kind: whatever the examples of the operations that write make. */
async function furnish(tenant: Tenant): Promise<void> {
  // What changes a thing by its id makes none.
  let waiting = scopedEndpoints.filter(
    (one) => one.body && one.scope !== 'operator' && Object.keys(one.params).length === 0,
  );
  // One operation may need what another one makes: as long as any succeeds, the others get another try.
  while (waiting.length > 0) {
    const failed: [ParleyEndpoint, TestAnswer][] = [];
    for (const endpoint of waiting) {
      const body = bodyOf(endpoint, tenant, await meetingIdsOf(tenant));
      const answer = await send(tenant.client, { ...plausibleRequest(endpoint), body });
      if (answer.status >= 300) failed.push([endpoint, answer]);
    }
    const [first] = failed;
    assert.ok(
      failed.length < waiting.length,
      `${first?.[0].operationId} as in its example: ${first?.[1].text}`,
    );
    waiting = failed.map(([endpoint]) => endpoint);
  }
}

/** First of all ids, so that whatever names a meeting by number finds one. */
async function meetingIdsOf({ organizationId }: Tenant): Promise<string[]> {
  const { meetings } = await tables.rowsOf(organizationId);
  return meetings!.map((row) => `${JSON.parse(row).id}`);
}

/** The same request with what nobody has: of the same form, so that only its being is different. */
function missingLike(value: string): string {
  missing++;
  if (/^\d+$/.test(value)) return `${8_000_000_000 + missing}`;
  if (/^[0-9a-f]{8}-/.test(value)) return randomUUID();
  const tag = `${missing}`.padStart(4, '0');
  // As long as the value: letters are shifted, and the end of the first word makes it new.
  const shifted = value.replaceAll(/[a-y]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1));
  return shifted.replace(/[A-Za-z0-9]{4}(?![A-Za-z0-9])/, tag);
}

/** What may differ between two answers of one kind: ids drawn anew, keys, instants, and the value asked for. */
function comparable({ status, text }: TestAnswer, value: string): string {
  const anonymous = text
    .replaceAll(/parley_\w+/g, '<key>')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
    .replaceAll(value, '<value>')
    .replaceAll(/\d{7,}/g, '<value>');
  return `${status} ${anonymous}`;
}

const headersOf = ({ headers }: TestAnswer) =>
  Object.fromEntries(
    [...headers].filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name)),
  );

async function ask(caller: Tenant, endpoint: ParleyEndpoint, place: IdPlace, value: string) {
  const request = place.request(value);
  const alias = endpoint.alias ? { ...request, path: endpoint.alias } : undefined;
  const answers = [await send(caller.client, request)];
  if (alias) answers.push(await send(caller.client, alias));
  return answers;
}

/** Puts everything of the victim into every place that the caller can reach. */
async function tryEveryPlace(caller: Tenant, victim: Tenant): Promise<number> {
  let cells = 0;
  // The audit of one names keys of another where an operator made the organization.
  const own = new Set(idsOf.get(caller));
  const ids = idsOf.get(victim)!.filter((id) => !own.has(id));
  for (const endpoint of scopedEndpoints) {
    for (const place of idPlaces(endpoint)) {
      const values = place.values(victim, ids);
      assert.ok(
        values.length > 0,
        `${endpoint.operationId} ${place.name}: the victim has nothing to put there`,
      );
      for (const value of values) {
        const at = `${endpoint.operationId}, ${place.name} ${value} of ${victim.mark}, asked by ${caller.mark}`;
        const nobodys = missingLike(value);
        const [foreign, none] = [
          await ask(caller, endpoint, place, value),
          await ask(caller, endpoint, place, nobodys),
        ];
        for (const [index, answer] of foreign.entries()) {
          assert.equal(comparable(answer, value), comparable(none[index]!, nobodys), at);
          assert.deepEqual(headersOf(answer), headersOf(none[index]!), at);
          assert.ok(!answer.text.replaceAll(value, '').includes(victim.mark), `${at}: ${answer.text}`);
          cells++;
        }
      }
    }
  }
  return cells;
}

test('every table belongs to organizations, row by row, but for the installation’s own', async () => {
  const unowned = await tables.unowned();
  assert.deepEqual(
    unowned.filter((name) => !UNOWNED_TABLES.includes(name)),
    [],
  );
});

test('every operation that names something and asks for a key is in the matrix', () => {
  const named = endpoints.filter(
    (one) => Object.keys(one.params).length > 0 && !scopedEndpoints.includes(one),
  );
  assert.deepEqual(
    named.map((one) => one.operationId).filter((name) => !OPEN.includes(name)),
    [],
  );
  // Throws for a name of a parameter or field of which the matrix does not know what it stands for.
  for (const endpoint of scopedEndpoints) idPlaces(endpoint);
});

test('lists hold nothing of another’s', async () => {
  for (const caller of tenants) {
    for (const endpoint of scopedEndpoints.filter((one) => one.method === 'GET')) {
      const answer = await send(caller.client, plausibleRequest(endpoint));
      for (const other of tenants.filter((one) => one !== caller)) {
        assert.ok(!answer.text.includes(other.mark), `${endpoint.operationId}: ${answer.text}`);
      }
    }
  }
});

test('what is another’s is answered exactly as what is nobody’s, and stays as it is', async () => {
  let cells = 0;
  for (const caller of tenants) {
    const others = tenants.filter((one) => one !== caller);
    const otherIds = others.map((one) => one.organizationId);
    const before = await tables.settledRowsOf(otherIds);
    // Whatever the examples make on their own is there before the answers are compared.
    for (const endpoint of scopedEndpoints.filter((one) => one.body)) {
      await send(caller.client, plausibleRequest(endpoint));
    }
    for (const victim of others) cells += await tryEveryPlace(caller, victim);
    assert.deepEqual(
      await tables.settledRowsOf(otherIds),
      before,
      `${caller.mark} changed what is another's`,
    );
  }
  const places = scopedEndpoints.flatMap(idPlaces).length;
  assert.ok(cells >= places * 6, `${cells} cells of ${places} places`);
});

/** Operations on what no example makes, or that take two ids: that the owner reaches it is shown by their own tests. */
const REACHED_ELSEWHERE = ['retryJob', 'getExecutionEvidence'];

test('the owner does reach what the others could not', async () => {
  // Deletions last, newest things first: the key that is in use is the oldest.
  const byPath = scopedEndpoints.filter(
    (one) => Object.keys(one.params).length > 0 && !REACHED_ELSEWHERE.includes(one.operationId),
  );
  const deletions = byPath.filter((one) => one.method === 'DELETE');
  const owner = tenants[1]!;
  for (const endpoint of [...byPath.filter((one) => one.method !== 'DELETE'), ...deletions]) {
    for (const place of idPlaces(endpoint).filter((one) => one.name.startsWith('path '))) {
      const ids = place.values(owner, await tables.idsOf(owner.organizationId));
      const statuses: number[] = [];
      for (const id of ids.sort((a, b) => Number(b) - Number(a))) {
        statuses.push((await send(owner.client, place.request(id))).status);
        if (statuses.at(-1)! < 300) break;
      }
      assert.ok(statuses.at(-1)! < 300, `${endpoint.operationId} ${place.name}: only ${statuses}`);
    }
  }
});
