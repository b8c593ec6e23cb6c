import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';

/**
 * The list against a plain filter, sort and slice over what was put in. Values are few, so that bounds, start times,
 * records and addresses coincide all the time.
 */
const INGESTS = 220;
const RUNS_PER_COMBINATION = 25;

type Meeting = {
  id: number;
  tenant: number;
  startMs: number;
  endMs: number;
  account: string | undefined;
  opportunity: string | undefined;
  host: string;
  attendees: string[];
  source: string;
};

type Query = {
  fromMs: number;
  toMs: number | undefined;
  account: string | undefined;
  opportunity: string | undefined;
  emails: string[] | undefined;
  sources: string[] | undefined;
  pageNumber: number;
  pageSize: number;
};

const BASE_MS = Date.parse('2026-05-01T12:00:00Z');
const ACCOUNTS = ['0018c00002ABCDEAA5', '0018c00002abcdeAAC'];
const OPPORTUNITIES = ['0068c00001XYZabAAG', '0068c00001xyzABAAA'];
const EMAILS = ['ada@parley.example', 'grace@acme.example', 'zoë@acme.example', 'lin@parley.example'];
const SOURCES = ['USER_PROVIDED', 'ZOOM', 'ZOOM_PHONE'];

const instantMs = fc
  .record({ second: fc.nat(6), ms: fc.constantFrom(0, 0, 1, 999) })
  .map(({ second, ms }) => BASE_MS + second * 1000 + ms);
const email = fc.constantFrom(...EMAILS).chain((one) => fc.constantFrom(one, one.toUpperCase()));

const ingest = fc.record({
  tenant: fc.constantFrom(0, 0, 0, 1),
  /** Fewer than ingests: some meetings are put in again, with other values. */
  externalId: fc.nat(INGESTS),
  startMs: instantMs,
  durationMs: fc.constantFrom(0, 1, 1000, 2001),
  account: fc.option(fc.constantFrom(...ACCOUNTS), { nil: undefined }),
  opportunity: fc.option(fc.constantFrom(...OPPORTUNITIES), { nil: undefined }),
  host: email,
  attendees: fc.uniqueArray(email, { maxLength: 3, selector: (one) => one.toLowerCase() }),
  source: fc.constantFrom(...SOURCES),
});

let service: TestService;
const meetings = new Map<string, Meeting>();
const tenants: Awaited<ReturnType<TestService['tenant']>>[] = [];

before(async () => {
  service = await startService();
  tenants.push(await service.tenant(), await service.tenant());
  for (const given of fc.sample(ingest, { seed: 4, numRuns: INGESTS })) await putIn(given);
  for (const source of SOURCES) {
    const ids = [...meetings.values()].filter((one) => one.source === source).map(({ id }) => id);
    await sql(service.databaseUrl, 'update meetings set source_type = $1 where id = any($2)', [source, ids]);
  }
});
after(() => service.stop());

async function putIn(given: typeof ingest extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  const { tenant, externalId, startMs, durationMs, account, opportunity, host, attendees, source } = given;
  const endMs = startMs + durationMs;
  const id = await tenants[tenant]!.client.ingest({
    id: `${externalId}`,
    title: 'Daily',
    startTime: new Date(startMs).toISOString(),
    endTime: new Date(endMs).toISOString(),
    host: { email: host },
    attendees: attendees.map((one) => ({ email: one })),
    salesforceAccountId: account,
    salesforceOpportunityId: opportunity,
  });
  const known = meetings.get(id);
  meetings.set(id, {
    ...{ id: Number(id), tenant, startMs, endMs, host, attendees, source },
    account: account ?? known?.account,
    opportunity: opportunity ?? known?.opportunity,
  });
}

/** Returns the expected response of the list: the contract in the simplest code. */
function expected(query: Query): { ids: number[]; pageCount: number; total: number } {
  const matching = [...meetings.values()]
    .filter((one) => {
      const people = [one.host, ...one.attendees].map((address) => address.toLowerCase());
      return (
        one.tenant === 0 &&
        one.startMs >= query.fromMs &&
        (query.toMs === undefined || one.endMs <= query.toMs) &&
        (query.account === undefined || one.account === query.account) &&
        (query.opportunity === undefined || one.opportunity === query.opportunity) &&
        (query.emails ?? []).every((address) => people.includes(address.toLowerCase())) &&
        (query.sources === undefined || query.sources.includes(one.source))
      );
    })
    .sort((a, b) => a.startMs - b.startMs || a.id - b.id);
  const start = (query.pageNumber - 1) * query.pageSize;
  return {
    ids: matching.slice(start, start + query.pageSize).map(({ id }) => id),
    pageCount: Math.ceil(matching.length / query.pageSize),
    total: matching.length,
  };
}

async function answered(query: Query) {
  const given = Object.entries({
    from: new Date(query.fromMs).toISOString(),
    to: query.toMs === undefined ? undefined : new Date(query.toMs).toISOString(),
    salesforceAccountId: query.account,
    salesforceOpportunityId: query.opportunity,
    attendeeEmailAddresses: query.emails?.join(','),
    sourceTypes: query.sources?.join(','),
    pageNumber: `${query.pageNumber}`,
    pageSize: `${query.pageSize}`,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const { status, body, text } = await tenants[0]!.client.get('/v1/meetings', Object.fromEntries(given));
  assert.equal(status, 200, text);
  return { ids: body.meetings.map(({ id }: { id: string }) => Number(id)), pageCount: body.pageCount };
}

/** Queries that use exactly the named filters. */
function queryWith(filters: readonly string[]): fc.Arbitrary<Query> {
  const where = <T>(name: string, arbitrary: fc.Arbitrary<T>) =>
    filters.includes(name) ? arbitrary : fc.constant(undefined);
  return fc.record({
    fromMs: fc.oneof(instantMs, fc.constant(BASE_MS - 1)),
    // Not before from: an offset from it.
    toMs: where('to', fc.oneof(fc.constantFrom(0, 1, 1000, 2001), fc.nat(9000))),
    account: where('account', fc.constantFrom(...ACCOUNTS)),
    opportunity: where('opportunity', fc.constantFrom(...OPPORTUNITIES)),
    emails: where('emails', fc.array(email, { minLength: 1, maxLength: 3 })),
    sources: where('sources', fc.array(fc.constantFrom(...SOURCES), { minLength: 1, maxLength: 3 })),
    pageNumber: fc.oneof({ weight: 2, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 5 })),
    pageSize: fc.constantFrom(1, 2, 3, 10, 50),
  });
}

const COMBINATIONS = [[], ['to']].flatMap((time) =>
  [[], ['account'], ['opportunity']].flatMap((crm) =>
    [[], ['emails']].flatMap((emails) =>
      [[], ['sources']].map((sources) => [...time, ...crm, ...emails, ...sources]),
    ),
  ),
);

for (const filters of COMBINATIONS) {
  test(`the list with ${['from', ...filters].join(', ')} is a plain filter, sort and slice`, async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(queryWith(filters), async (drawn) => {
        const query = { ...drawn, toMs: drawn.toMs === undefined ? undefined : drawn.fromMs + drawn.toMs };
        const { ids, pageCount, total } = expected(query);
        assert.deepEqual(await answered(query), { ids, pageCount });
        if (total > 0) found++;
      }),
      { seed: 5, numRuns: RUNS_PER_COMBINATION },
    );
    assert.ok(found >= RUNS_PER_COMBINATION / 5, `only ${found} queries found anything`);
  });
}
