import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createBuiltinProvider } from '../../src/ai/builtin/builtin-provider.ts';
import { openDatabase } from '../../src/db/database.ts';
import { applyRemapJob } from '../../src/domain/jobs.ts';
import { applyRemaps } from '../../src/domain/remap/apply-remaps.ts';
import { applyRemapHandler } from '../../src/jobs/apply-remap.ts';
import { createLog } from '../../src/lib/log.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { openTestQueue } from '../support/queue.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const ai = createBuiltinProvider();
const ACME = '0018c00002ABCDEAA5';
const BETA = '0018c00002ABCDFAA5';
const DEAL = '0068c00002ABCDEAA5';
const LEAD = '00Q8c00002ABCDEAA5';

async function remap(
  body: unknown,
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  return service.client.post('/v1/meeting/remap', body, { query, headers });
}

/** Remaps, waits until it is completed, and returns its state. */
async function remapped(body: unknown, query: Record<string, string> = {}) {
  const accepted = await remap(body, query);
  assert.equal(accepted.status, 200, accepted.text);
  assert.equal(accepted.body.accepted, true);
  return settled(accepted.body.requestId);
}

function settled(requestId: string) {
  return until(async () => {
    const state = await service.client.get(`/v1/meeting/remap/${requestId}`);
    assert.equal(state.status, 200, state.text);
    return ['completed', 'failed'].includes(state.body.status) ? state.body : undefined;
  });
}

async function idsOf(filter: Record<string, string>): Promise<string[]> {
  const list = await service.client.get('/v1/meetings', { ...ALWAYS, pageSize: '50', ...filter });
  return list.body.meetings.map((one: { id: string }) => one.id);
}

test('a meeting is found by serviceMeetingId, by source, and by title, start and host', async () => {
  const byId = await service.client.ingest(meeting({ title: 'By id' }));
  const bySource = await service.client.ingest(meeting({ title: 'By source', id: 'ext-1' }));
  const byCalendar = await service.client.ingest(
    meeting({ title: 'By calendar', externalIds: [{ type: 'GOOGLE_CALENDAR', id: 'cal-1' }] }),
  );
  const byDetails = await service.client.ingest(meeting({ title: 'By details' }));
  const salesforceRecords = { accountId: ACME };
  const details = {
    title: 'By details',
    startTime: '2026-01-31T10:30:00+01:00',
    hostEmail: 'ADA@parley.example',
  };
  const cases: [string, Record<string, unknown>][] = [
    [byId, { meetingDetails: { serviceMeetingId: Number(byId) } }],
    [bySource, { source: { type: 'USER_PROVIDED', id: 'ext-1' } }],
    [byCalendar, { source: { type: 'GOOGLE_CALENDAR', id: 'cal-1' } }],
    [byDetails, { meetingDetails: details }],
  ];
  for (const [id, reference] of cases) {
    const state = await remapped({ ...reference, salesforceRecords });
    assert.equal(state.meetingId, id);
    assert.equal(state.status, 'completed');
    assert.deepEqual(state.to, { accountId: ACME });
  }
  assert.deepEqual(await idsOf({ salesforceAccountId: ACME }), [byId, bySource, byCalendar, byDetails]);
});

test('ids that are given replace, ids that are not given stay, 15 characters become 18', async () => {
  const id = await service.client.ingest(
    meeting({ title: 'Stays', salesforceAccountId: ACME, salesforceOpportunityId: DEAL }),
  );
  const state = await remapped({
    meetingDetails: { serviceMeetingId: Number(id) },
    salesforceRecords: { accountId: BETA.slice(0, 15), leadId: LEAD },
  });
  assert.deepEqual(state.from, { accountId: ACME, opportunityId: DEAL });
  assert.deepEqual(state.to, { accountId: BETA, opportunityId: DEAL, leadId: LEAD });
  const { body } = await service.client.get(`/v1/meetings/${id}`);
  assert.equal(body.crmAccountId, BETA);
  assert.equal(body.crmOpportunityId, DEAL);
  assert.equal(body.crmLeadId, LEAD);
  assert.ok(!(await idsOf({ salesforceAccountId: ACME })).includes(id));
  assert.ok((await idsOf({ salesforceAccountId: BETA })).includes(id));
});

