import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { ORGANIZATION_SCOPES } from '../../src/domain/keys/scopes.ts';
import type { ParleyEndpoint } from '../../src/endpoints/define-endpoint.ts';
import { endpoints } from '../../src/endpoints/index.ts';
import type { TestAnswer } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';
import { figureText } from '../torture/from-tests.ts';
import { bodyOf, idPlaces } from './id-places.ts';
import {
  otherPaths,
  type PlausibleRequest,
  plausibleRequest,
  scopedEndpoints,
  scopeSets,
  scopesName,
  send,
} from './plausible-request.ts';
import { makeTenants, seedFindings, Tables, type Tenant } from './tenants.ts';

/** Tables whose rows are the installation's own. All others belong to organizations, row by row. */
const UNOWNED_TABLES = [
  'audit_retention',
  'backups',
  'blob_store_claims',
  'change_sequencing',
  'condemned_blobs',
  'job_schedules',
  'organizations',
  'restored_backups',
  'schema_migrations',
  'signing_keys',
  // On a Citus cluster only.
  'two_phase_commits',
];

/** Operations that ask for no key, and why none of them is in the matrix. A new name here is a decision. */
const OPEN: Record<string, string> = {
  downloadRecording: 'takes a URL that is signed for one thing: test/blobs/signed-downloads.test.ts',
  downloadExportFile: 'takes a URL that is signed for one thing: test/blobs/signed-downloads.test.ts',
  consoleAsset: 'files that are the same for all: test/http/console-files.test.ts',
  createSession: 'names nothing: test/endpoints/sessions.test.ts',
  getSession: 'is about the cookie that it comes with: the same, and below',
  endSession: 'the same',
  ...Object.fromEntries(
    [
      'livez',
      'readyz',
      'getMetrics',
      'getOpenApi',
      'docs',
      'docsStart',
      'docsScript',
      'docsScalar',
      'docsStyle',
      'root',
    ].map((name) => [name, 'is the same for all: below']),
  ),
};

let service: TestService;
let tables: Tables;
let tenants: Tenant[];
/** The kinds of credentials. Each place of each operation is tried with all of them. */
const CREDENTIALS = [
  'key of all scopes',
  'key of its scopes alone',
  'session',
  'key that lacks the scope',
] as const;
type Credential = (typeof CREDENTIALS)[number];

/** By tenant: a key for each combination of scopes, and the headers of a browser that is signed in. */
const keysOf = new Map<Tenant, Map<string, string>>();
const sessionOf = new Map<Tenant, Record<string, string>>();
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
  for (const tenant of tenants) await giveCredentials(tenant);
  for (const tenant of tenants) idsOf.set(tenant, await tables.idsOf(tenant.organizationId));
});
after(async () => {
  await tables.close();
  await service.stop();
});

async function giveCredentials(tenant: Tenant): Promise<void> {
  const keys = new Map<string, string>();
  for (const [name, scopes] of scopeSets) {
    if (tenant.organizationId !== 1 && scopes.includes('operator')) continue;
    const { body } = await tenant.client.post('/admin/v1/keys', { name: tenant.mark, scopes });
    keys.set(name, body.key);
  }
  keysOf.set(tenant, keys);
  const { body } = await tenant.client.post('/admin/v1/keys', {
    name: tenant.mark,
    scopes: ORGANIZATION_SCOPES,
  });
  const { headers } = await service.as(undefined).post('/admin/v1/session', { key: body.key });
  sessionOf.set(tenant, { Cookie: headers.get('set-cookie')!.split(';')[0]!, Origin: service.apiUrl });
}

/** Gives the tenant a thing of every kind: whatever the examples of the operations that write make. */
async function furnish(tenant: Tenant): Promise<void> {
  // Operations that change a resource by its id create none.
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
  const tag = missing.toString(36).padStart(4, '0');
  // As long as the value: letters are shifted, and the end of the first word makes it new.
  const shifted = value.replaceAll(/[a-y]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1));
  return shifted.replace(/[A-Za-z0-9]{4}(?![A-Za-z0-9])/, tag);
}

