import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { BEFORE_ALL, claimJobs, lockLost } from '../../src/queue/claim.ts';
import { cleanUp } from '../../src/queue/clean-up.ts';
import { NoMoreTries } from '../../src/queue/define-job.ts';
import { enqueueScheduled, registerSchedules } from '../../src/queue/schedule.ts';
import { beatJobs, failClaim, failClaimIn, finishJobs, handBackJobs } from '../../src/queue/settle.ts';
import { startWorkers } from '../../src/queue/workers.ts';
import { SILENCE_WORKERS } from '../support/queue.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { createTestQueue, type TestQueue } from './harness.ts';
import { broken, deaf, handlers, hopeless, JOBS, late, work } from './jobs.ts';

let queue: TestQueue;
before(async () => {
  queue = await createTestQueue();
});
after(() => queue.close());
beforeEach(async () => {
  await queue.stopWorkers();
  await sql(queue.url, 'truncate journal');
  await sql(queue.url, 'delete from jobs');
});

test('a job exists where its transaction commits, and does not where it rolls back', async () => {
  await queue.start();
  const rolledBack = queue.db.transaction(async (tx) => {
    await queue.queue.enqueue(tx, work, 1, { n: 1 });
    throw new Error('no');
  });
  await assert.rejects(rolledBack, /no/);
  assert.deepEqual(await queue.rows(), []);
  await queue.put(work, 1, { n: 2 });
  await queue.journaled(`event = 'end'`);
  await until(async () => ((await queue.rows(`state = 'done'`)).length === 1 ? true : undefined));
  assert.deepEqual(
    (await queue.journal()).map(({ n, event }) => [n, event]),
    [
      [2, 'start'],
      [2, 'end'],
    ],
  );
});

test('a worker does not start where a listed job has no handler', async () => {
  const without = handlers.filter(({ job }) => job !== late && job !== deaf);
  const parts = { signals: queue.queue.signals, log: createLog('silent'), metrics: createMetrics() };
  const start = startWorkers({ connectionString: queue.url }, JOBS, without, { db: queue.db }, parts);
  await assert.rejects(start, /no handler does the job deaf, late/);
});

test('a job that is to wait waits', async () => {
  await queue.start();
  await queue.db.transaction((tx) => queue.queue.enqueue(tx, work, 1, { n: 1 }, { startAfterSeconds: 1 }));
  const [row] = await queue.rows();
  const [entry] = await queue.journaled('true');
  assert.ok(entry!.at >= (row!.start_after as Date), 'it started before its time');
});

test('a failing job is tried as often as it may, after longer and longer waits with jitter, and is dead then', async () => {
  const jobs = 6;
  await queue.start();
  const waits: [number[], number[]] = [[], []];
  const seen = new Set<string>();
  for (let n = 0; n < jobs; n++) await queue.put(broken, 1 + n, { n });
  await until(async () => {
    for (const { id, attempts, start_after, state, claimed_at } of await queue.rows(`kind = 'broken'`)) {
      if (state !== 'waiting' || attempts === 0 || seen.has(`${id} ${attempts}`)) continue;
      seen.add(`${id} ${attempts}`);
      waits[((attempts as number) - 1) as 0 | 1].push(+(start_after as Date) - +(claimed_at as Date));
    }
    const given = await queue.journal(`event like 'given up%'`);
    return given.length === jobs ? true : undefined;
  });
  // The first wait is 1 to 2 s, the second 2 to 4 s but 3 at most.
  for (const [index, [least, most]] of [
    [1000, 2000],
    [2000, 3000],
  ].entries()) {
    const some = waits[index as 0 | 1];
    assert.ok(some.length > 0);
    for (const ms of some) assert.ok(ms >= least! && ms < most! + 500, `wait ${index} was ${ms} ms`);
  }
  assert.ok(new Set(waits[0].map((ms) => Math.round(ms / 20))).size > 1, `no jitter in ${waits[0]}`);
  const journal = await queue.journal();
  for (let n = 0; n < jobs; n++) {
    const attempts = journal.filter((entry) => entry.n === n && entry.event === 'start');
    assert.deepEqual(
      attempts.map(({ attempt }) => attempt),
      [1, 2, 3],
    );
  }
  assert.deepEqual(journal.at(-1)!.event, 'given up: it is broken');
  const dead = await queue.rows(`state = 'dead'`);
  assert.deepEqual(
    dead.map(({ kind, reason }) => [kind, reason]),
    Array.from({ length: jobs }, () => ['broken', 'it is broken']),
  );
});