test('follow-ups that are asked for are said to be skipped', async () => {
  const id = await service.client.ingest(meeting({ title: 'Follow-ups' }));
  const body = { meetingDetails: { serviceMeetingId: Number(id) }, salesforceRecords: { accountId: ACME } };
  const both = await remapped(body, { triggerSummary: 'true', triggerAiSignals: 'true' });
  assert.deepEqual([both.status, both.summary, both.signals], ['completed', 'skipped', 'skipped']);
  const none = await remapped(body);
  assert.deepEqual([none.summary, none.signals], [undefined, undefined]);
});

test('an undo restores the earlier ids, and is refused after a later remap', async () => {
  const id = await service.client.ingest(meeting({ title: 'Undone', salesforceAccountId: ACME }));
  const reference = { meetingDetails: { serviceMeetingId: Number(id) } };
  const first = await remapped({ ...reference, salesforceRecords: { opportunityId: DEAL } });
  const second = await remapped({ ...reference, salesforceRecords: { accountId: BETA } });
  const undo = (requestId: string) => service.client.post(`/v1/meeting/remap/${requestId}/undo`, undefined);

  const early = await undo(first.requestId);
  assert.equal(early.status, 409);
  assert.match(early.body.error, /later remap/);
  assert.ok(early.body.requestId);

  for (const requestId of [second.requestId, first.requestId]) {
    const accepted = await undo(requestId);
    assert.equal(accepted.status, 200, accepted.text);
    const state = await settled(accepted.body.requestId);
    assert.equal(state.undoOf, requestId);
  }
  const { body } = await service.client.get(`/v1/meetings/${id}`);
  assert.equal(body.crmAccountId, ACME);
  assert.equal(body.crmOpportunityId, undefined);
  assert.equal((await undo(first.requestId)).status, 409);

  const history = await service.client.get(`/v1/meetings/${id}/remaps`);
  assert.equal(history.body.remaps.length, 4);
  assert.deepEqual(
    history.body.remaps.map((one: { undoOf?: string }) => one.undoOf),
    [first.requestId, second.requestId, undefined, undefined],
  );
});

test('an undo is refused where the meeting was given other ids since', async () => {
  const id = await service.client.ingest(meeting({ title: 'Given anew', id: 'anew' }));
  const body = { meetingDetails: { serviceMeetingId: Number(id) }, salesforceRecords: { accountId: ACME } };
  const state = await remapped(body);
  await service.client.ingest(meeting({ title: 'Given anew', id: 'anew', salesforceAccountId: BETA }));
  const undo = await service.client.post(`/v1/meeting/remap/${state.requestId}/undo`, undefined);
  assert.equal(undo.status, 409);
  assert.match(undo.body.error, /CRM ids of the meeting have changed/);
});

