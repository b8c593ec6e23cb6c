import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { spoken } from '../moments/spoken.ts';
import { startService, type TestService } from '../support/service.ts';
import { runParley } from './run-parley.ts';

let service: TestService;
let meetingId: string;
before(async () => {
  service = await startService();
  const said = [
    { text: 'The rollout\u0007 begins in the north.', timestampSeconds: 61, speaker: { name: 'Ada Park' } },
    'Thank you all.',
  ];
  const crm = { salesforceAccountId: '0018c00002ABCDEAA5' };
  meetingId = await service.client.ingest(spoken(said, crm));
});
after(() => service.stop());

const parley = (...args: string[]) =>
  runParley(['ask', ...args], { DATABASE_URL: service.databaseUrl, PARLEY_API_PORT: '8123' });

test('a question is answered with quotes, their places, and what was read', async () => {
  const { code, stdout, stderr } = await parley(
    'Where does the rollout begin?',
    '--account',
    '0018c00002ABCDE',
  );
  assert.deepEqual([code, stderr], [0, '']);
  assert.equal(
    stdout,
    [
      `  "The rollout  begins in the north." (Ada Park, our side, Quarterly review, 2026-01-31, 00:01:01; meeting ${meetingId})`,
      '',
      'Read 2 entries of 1 of 1 meeting.',
      'No AI model is configured: the answer consists of extracts.',
      '',
    ].join('\n'),
  );
});

test('--json prints what the API answers', async () => {
  const question = 'Where does the rollout begin?';
  const { stdout } = await parley(question, '--json', '--meeting', meetingId);
  const { body } = await service.client.post('/v1/ask', { question, meetingIds: [meetingId] });
  const text = stdout.replaceAll('http://127.0.0.1:8123', service.apiUrl);
  assert.deepEqual(JSON.parse(text), body);
});

test('nothing found is said, and wrong questions are told what is wrong', async () => {
  const { stdout } = await parley('Where does the rollout begin?', '--from', '2026-02-01');
  assert.match(stdout, /^Nothing was found\.\nRead 0 entries of 0 of 0 meetings\./);
  for (const [args, message] of [
    [['?'], /question must have a letter or a digit/],
    [['x'.repeat(1001)], /question must/],
    [['Why?', '--meeting', '999999'], /there is no meeting "999999"/],
    [['Why?', '--from', '2026-02-01', '--to', '2026-01-01'], /to must not be before from/],
  ] as const) {
    const { code, stderr } = await parley(...args);
    assert.equal(code, 1, stderr);
    assert.match(stderr, message);
  }
});
