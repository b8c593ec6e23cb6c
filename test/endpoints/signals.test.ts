import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase } from '../../src/db/database.ts';
import { loadSignalVersions } from '../../src/domain/signals/load-signal-versions.ts';
import { createLog } from '../../src/lib/log.ts';
import type { TestClient } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const MINIMAL = { signalName: 'Price objection', prompt: 'The price is too high.' };
const FULL = {
  signalName: ' Renewal at risk ',
  prompt: 'They think of leaving.\n',
  contextSource: 'ALL',
  enabled: false,
  phrases: ['cancel', 'C++', 'Straße', 'cancel'],
  saidBy: 'customer',
  followUpPrompts: [
    { name: 'Why', prompt: 'Why?' },
    { name: 'When', prompt: 'By when?' },
  ],
};

async function create(client: TestClient, body: object = {}) {
  const answer = await client.post('/admin/v1/signals', { ...MINIMAL, ...body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

const patch = (client: TestClient, id: number, body: unknown) =>
  client.send('PATCH', 'api', `/admin/v1/signals/${id}`, {
    raw: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  });

const versionsOf = async (client: TestClient, id: number) =>
  (await client.get(`/admin/v1/signals/${id}/versions`)).body.versions;

async function auditOf(organizationId: number) {
  return sql(
    service.databaseUrl,
    `select action, subject, detail, actor_key_id is not null as "byKey" from audit_records
     where organization_id = $1 and action like 'signal.%' order by id`,
    [organizationId],
  );
}

test('a signal needs a name and a prompt, and else judges meetings at once', async () => {
  const { client } = await service.tenant();
  const { id, createdAt, ...rest } = await create(client);
  assert.deepEqual(rest, {
    ...MINIMAL,
    contextSource: 'MEETING',
    enabled: true,
    version: 1,
    phrases: [],
    saidBy: 'anyone',
    followUpPrompts: [],
  });
  assert.ok(Number.isSafeInteger(id) && id >= 1);
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
});

test('everything given is kept as given, and null stands for nothing', async () => {
  const { client } = await service.tenant();
  const made = await create(client, FULL);
  const { id, createdAt, ...rest } = made;
  assert.deepEqual(rest, { ...FULL, version: 1 });
  assert.deepEqual((await client.get(`/admin/v1/signals/${id}`)).body, made);
  const nulls = await create(client, {
    contextSource: null,
    enabled: null,
    phrases: null,
    followUpPrompts: null,
  });
  assert.equal(nulls.contextSource, 'MEETING');
  assert.equal(nulls.enabled, true);
  const [first] = await versionsOf(client, id);
  assert.ok(first.keyId >= 1);
});

test('both lists give every signal by id with exactly the five fields, disabled ones too', async () => {
  const { client } = await service.tenant();
  for (const path of ['/v1/signals/prompts', '/v2/signals']) {
    const none = await client.get(path);
    assert.deepEqual(none.body, { signals: [] });
  }
  const made = [];
  for (const name of ['b', 'a', 'a']) made.push(await create(client, { ...FULL, signalName: name }));
  await patch(client, made[0].id, { enabled: true, prompt: 'Another.' });
  const expected = made.map(({ id, signalName, contextSource, createdAt }, index) => {
    return { id, signalName, contextSource, enabled: index === 0, createdAt };
  });
  for (const path of ['/v1/signals/prompts', '/v2/signals']) {
    const { status, body } = await client.get(path);
    assert.equal(status, 200);
    assert.deepEqual(body, { signals: expected });
    assert.deepEqual(Object.keys(body.signals[0] ?? {}), [
      'id',
      'signalName',
      'contextSource',
      'enabled',
      'createdAt',
    ]);
    const wrong = await client.get(path, { pageSize: '5' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.body.error, /Unknown query parameter "pageSize"; this operation takes none/);
  }
});

/** Fields of a signal, and what is wrong with them. */
const WRONG: [Record<string, unknown>, RegExp][] = [
  [{ signalName: '' }, /^signalName must not be empty$/],
  [{ signalName: 'x'.repeat(256) }, /^signalName must have at most 255 characters$/],
  [{ signalName: 7 }, /^signalName must be a string$/],
  [{ signalName: 'a\0' }, /^signalName must be text without NUL/],
  [{ prompt: '' }, /^prompt must not be empty$/],
  [{ prompt: ' \n\t' }, /^prompt must not be blank$/],
  [{ prompt: 'x'.repeat(10_001) }, /^prompt must have at most 10000 characters$/],
  [{ contextSource: 'meeting' }, /^contextSource must be one of MEETING, EMAIL, ALL$/],
  [{ enabled: 'true' }, /^enabled must be a boolean$/],
  [{ saidBy: 'rep' }, /^saidBy must be one of anyone, customer, us$/],
  [{ phrases: 'price' }, /^phrases must be an array$/],
  [{ phrases: ['a', ''] }, /^phrases\[1\] must not be empty$/],
  [{ phrases: ['a', null] }, /^phrases\[1\] must be a string$/],
  [{ phrases: ['x'.repeat(201)] }, /^phrases\[0\] must have at most 200 characters$/],
  [{ phrases: Array(101).fill('a') }, /^phrases must have at most 100 items$/],
  [
    { phrases: ['a', '\u0301', '\u200b '] },
    /^phrases\[1\] must hold more .*; phrases\[2\] must hold more .*$/,
  ],
  [{ followUpPrompts: [{ name: 'a' }] }, /^followUpPrompts\[0\]\.prompt is required$/],
  [{ followUpPrompts: [{ name: 'a', prompt: ' ' }] }, /^followUpPrompts\[0\]\.prompt must not be blank$/],
  [{ followUpPrompts: [{ name: 'a', prompt: 'x'.repeat(2001) }] }, /at most 2000 characters$/],
  [
    { followUpPrompts: Array(21).fill({ name: 'a', prompt: 'b' }) },
    /^followUpPrompts must have at most 20 items/,
  ],
  [
    {
      followUpPrompts: [
        { name: 'a', prompt: 'b' },
        { name: 'A', prompt: 'b' },
        { name: 'a', prompt: 'c' },
      ],
    },
    /^followUpPrompts\[2\] has the same name as followUpPrompts\[0\]$/,
  ],
];

test('faults of a signal are reported by field, on creation and on change', async () => {
  const { client } = await service.tenant();
  const { id } = await create(client);
  for (const [fields, message] of WRONG) {
    const made = await client.post('/admin/v1/signals', { ...MINIMAL, ...fields });
    const changed = await patch(client, id, fields);
    for (const answer of [made, changed]) {
      assert.equal(answer.status, 400, JSON.stringify(fields));
      assert.match(answer.body.error, message);
    }
  }
  const nothing = await client.post('/admin/v1/signals', {});
  assert.equal(nothing.body.error, 'signalName is required; prompt is required');
  for (const prompt of [undefined, null]) {
    const answer = await client.post('/admin/v1/signals', { signalName: 'x', phrases: ['a'], prompt });
    assert.equal(answer.status, 400, 'a signal with phrases needs a prompt too');
  }
  assert.equal((await client.get('/v2/signals')).body.signals.length, 1);
});

test('another prompt, phrases, sides or follow-ups make a new version; name, context and state do not', async () => {
  const { client } = await service.tenant();
  const { id, createdAt } = await create(client, { phrases: ['a'] });
  const steps: [Record<string, unknown>, number][] = [
    [{ signalName: 'Renamed', contextSource: 'EMAIL', enabled: false }, 1],
    [{ prompt: 'Another.' }, 2],
    [{ prompt: 'Another.' }, 2],
    [{ phrases: ['a', 'b'] }, 3],
    [{ phrases: ['b', 'a'] }, 4],
    [{ followUpPrompts: [{ prompt: 'Why?', name: 'Why' }] }, 5],
    [{ followUpPrompts: [{ name: 'Why', prompt: 'Why?' }], phrases: ['b', 'a'], enabled: true }, 5],
    [{ phrases: [], followUpPrompts: [], prompt: 'All three.' }, 6],
    [{ prompt: null, phrases: null, signalName: null }, 6],
    [{}, 6],
    [{ saidBy: 'anyone' }, 6],
    [{ saidBy: 'customer' }, 7],
    [{ saidBy: 'us' }, 8],
  ];
  for (const [changes, version] of steps) {
    const answer = await patch(client, id, changes);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.version, version, JSON.stringify(changes));
    for (const [name, value] of Object.entries(changes)) {
      if (value !== null) assert.deepEqual(answer.body[name], value);
    }
    assert.equal(answer.body.createdAt, createdAt);
    assert.deepEqual((await client.get(`/admin/v1/signals/${id}`)).body, answer.body);
  }
  const versions = await versionsOf(client, id);
  assert.deepEqual(
    versions.map(({ version, prompt, phrases, saidBy, followUpPrompts }: Record<string, unknown>) => {
      return [version, prompt, phrases, saidBy, followUpPrompts];
    }),
    [
      [8, 'All three.', [], 'us', []],
      [7, 'All three.', [], 'customer', []],
      [6, 'All three.', [], 'anyone', []],
      [5, 'Another.', ['b', 'a'], 'anyone', [{ name: 'Why', prompt: 'Why?' }]],
      [4, 'Another.', ['b', 'a'], 'anyone', []],
      [3, 'Another.', ['a', 'b'], 'anyone', []],
      [2, 'Another.', ['a'], 'anyone', []],
      [1, MINIMAL.prompt, ['a'], 'anyone', []],
    ],
  );
  for (const { keyId, createdAt: at } of versions) {
    assert.ok(keyId >= 1 && Date.parse(at) >= Date.parse(createdAt));
  }
});

test('changes at once come one after the other: each new prompt is a version of its own', async () => {
  const { client } = await service.tenant();
  const { id } = await create(client);
  const prompts = Array.from({ length: 12 }, (_, index) => `Prompt ${index}.`);
  const answers = await Promise.all(prompts.map((prompt) => patch(client, id, { prompt })));
  for (const [index, { status, body }] of answers.entries()) {
    assert.equal(status, 200);
    assert.equal(body.prompt, prompts[index]);
  }
  assert.deepEqual(
    answers.map(({ body }) => body.version).sort((a, b) => a - b),
    prompts.map((_, index) => index + 2),
  );
  const versions = await versionsOf(client, id);
  assert.deepEqual(
    versions.map(({ version }: { version: number }) => version),
    Array.from({ length: 13 }, (_, index) => 13 - index),
  );
});

test('only the hundred newest versions are shown', async () => {
  const { client } = await service.tenant();
  const { id } = await create(client);
  for (let version = 2; version <= 102; version++) await patch(client, id, { prompt: `${version}` });
  const versions = await versionsOf(client, id);
  assert.deepEqual([versions.length, versions[0].prompt, versions.at(-1).prompt], [100, '102', '3']);
});

test('a deleted signal is not shown anywhere, and stays in the database', async () => {
  const { client, id: organizationId } = await service.tenant();
  const [gone, kept] = [await create(client), await create(client)];
  assert.equal((await client.delete(`/admin/v1/signals/${gone.id}`)).status, 204);
  const path = `/admin/v1/signals/${gone.id}`;
  const answers = [
    await client.get(path),
    await client.delete(path),
    await patch(client, gone.id, { enabled: true }),
    await client.get(`${path}/versions`),
  ];
  for (const answer of answers) {
    assert.equal(answer.status, 404);
    assert.deepEqual(answer.body, { error: 'There is no such signal' });
  }
  for (const list of ['/v1/signals/prompts', '/v2/signals']) {
    const { signals } = (await client.get(list)).body;
    assert.deepEqual(
      signals.map(({ id }: { id: number }) => id),
      [kept.id],
    );
  }
  const rows = await sql(
    service.databaseUrl,
    `select deleted_at is not null as deleted from signals where organization_id = $1 and id = $2`,
    [organizationId, gone.id],
  );
  assert.deepEqual(rows, [{ deleted: true }]);
});

test('an unknown id and one that is not a number are reported as such', async () => {
  const { client } = await service.tenant();
  const forms: [string, number][] = [
    ['9007199254740991', 404],
    ['999999999', 404],
    ['0', 400],
    ['-1', 400],
    ['9007199254740992', 400],
    ['x', 400],
    ['1.5', 400],
  ];
  for (const [id, status] of forms) {
    assert.equal((await client.get(`/admin/v1/signals/${id}`)).status, status, id);
    assert.equal((await client.get(`/admin/v1/signals/${id}/versions`)).status, status, id);
    assert.equal((await client.delete(`/admin/v1/signals/${id}`)).status, status, id);
  }
});

test('every change leaves its audit record, and what changes nothing leaves none', async () => {
  const { client, id: organizationId } = await service.tenant();
  const { id } = await create(client);
  await patch(client, id, { enabled: true, prompt: MINIMAL.prompt });
  await patch(client, id, { enabled: false, phrases: ['a'], contextSource: 'MEETING' });
  await client.delete(`/admin/v1/signals/${id}`);
  await client.delete(`/admin/v1/signals/${id}`);
  await client.post('/admin/v1/signals', { signalName: 'x' });
  const subject = `signal ${id}`;
  const { signalName } = MINIMAL;
  assert.deepEqual(await auditOf(organizationId), [
    {
      ...{ action: 'signal.create', subject, byKey: true },
      detail: { signalName, contextSource: 'MEETING', enabled: true },
    },
    { action: 'signal.update', subject, byKey: true, detail: { enabled: false, version: 2 } },
    { action: 'signal.delete', subject, byKey: true, detail: { signalName } },
  ]);
});

test('an organization has 500 signals at most, also where many are made at once; deleted ones do not count', async () => {
  const { client, id: organizationId } = await service.tenant();
  await sql(
    service.databaseUrl,
    `with made as (
       insert into signals (organization_id, name, context_source, enabled, deleted_at)
       select $1, 'bulk', 'ALL', false, case when n > 496 then now() end from generate_series(1, 500) n
       returning organization_id, id
     )
     insert into signal_versions (organization_id, signal_id, version, prompt, phrases, follow_up_prompts, prompt_hash)
     select organization_id, id, 1, 'x', '{}', '[]', '' from made`,
    [organizationId],
  );
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => client.post('/admin/v1/signals', MINIMAL)),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 201, 409, 409, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  assert.equal(
    refused?.body.error,
    'An organization can have at most 500 signals, and this one has 500; delete some first',
  );
  assert.equal((await client.get('/v2/signals')).body.signals.length, 500);
});

test('versions are loaded as they were, with the name and state of now, in the order asked for', async () => {
  const { client, id: organizationId } = await service.tenant();
  const other = await service.tenant();
  const foreign = await create(other.client);
  const first = await create(client, FULL);
  const second = await create(client);
  await patch(client, first.id, { prompt: 'Another.', signalName: 'Renamed', enabled: true });
  await client.delete(`/admin/v1/signals/${second.id}`);
  const db = openDatabase({ connectionString: service.databaseUrl }, createLog('silent'));
  try {
    const ids = [second.id, first.id, foreign.id, first.id, first.id];
    const loaded = await loadSignalVersions(db, organizationId, ids, [1, 2, 1, 1, 3]);
    const { phrases, followUpPrompts } = FULL;
    const asItIs = {
      signalId: first.id,
      signalName: 'Renamed',
      contextSource: 'ALL',
      enabled: true,
      deleted: false,
    };
    assert.deepEqual(
      loaded.map(({ promptHash, ...rest }) => rest),
      [
        {
          ...{ signalId: second.id, signalName: MINIMAL.signalName, contextSource: 'MEETING', enabled: true },
          ...{ deleted: true, version: 1, prompt: MINIMAL.prompt, phrases: [] },
          ...{ saidBy: 'anyone', followUpPrompts: [] },
        },
        { ...asItIs, version: 2, prompt: 'Another.', phrases, saidBy: 'customer', followUpPrompts },
        { ...asItIs, version: 1, prompt: FULL.prompt, phrases, saidBy: 'customer', followUpPrompts },
      ],
    );
    const hashes = loaded.map(({ promptHash }) => promptHash.toString('hex'));
    assert.equal(new Set(hashes).size, 3);
    for (const hash of hashes) assert.equal(hash.length, 64);
    // Equal definitions have the same hash in every organization.
    const [same] = await loadSignalVersions(db, other.id, [foreign.id], [1]);
    assert.equal(same!.promptHash.toString('hex'), hashes[0]);
  } finally {
    await db.close();
  }
});
