import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { seededRandom } from '../support/random.ts';
import { startService, type TestService } from '../support/service.ts';
import { seedExecutions, seedMeetings, seedSignal } from '../support/signals.ts';
import { sql } from '../support/sql.ts';

/**
 * Sorting, reading on by `after`, and the filter by signals, against a plain filter, sort and slice. Titles and times are
 * few, so that ids decide all the time.
 */
const PATH = '/v1/meetings';
const EVERYTHING = '2000-01-01T00:00:00Z';
const BASE_MS = Date.parse('2026-03-01T09:00:00Z');
const HOUR_MS = 3_600_000;
const MEETINGS = 140;
const TITLES = [
  'élan',
  'Elan',
  'ELAN 2',
  'zebra',
  'Zebra',
  '[Ext] kick-off',
  'Übergabe',
  'ubergabe 9',
  '日本',
];
const ACCOUNTS = ['0018c00002ABCDEAA5', '0018c00002abcdeAAC'];
const PEOPLE = ['grace@acme.example', 'lin@acme.example', 'ada@parley.example'];
/** More than the titles that are sorted one by one, see FEW_MEETINGS. */
const MANY = 2600;

type Meeting = {
  id: number;
  title: string;
  startMs: number;
  account: string | undefined;
  people: string[];
  /** Those that fired, by the newest evaluation, without deleted ones. */
  signals: number[];
};

let service: TestService;
let own: Awaited<ReturnType<TestService['tenant']>>;
let other: Awaited<ReturnType<TestService['tenant']>>;
let signals: { often: number; seldom: number; deleted: number; never: number };
const meetings: Meeting[] = [];

before(async () => {
  service = await startService({ roles: new Set(['api', 'receiver']) });
  [own, other] = [await service.tenant(), await service.tenant()];
  const seed = (name: string, deleted = false) => seedSignal(service.databaseUrl, own.id, { name, deleted });
  signals = {
    often: await seed('Often'),
    seldom: await seed('a rare one'),
    deleted: await seed('Deleted', true),
    never: await seed('Never'),
  };
  const random = seededRandom(11);
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  for (let index = 0; index < MEETINGS; index++) {
    const meeting = {
      title: oneOf(TITLES),
      startMs: BASE_MS + Math.floor(random() * 24) * HOUR_MS,
      account: oneOf([...ACCOUNTS, undefined]),
      people: PEOPLE.filter(() => random() < 0.5),
    };
    const fired = [...(random() < 0.6 ? [signals.often] : []), ...(random() < 0.1 ? [signals.seldom] : [])];
    meetings.push({ ...meeting, id: await ingest(meeting), signals: fired });
  }
  await fire(own.id, meetings);
  const superseded = meetings.slice(0, 40).map(({ id }) => execution(id, signals.never, true));
  const deleted = meetings.slice(0, 40).map(({ id }) => execution(id, signals.deleted));
  await seedExecutions(service.databaseUrl, own.id, [...superseded, ...deleted]);
});
after(() => service.stop());

const execution = (meetingId: number, signalId: number, superseded = false) => ({
  ...{ meetingId, signalId, superseded, triggeredAtMs: BASE_MS },
});

async function fire(organizationId: number, of: readonly Meeting[]): Promise<void> {
  const fired = of.flatMap(({ id, signals: ids }) => ids.map((signalId) => execution(id, signalId)));
  await seedExecutions(service.databaseUrl, organizationId, fired);
}

async function ingest({ title, startMs, account, people }: Omit<Meeting, 'id' | 'signals'>): Promise<number> {
  const id = await own.client.ingest(
    {
      title,
      startTime: new Date(startMs).toISOString(),
      endTime: new Date(startMs + HOUR_MS).toISOString(),
      host: { email: 'host@parley.example' },
      attendees: people.map((email) => ({ email })),
      salesforceAccountId: account,
      id: `${meetings.length}-${title}-${startMs}`,
    },
    { processImportedMeeting: false },
  );
  return Number(id);
}

const titleKey = (title: string) =>
  title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFC');

type Query = {
  sort: 'startTime' | 'title';
  order: 'asc' | 'desc';
  signalIds: number[] | undefined;
  account: string | undefined;
  people: string[] | undefined;
  toMs: number | undefined;
};

