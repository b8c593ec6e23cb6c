import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { REPOSITORY, start } from './cli/run-parley.ts';
import { type ChildService, startChildService } from './support/child-service.ts';
import { createTestDatabase } from './support/postgres.ts';

/** The README's shell blocks, except the first: it installs, starts the service and runs the tests. */
type Blocks = { install: string; pasted: string[] };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
let service: ChildService;
before(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'parley-readme-'));
  await chmod(dataDir, 0o755);
  service = await startChildService({
    databaseUrl: database.url,
    key: 'parley_key-of-the-readme-test',
    env: { PARLEY_DATA_DIR: dataDir },
  });
});
after(async () => {
  await service.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function readBlocks(): Promise<Blocks> {
  const readme = await readFile(join(REPOSITORY, 'README.md'), 'utf8');
  const [install, ...pasted] = [...readme.matchAll(/```sh\n(.*?)```/gs)].map((found) => found[1]!);
  return { install: install!, pasted };
}

/** Follows the output of each block. */
const END_OF_BLOCK = '--- end of block ---';

/** The expected output of each block, in order. */
const EXPECTED: RegExp[][] = [
  [/has the invented company/, /304 meetings: 304 created/],
  [],
  [/^Organization \d+ has the key parley_\S+$/m],
  [/^The signal has the id \d+$/m],
  [/^The meeting has the id \d+$/m],
  [/title: 'Acme: quarterly review'/, /grace@acme\.example/, /Shall we start with the numbers\?/],
  [/decisions: \[\n/, /nextSteps: \[\n/, /signalName: 'Numbers'/, /reason: 'Found: "the numbers"'/],
  [/^2 records: 2 created, 0 updated\.$/m, /accepted: true/],
  [/bytes: 24044/, /^http:\S+\/downloads\/\S+$/m],
  [/^1 meeting and 1 e-mail from 2 files: 2 created/m],
];

test('the shell blocks of the README work when they are pasted in order', async () => {
  const { install, pasted } = await readBlocks();
  assert.match(install, /npm start/);
  assert.equal(pasted.length, EXPECTED.length, 'each block has an expectation');
  // The documented ports may be taken on this machine; the README names them once.
  const script = pasted
    .map((block) => `${block}\nprintf '%s\\n' '${END_OF_BLOCK}'\n`)
    .join('')
    .replace('API=http://127.0.0.1:8080', `API=${service.apiUrl}`)
    .replace('RECEIVER=http://127.0.0.1:8081', `RECEIVER=${service.receiverUrl}`);
  assert.doesNotMatch(script, /:808[01]/, 'the addresses stand in one place');
  // Ends at the first command, also in a pipe or a function, that fails.
  const { ended } = start('bash', ['-eEu', '-o', 'pipefail', '-c', script], {
    cwd: REPOSITORY,
    env: { HOME: dataDir, DATABASE_URL: database.url, PARLEY_DATA_DIR: dataDir },
  });
  const { code, stdout, stderr } = await ended;
  assert.equal(code, 0, `${stdout}\n${stderr}`);
  const printed = stdout.split(`${END_OF_BLOCK}\n`);
  for (const [index, patterns] of EXPECTED.entries()) {
    for (const pattern of patterns) assert.match(printed[index]!, pattern, pasted[index]);
  }
});
