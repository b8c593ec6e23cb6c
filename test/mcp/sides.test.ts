import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { connectAgent } from './agent.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const SAID = [
  ['Ada Park', 'The sundial is ready.'],
  ['Grace Lund', 'Our garden needs a sundial.'],
  ['Rui (us)', 'Is a sundial dear?'],
  ['Eve (us)', 'I dislike any sundial.'],
] as const;

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('>'))
    .map((line) => line.replace('> ~ ', '> '));

test('lines of transcripts and quotes show the sides that are known, and no name passes for one', async () => {
  const { client, key } = await service.tenant();
  const id = await client.ingest(
    meeting({
      host: { name: 'Ada Park', email: 'ada@parley.example' },
      attendees: [
        { name: 'Grace Lund', email: 'grace@acme.example', isInternal: false },
        { name: 'Rui (us)', email: 'rui@acme.example', isInternal: false },
      ],
      transcript: {
        segments: SAID.map(([name, text], index) => ({ text, timestampSeconds: index, speaker: { name } })),
      },
    }),
  );
  const lines = [
    `> [meeting:${id}#0@0] Ada Park (us): The sundial is ready.`,
    `> [meeting:${id}#1@1] Grace Lund (customer): Our garden needs a sundial.`,
    `> [meeting:${id}#2@2] Rui [us] (customer): Is a sundial dear?`,
    `> [meeting:${id}#3@3] Eve [us]: I dislike any sundial.`,
  ];
  const agent = await connectAgent(service, { key });
  assert.deepEqual(linesOf((await agent.call('read_transcript', { meetingId: id })).text), lines);
  // The entry that was found is shown with the entries before and after it.
  const found = await agent.call('search_moments', { query: 'garden', meetingId: id });
  assert.deepEqual(linesOf(found.text), lines.slice(0, 3));
  // No entry has all of these words.
  const related = await agent.call('search_moments', { query: 'garden lighthouse dislike', meetingId: id });
  assert.deepEqual(linesOf(related.text), lines);
  await agent.close();

  const sideOf = async (question: string, who: string) => {
    const { body } = await client.post('/v1/ask', { question });
    const quotes = body.sentences.flatMap(
      (one: { quotes: { speaker: string; side?: string }[] }) => one.quotes,
    );
    const quote = quotes.find(({ speaker }: { speaker: string }) => speaker === who);
    assert.ok(quote, JSON.stringify(body));
    return quote.side;
  };
  assert.equal(await sideOf('Who needs a garden?', 'Grace Lund'), 'customer');
  assert.equal(await sideOf('Is it ready?', 'Ada Park'), 'us');
  assert.equal(await sideOf('Who dislikes it?', 'Eve (us)'), undefined);
});