function expected({ sort, order, signalIds, account, people, toMs }: Query, of = meetings): number[] {
  const sign = order === 'asc' ? 1 : -1;
  const byKey = (a: Meeting, b: Meeting) =>
    sort === 'title'
      ? Buffer.compare(Buffer.from(titleKey(a.title)), Buffer.from(titleKey(b.title)))
      : a.startMs - b.startMs;
  return of
    .filter(
      (one) =>
        (!signalIds || one.signals.some((id) => signalIds.includes(id))) &&
        (!account || one.account === account) &&
        (!people || people.every((address) => one.people.includes(address))) &&
        (toMs === undefined || one.startMs + HOUR_MS <= toMs),
    )
    .sort((a, b) => sign * (byKey(a, b) || a.id - b.id))
    .map(({ id }) => id);
}

const parametersOf = ({ sort, order, signalIds, account, people, toMs }: Query) => ({
  ...{ from: EVERYTHING, sort, order, includeTranscript: 'false' },
  ...(signalIds ? { signalIds: signalIds.join() } : {}),
  ...(account ? { salesforceAccountId: account } : {}),
  ...(people ? { attendeeEmailAddresses: people.join() } : {}),
  ...(toMs === undefined ? {} : { to: new Date(toMs).toISOString() }),
});

async function read(parameters: Record<string, string>, client = own.client) {
  const { status, body, text } = await client.get(PATH, parameters);
  assert.equal(status, 200, text);
  const ids: number[] = body.meetings.map(({ id }: { id: string }) => Number(id));
  return { ids, pageCount: body.pageCount as number, next: body.next as string | undefined, body };
}

/** Reads a list to its end by `after`. */
async function walk(parameters: Record<string, string>, pageSize: number, client = own.client) {
  const pages: number[][] = [];
  let after: string | undefined = 'start';
  while (after !== undefined) {
    const page: Awaited<ReturnType<typeof read>> = await read(
      { ...parameters, pageSize: `${pageSize}`, after },
      client,
    );
    pages.push(page.ids);
    after = page.next;
  }
  return pages;
}

test('each order of each filter is a plain filter, sort and slice: by number and read on by after', async () => {
  let found = 0;
  for (const sort of ['startTime', 'title'] as const) {
    for (const order of ['asc', 'desc'] as const) {
      for (const signalIds of [undefined, [signals.often], [signals.seldom, signals.often, 8e9]]) {
        for (const account of [undefined, ACCOUNTS[0]]) {
          for (const people of [undefined, PEOPLE.slice(0, 2)]) {
            for (const toMs of [undefined, BASE_MS + 12 * HOUR_MS]) {
              const query = { sort, order, signalIds, account, people, toMs };
              const ids = expected(query);
              const pageSize = ids.length > 40 ? 20 : 3;
              const at = JSON.stringify(query);
              const pages = await walk(parametersOf(query), pageSize);
              assert.deepEqual(pages.flat(), ids, at);
              assert.equal(pages.length, Math.max(1, Math.ceil(ids.length / pageSize)), at);
              const second = { ...parametersOf(query), pageSize: `${pageSize}`, pageNumber: '2' };
              const { ids: page, pageCount, next } = await read(second);
              assert.deepEqual(page, ids.slice(pageSize, 2 * pageSize), at);
              assert.equal(pageCount, Math.ceil(ids.length / pageSize), at);
              assert.equal(next, undefined, 'numbered pages have the fields that they always had');
              found += ids.length;
            }
          }
        }
      }
    }
  }
  assert.ok(found > 1000, `${found} meetings`);
});

test('a page that ends the list has no next, though it is full', async () => {
  const query = {
    from: EVERYTHING,
    includeTranscript: 'false',
    sort: 'title',
    signalIds: `${signals.seldom}`,
  };
  const { ids } = await read({ ...query, pageSize: '50' });
  const all = await read({ ...query, after: 'start', pageSize: `${ids.length}` });
  assert.deepEqual([all.ids, all.next], [ids, undefined]);
  const most = await read({ ...query, after: 'start', pageSize: `${ids.length - 1}` });
  assert.deepEqual(most.ids, ids.slice(0, -1));
  assert.equal(typeof most.next, 'string');
});