/** The parts that may differ between two equivalent responses: new ids, keys, times, and the requested value. */
function comparable({ status, text }: TestAnswer, value: string): string {
  const anonymous = text
    .replaceAll(/parley_\w+|whsec_[\w+/=]+/g, '<key>')
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

/**
 * The credentials that can be had for the operation: a receiver looks at no cookie, and tenants have no operator's key.
 */
function credentialsFor(caller: Tenant, endpoint: ParleyEndpoint): Credential[] {
  return CREDENTIALS.filter((credential) => {
    if (credential === 'session') return endpoint.address === 'api' && endpoint.scope !== 'operator';
    return credential !== 'key of its scopes alone' || keysOf.get(caller)!.has(scopesName(endpoint));
  });
}

async function ask(
  caller: Tenant,
  endpoint: ParleyEndpoint,
  credential: Credential,
  request: PlausibleRequest,
): Promise<TestAnswer[]> {
  const { scope, anyScope } = endpoint;
  const lacking = anyScope ? 'ingest:write' : scope === 'users:read' ? 'meetings:read' : 'users:read';
  const keys = keysOf.get(caller)!;
  const client = {
    'key of all scopes': caller.client,
    'key of its scopes alone': service.as(keys.get(scopesName(endpoint))),
    session: service.as(undefined),
    'key that lacks the scope': service.as(keys.get(lacking)),
  }[credential];
  const headers = credential === 'session' ? sessionOf.get(caller)! : {};
  const answers = [await send(client, request, headers)];
  for (const path of otherPaths(endpoint, request.path)) {
    answers.push(await send(client, { ...request, path }, headers));
  }
  return answers;
}

/** Operations that need further scopes, depending on what is asked for, and places that do. */
const NEED_MORE_SCOPES = [
  'createWebhook',
  'listMeetings, query signalIds',
  'labelEvaluation',
  'unlabelEvaluation',
];

/** Operations that make what belongs to their key, and not to all of the organization. */
const OF_KEYS = ['putView'];

/** The coverage: the number of compared responses, and each place with each credential. */
type Cells = { count: number; tried: Set<string> };

/** Puts everything of the victim into every place that the caller can reach. */
async function tryEveryPlace(caller: Tenant, victim: Tenant, cells: Cells): Promise<void> {
  // The audit of one names keys of another where an operator made the organization.
  const own = new Set(idsOf.get(caller));
  const ids = idsOf.get(victim)!.filter((id) => !own.has(id));
  for (const endpoint of scopedEndpoints) {
    const credentials = credentialsFor(caller, endpoint);
    for (const place of idPlaces(endpoint)) {
      const values = place.values(victim, ids);
      const name = `${endpoint.operationId}, ${place.name}`;
      // One for each value: what asking once makes, asking twice finds.
      const nobodysOf = new Map(values.map((value) => [value, missingLike(value)]));
      assert.ok(values.length > 0, `${name}: the victim has nothing to put there`);
      // Each value with a credential, and each credential with a value.
      for (let index = 0; index < Math.max(values.length, credentials.length); index++) {
        const value = values[index % values.length]!;
        const credential = credentials[index % credentials.length]!;
        const at = `${name} ${value} of ${victim.mark}, asked by ${caller.mark} with a ${credential}`;
        const nobodys = nobodysOf.get(value)!;
        const foreign = await ask(caller, endpoint, credential, place.request(value));
        const none = await ask(caller, endpoint, credential, place.request(nobodys));
        for (const [which, answer] of foreign.entries()) {
          assert.equal(comparable(answer, value), comparable(none[which]!, nobodys), at);
          assert.deepEqual(headersOf(answer), headersOf(none[which]!), at);
          if (credential === 'key that lacks the scope') assert.equal(answer.status, 403, at);
          else if (
            !NEED_MORE_SCOPES.some((one) => one === endpoint.operationId || one === name) ||
            credential === 'key of all scopes'
          ) {
            assert.ok(![401, 403].includes(answer.status) || endpoint.scope === 'operator', at);
          }
          const rest = answer.text.replaceAll(value, '');
          assert.ok(!rest.includes(victim.mark), `${at}: ${answer.text}`);
          cells.count++;
        }
        cells.tried.add(`${name}, ${credential}`);
      }
    }
  }
}

test('every table belongs to organizations, row by row, but for the installation’s own', async () => {
  const unowned = await tables.unowned();
  assert.deepEqual(
    unowned.filter((name) => !UNOWNED_TABLES.includes(name)),
    [],
  );
});

test('every operation of openapi.json is in the matrix, and every one that names something', () => {
  const { paths } = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
  const documented = Object.entries(paths as Record<string, Record<string, object>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => 'operationId' in operation)
        .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  assert.ok(documented.length > 50);
  const covered = endpoints.filter((one) => scopedEndpoints.includes(one) || one.operationId in OPEN);
  const asked = covered.flatMap(({ method, path, alias, alsoHead }) =>
    [path, alias].flatMap((one) => [`${method} ${one}`, ...(alsoHead ? [`HEAD ${one}`] : [])]),
  );
  assert.deepEqual(
    documented.filter((one) => !asked.includes(one)),
    [],
  );
  assert.deepEqual(
    endpoints.filter((one) => !covered.includes(one)).map((one) => one.operationId),
    [],
  );
  for (const name of Object.keys(OPEN)) {
    assert.ok(
      endpoints.some((one) => one.operationId === name && one.scope === null),
      `${name} is in the matrix`,
    );
  }
  // Throws for a name of a parameter or field of which the matrix does not know what it stands for.
  for (const endpoint of scopedEndpoints) idPlaces(endpoint);
});

test('operations without a key return no organization’s data', async () => {
  for (const endpoint of endpoints.filter(({ operationId }) =>
    OPEN[operationId]?.startsWith('is the same'),
  )) {
    for (const caller of tenants) {
      const { text } = await send(caller.client, plausibleRequest(endpoint));
      for (const { mark } of tenants) assert.ok(!text.includes(mark), endpoint.operationId);
    }
  }
});

test('a session tells of its own organization alone, whatever else comes with it', async () => {
  for (const caller of tenants) {
    for (const other of tenants.filter((one) => one !== caller)) {
      const { Cookie, Origin } = sessionOf.get(caller)!;
      // Of two cookies of the name the first counts.
      const headers = { Cookie: `${Cookie}; ${sessionOf.get(other)!.Cookie}`, Origin: Origin! };
      const { body } = await service.as(undefined).get('/admin/v1/session', {}, { headers });
      assert.equal(body.organization.id, caller.organizationId);
      const both = await other.client.get('/admin/v1/organization', {}, { headers });
      assert.equal(both.body.id, other.organizationId, 'a key comes before a cookie');
    }
  }
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

/** The matrix has more than ten thousand cells: the limit ends a run that hangs, and not one on a busy machine. */
const ALL_CELLS = { timeout: 900_000 };

test(
  'another organization’s resources return exactly the same response as unknown ones, and stay unchanged',
  ALL_CELLS,
  async (t) => {
    const cells: Cells = { count: 0, tried: new Set() };
    for (const caller of tenants) {
      const others = tenants.filter((one) => one !== caller);
      const otherIds = others.map((one) => one.organizationId);
      const before = await tables.settledRowsOf(otherIds);
      // The work that the examples start by themselves ends before the answers are compared.
      for (const endpoint of scopedEndpoints.filter((one) => one.body)) {
        await send(caller.client, plausibleRequest(endpoint));
        if (!OF_KEYS.includes(endpoint.operationId)) continue;
        for (const credential of credentialsFor(caller, endpoint)) {
          await ask(caller, endpoint, credential, plausibleRequest(endpoint));
        }
      }
      for (const victim of others) await tryEveryPlace(caller, victim, cells);
      assert.deepEqual(
        await tables.settledRowsOf(otherIds),
        before,
        `${caller.mark} changed what is another's`,
      );
    }
    const places = scopedEndpoints.flatMap((endpoint) =>
      idPlaces(endpoint).map((place) => ({ endpoint, place })),
    );
    for (const { endpoint, place } of places) {
      for (const credential of new Set(tenants.flatMap((caller) => credentialsFor(caller, endpoint)))) {
        assert.ok(cells.tried.has(`${endpoint.operationId}, ${place.name}, ${credential}`));
      }
    }
    const what = `cells: ${scopedEndpoints.length} operations, ${places.length} id places, ${tenants.length} tenants, ${CREDENTIALS.length} kinds of keys and sessions`;
    const value = `${cells.count.toLocaleString('en-US')} run`;
    t.diagnostic(figureText({ what, value, limit: 'all', passed: true }));
    const bytes = 'answers with foreign bytes, or unlike those for what is missing';
    t.diagnostic(figureText({ what: bytes, value: '0', limit: '0', passed: true }));
  },
);

/** Operations on what no example makes, or that take two ids or a cursor: that the owner reaches it is shown by their own tests. */
const REACHED_ELSEWHERE = ['retryJob', 'getExecutionEvidence', 'replayWebhook', 'listBacktestResultsToLabel'];

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