test('every wrong form is 400 and names the fault, with the request’s id', async () => {
  const id = Number(await service.client.ingest(meeting({ title: 'Forms', id: 'forms' })));
  await service.client.ingest(meeting({ title: 'Other', id: 'other' }));
  for (const external of ['twin-a', 'twin-b']) {
    const twin = { title: 'Twin', id: external, externalIds: [{ type: 'ZOOM', id: 'room' }] };
    await service.client.ingest(meeting(twin));
  }
  const details = { serviceMeetingId: id };
  const salesforceRecords = { accountId: ACME };
  const twin = { title: 'Twin', startTime: '2026-01-31T09:30:00Z', hostEmail: 'ada@parley.example' };
  const cases: [Record<string, unknown>, RegExp][] = [
    [{ meetingDetails: details }, /salesforceRecords is required/],
    [{ meetingDetails: details, salesforceRecords: {} }, /at least 1 of/],
    [{ meetingDetails: details, salesforceRecords: { accountId: null } }, /at least 1 of/],
    [{ meetingDetails: details, salesforceRecords: { accountId: '' } }, /accountId must not be empty/],
    [{ meetingDetails: details, salesforceRecords: { accountId: 'x'.repeat(256) } }, /at most 255/],
    [{ meetingDetails: details, salesforceRecords: { accountId: 'a\0b' } }, /NUL/],
    [{ salesforceRecords }, /source or meetingDetails is required/],
    [{ source: null, meetingDetails: null, salesforceRecords }, /source or meetingDetails is required/],
    [{ source: { type: 'USER_PROVIDED' }, salesforceRecords }, /source.id is required/],
    [{ source: { type: 'user_provided', id: 'forms' }, salesforceRecords }, /source.type must be one of/],
    [{ source: { type: 'USER_PROVIDED', id: 'nobody' }, salesforceRecords }, /source names no meeting/],
    [{ source: { type: 'ZOOM', id: 'room' }, salesforceRecords }, /serviceMeetingId/],
    [{ meetingDetails: { serviceMeetingId: 0 }, salesforceRecords }, />= 1/],
    [{ meetingDetails: { serviceMeetingId: '1' }, salesforceRecords }, /integer/],
    [{ meetingDetails: { serviceMeetingId: 2 ** 53 }, salesforceRecords }, /<= 9007199254740991/],
    [{ meetingDetails: { serviceMeetingId: 999_999 }, salesforceRecords }, /names no meeting/],
    [
      { meetingDetails: { title: 'Forms' }, salesforceRecords },
      /startTime, meetingDetails.hostEmail are required/,
    ],
    [{ meetingDetails: { ...twin, startTime: '2026-01-31' }, salesforceRecords }, /RFC 3339/],
    [{ meetingDetails: { ...twin, title: 'Nobody’s' }, salesforceRecords }, /names no meeting/],
    [{ meetingDetails: twin, salesforceRecords }, /more than one/],
    [
      { source: { type: 'USER_PROVIDED', id: 'other' }, meetingDetails: details, salesforceRecords },
      /same meeting/,
    ],
  ];
  for (const [body, message] of cases) {
    const answer = await remap(body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.match(answer.body.error, message, JSON.stringify(body));
    assert.equal(answer.body.requestId, answer.headers.get('x-request-id'));
  }
  const flagged = await remap({ meetingDetails: details, salesforceRecords }, { triggerSummary: 'yes' });
  assert.match(flagged.body.error, /triggerSummary must be true or false/);
});

test('errors of every kind bear the request’s id', async () => {
  const send = (key: string | undefined, headers: Record<string, string>, raw: string) =>
    service.as(key).send('POST', 'api', '/v1/meeting/remap', { headers, raw });
  const json = { 'Content-Type': 'application/json', 'X-Request-Id': 'mine-1' };
  const made = await service.client.post('/admin/v1/keys', { name: 'Reader', scopes: ['meetings:read'] });
  const answers = [
    [401, await send(undefined, json, '{}')],
    [403, await send(made.body.key, json, '{}')],
    [415, await send(service.key, { 'Content-Type': 'text/plain', 'X-Request-Id': 'mine-1' }, '{}')],
    [400, await send(service.key, json, '{')],
  ] as const;
  for (const [status, answer] of answers) {
    assert.equal(answer.status, status, answer.text);
    assert.equal(answer.body.requestId, 'mine-1');
  }
});

test('resources of another organization return the same response as unknown ones', async () => {
  const id = Number(await service.client.ingest(meeting({ title: 'Ours', id: 'ours' })));
  const state = await remapped({
    source: { type: 'USER_PROVIDED', id: 'ours' },
    salesforceRecords: { leadId: LEAD },
  });
  const { client } = await service.tenant();
  const byId = await client.post('/v1/meeting/remap', {
    meetingDetails: { serviceMeetingId: id },
    salesforceRecords: { leadId: LEAD },
  });
  assert.equal(byId.status, 400);
  assert.equal((await client.get(`/v1/meeting/remap/${state.requestId}`)).status, 404);
  assert.equal((await client.post(`/v1/meeting/remap/${state.requestId}/undo`, undefined)).status, 404);
  assert.equal((await client.get(`/v1/meetings/${id}/remaps`)).status, 404);
  assert.equal((await service.client.get('/v1/meeting/remap/nonsense')).status, 404);
});

test('the same Idempotency-Key is one remap, with another body 422', async () => {
  const id = Number(await service.client.ingest(meeting({ title: 'Once' })));
  const body = { meetingDetails: { serviceMeetingId: id }, salesforceRecords: { accountId: ACME } };
  const headers = { 'Idempotency-Key': 'remap-once' };
  const [first, second] = [await remap(body, {}, headers), await remap(body, {}, headers)];
  assert.equal(first.body.requestId, second.body.requestId);
  const other = await remap({ ...body, salesforceRecords: { accountId: BETA } }, {}, headers);
  assert.equal(other.status, 422);
  await settled(first.body.requestId);
  assert.equal((await service.client.get(`/v1/meetings/${id}/remaps`)).body.remaps.length, 1);
});

test('remaps of one meeting are applied in the order of acceptance', async () => {
  const id = Number(await service.client.ingest(meeting({ title: 'In order' })));
  const accounts = Array.from({ length: 12 }, (_, index) => `account-${index}`);
  let last = '';
  for (const accountId of accounts) {
    const answer = await remap({
      meetingDetails: { serviceMeetingId: id },
      salesforceRecords: { accountId },
    });
    last = answer.body.requestId;
  }
  await settled(last);
  const { body } = await service.client.get(`/v1/meetings/${id}/remaps`);
  assert.deepEqual(
    body.remaps.map((one: { to: { accountId: string } }) => one.to.accountId),
    [...accounts].reverse(),
  );
  assert.equal((await service.client.get(`/v1/meetings/${id}`)).body.crmAccountId, 'account-11');
});

test('a remap that is delivered five times at once is applied once, and not again when it comes late', async () => {
  const id = Number(await service.client.ingest(meeting({ title: 'Five times', id: 'five-times' })));
  const db = openDatabase({ connectionString: service.databaseUrl }, createLog('silent'));
  const queue = openTestQueue({ connectionString: service.databaseUrl }, db);
  const accepted = await remap({
    meetingDetails: { serviceMeetingId: id },
    salesforceRecords: { accountId: ACME },
  });
  const { requestId } = accepted.body;
  const organizationId = Number(
    (
      await sql(service.databaseUrl, 'select organization_id from remaps where request_id = $1', [requestId])
    )[0]!.organization_id,
  );
  const deliver = () =>
    Promise.all([
      ...Array.from({ length: 5 }, () => applyRemaps({ db, queue, ai }, organizationId, id, requestId)),
      ...Array.from({ length: 5 }, () =>
        db.transaction((tx) =>
          queue.enqueue(tx, applyRemapJob, organizationId, { meetingId: id, requestId }),
        ),
      ),
    ]);
  const idle = () =>
    until(async () => {
      const left = await sql(
        service.databaseUrl,
        `select 1 from jobs where state in ('waiting', 'active') and payload->>'requestId' = $1`,
        [requestId],
      );
      return left.length === 0 ? true : undefined;
    });
  await deliver();
  const first = await settled(requestId);
  await idle();
  assert.deepEqual([first.from, first.to], [{}, { accountId: ACME }]);
  await service.client.ingest(meeting({ title: 'Five times', id: 'five-times', salesforceAccountId: BETA }));
  await deliver();
  await idle();
  assert.deepEqual(await settled(requestId), first);
  assert.equal((await service.client.get(`/v1/meetings/${id}`)).body.crmAccountId, BETA);
  await queue.close();
  await db.close();
});

test('a remap that cannot be applied fails with its reason; run again it is applied, unless a later one was', async () => {
  const db = openDatabase({ connectionString: service.databaseUrl }, createLog('silent'));
  const queue = openTestQueue({ connectionString: service.databaseUrl }, db);
  const failed = async (title: string) => {
    const id = Number(await service.client.ingest(meeting({ title })));
    const state = await remapped({
      meetingDetails: { serviceMeetingId: id },
      salesforceRecords: { accountId: ACME },
    });
    const { requestId } = state;
    // As if it had not been applied, but given up.
    const [row] = await sql(
      service.databaseUrl,
      `update remaps set status = 'accepted', before = null, after = null, applied_at = null, completed_at = null
       where request_id = $1 returning organization_id`,
      [requestId],
    );
    await sql(service.databaseUrl, 'update meetings set account_id = null where id = $1', [id]);
    const organizationId = Number(row!.organization_id);
    const givenUp = { organizationId, error: new Error('internals') };
    await db.transaction((tx) =>
      applyRemapHandler.giveUp!(tx, { meetingId: id, requestId } as never, givenUp, {} as never),
    );
    return { id, requestId, organizationId };
  };
  const alone = await failed('Fails alone');
  const state = await settled(alone.requestId);
  assert.deepEqual([state.status, state.reason], ['failed', 'The remap could not be applied']);
  const undo = await service.client.post(`/v1/meeting/remap/${alone.requestId}/undo`, undefined);
  assert.equal(undo.status, 409);
  assert.match(undo.body.error, /failed/);
  await applyRemaps({ db, queue, ai }, alone.organizationId, alone.id, alone.requestId);
  const again = await settled(alone.requestId);
  assert.deepEqual([again.status, again.reason, again.to], ['completed', undefined, { accountId: ACME }]);

  const overtaken = await failed('Overtaken');
  await remapped({
    meetingDetails: { serviceMeetingId: overtaken.id },
    salesforceRecords: { accountId: BETA },
  });
  await applyRemaps({ db, queue, ai }, overtaken.organizationId, overtaken.id, overtaken.requestId);
  assert.equal((await settled(overtaken.requestId)).status, 'failed');
  assert.equal((await service.client.get(`/v1/meetings/${overtaken.id}`)).body.crmAccountId, BETA);
  await queue.close();
  await db.close();
});