test('meetings that arrive, are retitled or deleted while a list is read shift none of its other meetings', async () => {
  const tenant = await service.tenant();
  const titles = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot'];
  const put = async (title: string, id = title) =>
    Number(
      await tenant.client.ingest(
        {
          ...{ id, title, host: { email: 'host@parley.example' } },
          ...{ startTime: '2026-03-01T09:00:00Z', endTime: '2026-03-01T10:00:00Z' },
        },
        { processImportedMeeting: false },
      ),
    );
  const ids: number[] = [];
  for (const title of titles) ids.push(await put(title));
  const query = { from: EVERYTHING, sort: 'title', pageSize: '2' };
  const first = await read({ ...query, after: 'start' }, tenant.client);
  assert.deepEqual(first.ids, ids.slice(0, 2));
  await put('aardvark');
  const added = await put('cherry');
  // The meeting at which the page ends moves to the end of the list, and the next one goes.
  await put('zulu', 'bravo');
  await tenant.client.delete(`/v1/meetings/${ids[3]}`);
  const second = await read({ ...query, after: first.next! }, tenant.client);
  assert.deepEqual(second.ids, [ids[2], added]);
  const third = await read({ ...query, after: second.next! }, tenant.client);
  assert.deepEqual(third.ids, [ids[4], ids[5]]);
  const last = await read({ ...query, after: third.next! }, tenant.client);
  assert.deepEqual([last.ids, last.next], [[ids[1]], undefined]);
});

test('titles are sorted in their order where thousands match, and by signals that fired seldom', async () => {
  const tenant = await service.tenant();
  const often = await seedSignal(service.databaseUrl, tenant.id, { name: 'Often' });
  const seldom = await seedSignal(service.databaseUrl, tenant.id, { name: 'Seldom' });
  const all: Meeting[] = [];
  for (const [index, title] of ['Sync', 'élan', 'Acme: sync'].entries()) {
    const starts = Array.from({ length: MANY / 2 }, (_, at) => BASE_MS + ((at * 7 + index) % 900) * HOUR_MS);
    const ids = await seedMeetings(service.databaseUrl, tenant.id, starts, title);
    for (const [at, id] of ids.entries()) {
      const fired = [...(at % 4 === 3 ? [] : [often]), ...(at % 97 === 5 ? [seldom] : [])];
      all.push({ ...{ id, title, startMs: starts[at]! }, account: undefined, people: [], signals: fired });
    }
  }
  await fire(tenant.id, all);
  assert.ok(all.filter(({ signals: ids }) => ids.includes(often)).length > MANY);
  for (const signalIds of [[often], [seldom], undefined]) {
    for (const order of ['asc', 'desc'] as const) {
      const query = {
        sort: 'title',
        order,
        signalIds,
        account: undefined,
        people: undefined,
        toMs: undefined,
      } as const;
      const ids = expected({ ...query, signalIds: signalIds && [...signalIds] }, all);
      const parameters = parametersOf({ ...query, signalIds: signalIds && [...signalIds] });
      assert.deepEqual((await walk(parameters, 50, tenant.client)).flat(), ids);
      const { ids: far, pageCount } = await read(
        { ...parameters, pageSize: '50', pageNumber: `${Math.ceil(ids.length / 50)}` },
        tenant.client,
      );
      assert.deepEqual(far, ids.slice(Math.floor((ids.length - 1) / 50) * 50));
      assert.equal(pageCount, Math.ceil(ids.length / 50));
    }
  }
});

test('each meeting has the signals that fired in it by name, if they are requested', async () => {
  const { body } = await read({ from: EVERYTHING, pageSize: '50', includeSignals: 'true' });
  const names = new Map([
    [signals.often, 'Often'],
    [signals.seldom, 'a rare one'],
  ]);
  const byId = new Map(meetings.map((one) => [one.id, one]));
  for (const { id, signals: fired = [] } of body.meetings) {
    const wanted = [...byId.get(Number(id))!.signals].reverse();
    assert.deepEqual(
      fired.map((one: { signalId: number; signalName: string }) => [one.signalId, one.signalName]),
      wanted.map((signalId) => [signalId, names.get(signalId)]),
    );
    for (const { executionId } of fired) assert.ok(Number.isSafeInteger(executionId));
  }
  const fields = body.meetings.map((one: object) => 'signals' in one);
  assert.ok(fields.includes(true) && fields.includes(false), 'meetings without any have no such field');
  const plain = await read({ from: EVERYTHING, pageSize: '50' });
  assert.ok(plain.body.meetings.every((one: object) => !('signals' in one)));
});

