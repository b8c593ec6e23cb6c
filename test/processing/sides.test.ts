import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { type AiServer, startAiServer } from '../support/ai-server.ts';
import { ingestEmail } from '../support/emails.ts';
import { BUILTIN, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { call, type Item, PAST, signalsOf } from './conversations.ts';

/** The side whose words count for a signal: everything that judges keeps to it. */

const REP = { name: 'Ada Park', email: 'ada@parley.example' };
const CUSTOMER = { name: 'Grace Lund', email: 'grace@acme.example' };
const STRANGER = 'Somebody in the room';

const DISCOUNT = 'We could offer a discount on the contract.';

/** A meeting in which each of these speakers says the same words, after words of nobody's concern. */
function saidBy(...speakers: (string | undefined)[]) {
  const segments = speakers.flatMap((name, index) => {
    const speaker = name === undefined ? {} : { speaker: { name } };
    const at = index * 60;
    return [
      { text: 'Let us look at the weather of next week.', timestampSeconds: at, ...speaker },
      { text: DISCOUNT, timestampSeconds: at + 30, ...speaker },
    ];
  });
  return call({ host: REP, attendees: [CUSTOMER], transcript: { segments } });
}

const SIDES = ['anyone', 'customer', 'us'] as const;

let ai: AiServer;
let builtin: TestService;
let model: TestService;
before(async () => {
  ai = await startAiServer();
  builtin = await startService();
  const settings = { provider: 'openai-compatible' as const, baseUrl: ai.url, model: 'test-model' };
  model = await startService({ ai: { ...BUILTIN, ...settings } });
});
afterEach(() => ai.recover());
after(async () => {
  await builtin.stop();
  await model.stop();
  await ai.close();
});

/** The ways in which signals judge, each with what it asks. */
const WAYS: Record<string, { service: () => TestService; asked: Record<string, unknown> }> = {
  phrases: { service: () => builtin, asked: { prompt: 'A discount.', phrases: ['discount'] } },
  'the built-in provider': {
    service: () => builtin,
    asked: { prompt: 'Somebody offers a discount on the contract.' },
  },
  // The stub knows no sides: it quotes whoever says it, so that only the proof can tell.
  'a model': { service: () => model, asked: { prompt: 'Did somebody say "discount"?' } },
};

/** Judges a conversation with a signal for each side. @returns the evaluations by side */
async function judged(way: string, meeting: Record<string, unknown>, domains: string[] = ['parley.example']) {
  const { service, asked } = WAYS[way]!;
  const { client } = await service().tenant(domains);
  const { signal, processed } = signalsOf(client);
  const ids: number[] = [];
  for (const side of SIDES) ids.push(await signal({ ...asked, saidBy: side, contextSource: 'ALL' }));
  const { evaluations } = await processed(await client.ingest(meeting));
  const of = (side: (typeof SIDES)[number]): Item =>
    evaluations.find(({ signalId }: Item) => signalId === ids[SIDES.indexOf(side)]);
  return { client, of, states: SIDES.map((side) => of(side).state) };
}

const speakersOf = ({ quotes }: Item) => quotes.map(({ speaker, side }: Item) => [speaker, side]);

for (const way of Object.keys(WAYS)) {
  describe(way, () => {
    test("a rep's own words do not fire a signal about customers, and the other way round", async () => {
      const ofRep = await judged(way, saidBy(REP.name));
      assert.deepEqual(ofRep.states, ['fired', 'not_fired', 'fired']);
      assert.deepEqual(speakersOf(ofRep.of('us')), [[REP.name, 'us']]);
      const ofCustomer = await judged(way, saidBy(CUSTOMER.name));
      assert.deepEqual(ofCustomer.states, ['fired', 'fired', 'not_fired']);
      assert.deepEqual(speakersOf(ofCustomer.of('customer')), [[CUSTOMER.name, 'customer']]);
    });

    test('of what both say, only the words of the side are quoted, however often the other one says it', async () => {
      // The stub of a model quotes no more than the first three entries, and the others could quote no more than the reps.
      const before = way === 'a model' ? 2 : 12;
      const often = Array.from({ length: 12 }, () => REP.name);
      const { states, of } = await judged(way, saidBy(...often.slice(0, before), CUSTOMER.name, ...often));
      assert.deepEqual(states, ['fired', 'fired', 'fired']);
      assert.deepEqual(speakersOf(of('customer')), [[CUSTOMER.name, 'customer']]);
      for (const [, side] of speakersOf(of('us'))) assert.equal(side, 'us');
    });

    test('somebody who is not known to belong to the organization counts as a customer', async () => {
      for (const speaker of [STRANGER, undefined]) {
        const { states, of } = await judged(way, saidBy(speaker));
        assert.deepEqual(states, ['fired', 'fired', 'not_fired'], `${speaker}`);
        assert.deepEqual(speakersOf(of('customer')), [[speaker, undefined]]);
      }
    });

    test('without domains the host is ours, and attendees are as isInternal says', async () => {
      const attendees = [
        { name: 'Bo', email: 'bo@partner.example', isInternal: true },
        { name: 'Cy', email: 'cy@partner.example', isInternal: false },
      ];
      for (const [speaker, side] of [
        ['Ada Park', 'us'],
        ['Bo', 'us'],
        ['Cy', 'customer'],
      ] as const) {
        const { states, of } = await judged(way, { ...saidBy(speaker), attendees }, []);
        const fired = (one: string) => (one === 'anyone' || one === side ? 'fired' : 'not_fired');
        assert.deepEqual(states, SIDES.map(fired), speaker);
        assert.deepEqual(speakersOf(of(side)), [[speaker, side]]);
      }
    });
  });
}

test('an e-mail is said by its sender, its subject too', async () => {
  for (const [from, side] of [
    [REP, 'us'],
    [CUSTOMER, 'customer'],
  ] as const) {
    const { client } = await builtin.tenant(['parley.example']);
    const { signal, coverage } = signalsOf(client);
    const ids: number[] = [];
    for (const one of SIDES) {
      ids.push(await signal({ phrases: ['discount'], saidBy: one, contextSource: 'EMAIL' }));
    }
    await ingestEmail(client, { from, subject: 'A discount', text: 'A discount it is.' });
    await until(async () => (await coverage(ids[2]!)).pending === 0 || undefined);
    const query = { executionFrom: PAST, includeQuotes: 'true' };
    const { signals } = (await client.get('/v2/executions', query)).body;
    assert.deepEqual(
      signals.map(({ signalId, quotes }: Item) => [signalId, quotes.map((quote: Item) => quote.side)]),
      ['anyone', side].map((one) => [ids[SIDES.indexOf(one as 'us')], [side, side]]),
    );
  }
});

test('a model is told which side counts, and why its quotes did not', async () => {
  const { of } = await judged('a model', saidBy(REP.name));
  assert.match(
    of('customer').reason,
    /^Not proven: the quotes are words of the organization's own people\. /,
  );
  const task = ai.requests.at(-1)!.user.split('Task: judge.')[1]!;
  assert.match(task, /"said_by":"customer"/);
  assert.match(task, /"said_by":"us"/);
  assert.equal(task.match(/"said_by":/g)!.length, 2);
  const { of: ofCustomer } = await judged('a model', saidBy(CUSTOMER.name));
  assert.match(ofCustomer('us').reason, /^Not proven: nobody who said the quotes is known to belong to /);
});

test('a draft is tried with its side, or with that of its signal', async () => {
  const { client } = await builtin.tenant(['parley.example']);
  const { signal, processed } = signalsOf(client);
  const meetingId = await client.ingest(saidBy(REP.name));
  const id = await signal({ phrases: ['discount'], saidBy: 'customer' });
  await processed(meetingId);
  const tried = async (draft: object) => {
    const answer = await client.post('/admin/v1/signals/try', { meetingId, ...draft });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.fired;
  };
  assert.equal(await tried({ signalId: id }), false);
  assert.equal(await tried({ signalId: id, saidBy: 'us' }), true);
  assert.equal(await tried({ phrases: ['discount'] }), true);
  assert.equal(await tried({ phrases: ['discount'], saidBy: 'customer' }), false);
});

test('transcripts and moments show the side of a speaker; the meeting itself has the fields of the contract', async () => {
  const { client } = await builtin.tenant(['parley.example']);
  const id = await client.ingest(saidBy(REP.name, CUSTOMER.name, STRANGER));
  const sides = (entries: Item[]) => entries.map(({ speaker }) => speaker.side);
  const expected = ['us', 'us', 'customer', 'customer', undefined, undefined];
  const { body } = await client.get(`/v1/meetings/${id}/transcript`);
  assert.deepEqual(sides(body.entries), expected);
  const slice = await client.get(`/v1/meetings/${id}/transcript`, { fromEntry: '1', entries: '2' });
  assert.deepEqual(sides(slice.body.entries), ['us', 'customer']);
  const found = await client.get('/v1/moments', { query: 'discount' });
  assert.deepEqual(sides(found.body.moments), ['us', 'customer', undefined]);
  const meeting = (await client.get(`/v1/meetings/${id}`)).body;
  for (const { speaker } of meeting.transcript.entries) assert.ok(!('side' in speaker));
});