test('a dead letter that is put back has all its attempts again', async () => {
  await queue.start();
  await queue.put(hopeless, 1, { n: 1 });
  await queue.journaled(`event = 'given up: it is of no use'`);
  const [dead] = await queue.rows(`state = 'dead'`);
  const retryDead = (isKept: boolean) =>
    queue.db.transaction(async (tx) => {
      const moved = await queue.queue.retryDead(tx, [dead!.id as string]);
      if (!isKept) throw new Error('no');
      return moved;
    });
  await assert.rejects(retryDead(false), /no/);
  assert.equal(await retryDead(true), 1, 'a rollback leaves it where it was');
  assert.equal(await retryDead(true), 0, 'it went once');
  const tries = await queue.journaled(`event = 'start'`, 2);
  assert.deepEqual(
    tries.map(({ attempt }) => attempt),
    [1, 1],
  );
  await queue.journaled(`event like 'given up%'`, 2);
});

test('a payload of another form fails without its handler', async () => {
  await queue.start();
  await queue.put(work, 1, { n: 'one' } as never);
  const [row] = await until(async () => {
    const rows = await queue.rows(`state = 'waiting' and attempts = 1`);
    return rows.length > 0 ? rows : undefined;
  });
  assert.match(row!.reason as string, /another form than this version's/);
  assert.deepEqual(await queue.journal(), []);
});

test('a job that takes longer than it may fails, even where it does not listen', async () => {
  await queue.start();
  await queue.put(late, 1, { n: 1 });
  const [givenUp] = await queue.journaled(`event like 'given up%'`);
  assert.equal(givenUp!.event, 'given up: it took longer than 1 s');
});

test('a claim that was taken over can do nothing any more', async () => {
  await queue.put(work, 1, { n: 1 });
  const claimOne = async () => {
    const look = { job: 'work', free: 1, maxPerOrganization: 1, after: BEFORE_ALL, running: new Map() };
    return (await claimJobs(queue.db, look)).claims;
  };
  const stale = await claimOne();
  assert.deepEqual(await claimOne(), [], 'one claim at a time');
  await sql(queue.url, SILENCE_WORKERS);
  await queue.db.transaction(async (tx) => {
    const [lost] = await lockLost(tx, ['work'], 29);
    assert.deepEqual(lost, stale[0]);
    await failClaimIn(tx, lost!, new Error('lost'), undefined, { isAtOnce: true });
  });
  const [fresh] = await claimOne();
  assert.deepEqual([fresh!.id, fresh!.attempt], [stale[0]!.id, 2]);

  for (const settle of [beatJobs, finishJobs, handBackJobs]) {
    assert.equal((await settle(queue.db, stale)).size, 0, settle.name);
  }
  for (const error of [new Error('late'), new NoMoreTries('late')]) {
    const giveUp = async () => assert.fail('it is not given up');
    assert.equal(await failClaim(queue.db, stale[0]!, error, giveUp), false);
  }
  const [row] = await queue.rows();
  assert.deepEqual([row!.state, row!.attempts], ['active', 2]);
  for (const settle of [beatJobs, finishJobs]) {
    assert.deepEqual(await settle(queue.db, [fresh!]), new Set([fresh!.id]), settle.name);
  }
});

/** Moves the clock of the schedule of `yearly` by so many years: so many times were missed. */
const passYears = (years: number) =>
  sql(queue.url, "update job_schedules set enqueued_until = enqueued_until - $1 * interval '365 days'", [
    years,
  ]);

test('a scheduled job has a turn like all others; times that were missed while nobody ran are made up for once', async () => {
  await registerSchedules(queue.db, JOBS);
  assert.deepEqual(await queue.rows(), [], 'the first time is the next one');
  await passYears(3);
  await queue.start();
  const [entry] = await queue.journaled(`event = 'end'`);
  assert.deepEqual([entry!.job, entry!.organization], ['yearly', 0]);
  await passYears(1);
  await queue.journaled(`event = 'end'`, 2);
  assert.equal((await queue.rows()).length, 2);
});

test('several processes enqueue a scheduled job once; one that is no longer listed, never', async () => {
  await registerSchedules(queue.db, JOBS);
  await passYears(1);
  await enqueueScheduled(queue.db, [work], queue.queue.signals);
  assert.deepEqual(await queue.rows(), [], 'it is not listed');
  const processes = Array.from({ length: 8 }, () => enqueueScheduled(queue.db, JOBS, queue.queue.signals));
  await Promise.all(processes);
  const rows = await queue.rows();
  assert.deepEqual(
    rows.map(({ kind, organization_id, payload, max_attempts }) => [
      kind,
      organization_id,
      payload,
      max_attempts,
    ]),
    [['yearly', '0', {}, 3]],
  );
});

test('completed jobs are deleted after a day, dead ones after 90 days, and those never started after a year', async () => {
  const ages: [state: string, column: string, days: number][] = [
    ['done', 'ended_at', 1],
    ['dead', 'ended_at', 90],
    ['waiting', 'start_after', 365],
  ];
  for (const [state, column, days] of ages) {
    for (const hours of [days * 24 - 1, days * 24 + 1]) {
      await queue.put(work, 1, { n: hours });
      await sql(
        queue.url,
        `update jobs set state = $1, ${column} = now() - $2 * interval '1 hour' where payload = $3`,
        [state, hours, { n: hours }],
      );
    }
  }
  await cleanUp(queue.db);
  const left = (await queue.rows()).map(({ state, payload }) => [state, (payload as { n: number }).n]);
  assert.deepEqual(
    left,
    ages.map(([state, , days]) => [state, days * 24 - 1]),
  );
});

test('organizations are served in turn, each as much as the others, up to its share of the places', async () => {
  const waiting: [organizationId: number, jobs: number][] = [
    [1, 9],
    [2, 9],
    [3, 1],
  ];
  for (const [organizationId, jobs] of waiting) {
    for (let n = 0; n < jobs; n++) await queue.put(work, organizationId, { n });
  }
  let after = BEFORE_ALL;
  const claim = async (free: number, maxPerOrganization = 9, running: [number, number][] = []) => {
    const look = { job: 'work', free, maxPerOrganization, after, running: new Map(running) };
    const found = await claimJobs(queue.db, look);
    after = found.after;
    return [
      found.claims
        .map(({ organizationId }) => organizationId)
        .sort()
        .join(''),
      found.end,
    ];
  };
  assert.deepEqual(await claim(2), ['12', 'none'], 'the first two');
  assert.deepEqual(await claim(2), ['3', 'last'], 'then the third, who has one');
  assert.deepEqual(await claim(5), ['11122', 'none'], 'two share');
  assert.deepEqual(await claim(2), ['12', 'none']);
  assert.deepEqual(await claim(9, 3, [[1, 2]]), ['1222', 'round'], 'one has two running already');
  assert.deepEqual(
    await claim(9, 3, [
      [1, 3],
      [2, 3],
    ]),
    ['', 'round'],
    'both are full',
  );
  assert.deepEqual(await claim(9), ['11122', 'round'], 'the rest');
  assert.deepEqual(await claim(9), ['', 'round'], 'nothing is left');

  const many = 80;
  await queue.db.transaction(async (tx) => {
    for (let one = 100; one < 100 + many; one++) await queue.queue.enqueue(tx, work, one, { n: one });
  });
  const served: number[] = [];
  const ends: string[] = [];
  while (ends.at(-1) !== 'last') {
    const look = { job: 'work', free: 50, maxPerOrganization: 1, after, running: new Map() };
    const found = await claimJobs(queue.db, look);
    served.push(...found.claims.map(({ organizationId }) => organizationId));
    ({ after } = found);
    ends.push(found.end);
  }
  assert.deepEqual(
    served.sort(),
    Array.from({ length: many }, (_, index) => 100 + index),
  );
});

test('a process runs jobs that lost workers before one at a time, concurrently with others', async () => {
  for (let n = 0; n < 3; n++) await queue.put(work, n, { n, ms: 300 });
  await sql(queue.url, 'update jobs set losses = 2');
  await queue.put(work, 5, { n: 5, ms: 300 });
  await queue.start();
  await queue.journaled(`event = 'end'`, 4);
  const suspects = await queue.journal('n < 5');
  assert.deepEqual(
    suspects.map(({ event, attempt }) => [event, attempt]),
    [1, 2, 3].flatMap(() => [
      ['start', 1],
      ['end', 1],
    ]),
  );
  const [first] = suspects;
  const [other] = await queue.journal('n = 5');
  assert.ok(+other!.at - +first!.at < 300);
});

test('long backlogs of some organizations do not hold up another’s job', async () => {
  const ms = 150;
  await queue.db.transaction(async (tx) => {
    for (let n = 0; n < 2000; n++) await queue.queue.enqueue(tx, work, 1, { n, ms });
    for (let n = 0; n < 500; n++) await queue.queue.enqueue(tx, work, 2, { n, ms });
  });
  await queue.start();
  await queue.journaled(`event = 'start'`, 8);
  await queue.put(work, 3, { n: 1, ms });
  const [row] = await queue.rows('organization_id = 3');
  const [entry] = await queue.journaled('organization = 3');
  const waitedMs = +entry!.at - +(row!.created_at as Date);
  assert.ok(waitedMs < ms + 1000, `it waited ${waitedMs} ms`);
  const before = await queue.journal(`event = 'start' and at < '${entry!.at.toISOString()}'`);
  assert.ok(before.length < 60, `${before.length} others started first`);
  // One of them alone has three of the four places; two share them evenly.
  const shares = [1, 2].map((one) => before.filter(({ organization }) => organization === one).length);
  assert.ok(Math.abs(shares[0]! - shares[1]!) <= before.length / 3, `${shares}`);
});

test('one organization’s jobs leave a place free, however many there are', async () => {
  for (let n = 0; n < 8; n++) await queue.put(work, 1, { n, ms: 60_000 });
  await queue.start();
  await queue.journaled(`event = 'start'`, 3);
  await delay(600);
  assert.equal((await queue.journal()).length, 3);
  await queue.put(work, 2, { n: 100 });
  await queue.journaled(`event = 'end' and organization = 2`);
});

test('a stop lets end what can, and hands the rest to another worker without a try lost', async () => {
  const first = await queue.start();
  await queue.put(work, 1, { n: 1, ms: 1000 });
  await queue.put(work, 2, { n: 2, ms: 60_000 });
  await queue.put(deaf, 3, { n: 3, ms: 5000 });
  await queue.journaled(`event = 'start'`, 3);
  await queue.put(work, 1, { n: 4, ms: 60_000 });
  await queue.journaled(`event = 'start'`, 4);
  await queue.start();
  const begun = performance.now();
  await first.stop(2500);
  const stopMs = performance.now() - begun;
  assert.ok(stopMs > 1900 && stopMs < 4500, `the stop took ${stopMs} ms`);
  assert.equal((await queue.journal(`n = 1 and event = 'end'`)).length, 1, 'it could end');
  assert.equal((await queue.journal(`n = 1 and event = 'start'`)).length, 1);
  const again = await queue.journaled(`event = 'start' and n in (2, 3, 4)`, 6);
  assert.deepEqual(
    again.map(({ attempt }) => attempt),
    [1, 1, 1, 1, 1, 1],
    'a try that was handed back does not count',
  );
  assert.equal((await queue.rows(`state = 'dead'`)).length, 0);
});