test('deleted, superseded and unknown signals fired nowhere, and those of others neither', async () => {
  const query = { from: EVERYTHING, sort: 'title' };
  for (const id of [signals.deleted, signals.never, 8e12]) {
    const { ids, pageCount } = await read({ ...query, signalIds: `${id}` });
    assert.deepEqual([ids, pageCount], [[], 0]);
  }
  const foreign = await read({ ...query, signalIds: `${signals.often}` }, other.client);
  assert.deepEqual(foreign.ids, []);
  await other.client.ingest(
    {
      ...{ id: 'theirs', title: 'Theirs', host: { email: 'host@other.example' } },
      ...{ startTime: '2026-03-01T09:00:00Z', endTime: '2026-03-01T10:00:00Z' },
    },
    { processImportedMeeting: false },
  );
  const { body } = await read({ ...query, includeSignals: 'true' }, other.client);
  assert.deepEqual(
    body.meetings.map(({ title }: { title: string }) => title),
    ['Theirs'],
  );
});

test('a cursor is refused for another list, another organization and when it was changed', async () => {
  const query = { from: EVERYTHING, sort: 'title', pageSize: '5' };
  const { next } = await read({ ...query, after: 'start' });
  const refused = async (parameters: Record<string, string>, client = own.client) => {
    const { status, body } = await client.get(PATH, { ...query, after: next!, ...parameters });
    assert.equal(status, 400);
    return body.error as string;
  };
  const changes: Record<string, string>[] = [
    { order: 'desc' },
    { sort: 'startTime' },
    { after: `${next}x` },
    { after: 'now' },
  ];
  for (const change of changes) {
    assert.match(await refused(change), /^after must be `start`, or `next` of a page/);
  }
  await refused({}, other.client);
  assert.match(await refused({ pageNumber: '2' }), /after and pageNumber must not be given together/);
  assert.match(await refused({ sort: 'host' }), /sort must be one of startTime, title/);
  assert.equal((await own.client.get(PATH, { ...query, pageSize: '50', after: next! })).status, 200);
});

test('what signals found needs signals:read as well', async () => {
  const keyed = async (scopes: string[]) => {
    const { body } = await own.client.post('/admin/v1/keys', { name: 'reader', scopes });
    return service.as(body.key);
  };
  const narrow = await keyed(['meetings:read']);
  const found: Record<string, string>[] = [{ signalIds: `${signals.often}` }, { includeSignals: 'true' }];
  for (const parameters of found) {
    const { status, body } = await narrow.get(PATH, { from: EVERYTHING, ...parameters });
    assert.equal(status, 403);
    assert.match(body.error, /signals:read/);
  }
  assert.equal(
    (await narrow.get(PATH, { from: EVERYTHING, includeSignals: 'false', sort: 'title' })).status,
    200,
  );
  const wide = await keyed(['meetings:read', 'signals:read']);
  assert.equal((await wide.get(PATH, { from: EVERYTHING, signalIds: `${signals.often}` })).status, 200);
});

test('a title of any length and script has a place in the order', async () => {
  const tenant = await service.tenant();
  const titles = [
    'é'.repeat(1024),
    '\u{1f600}'.repeat(1000),
    'a'.repeat(1024),
    '\ufdfa'.repeat(300),
    '\u0301\u0302',
    ' ',
  ];
  for (const [index, title] of titles.entries()) {
    await tenant.client.ingest(
      {
        ...{ id: `${index}`, title, host: { email: 'host@parley.example' } },
        ...{ startTime: '2026-03-01T09:00:00Z', endTime: '2026-03-01T10:00:00Z' },
      },
      { processImportedMeeting: false },
    );
  }
  const pages = await walk({ from: EVERYTHING, sort: 'title' }, 1, tenant.client);
  assert.equal(new Set(pages.flat()).size, titles.length);
  const rows = await sql<{ bytes: number }>(
    service.databaseUrl,
    'select max(octet_length(title_key(title)))::int as bytes from meetings',
  );
  assert.ok(rows[0]!.bytes <= 800, `${rows[0]!.bytes} bytes`);
});
