import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { REPOSITORY } from '../cli/run-parley.ts';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { meeting } from '../support/meetings.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { until } from '../support/until.ts';

const ends: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const end of ends.toReversed()) await end();
});

type Copy = { stage: string; from: string | undefined; sources: string[]; target: string };

/** The COPY instructions of the Dockerfile, with the stage in which they are. */
async function readCopies(): Promise<Copy[]> {
  const text = await readFile(join(REPOSITORY, 'Dockerfile'), 'utf8');
  let stage = '';
  return text.split('\n').flatMap((line) => {
    const [, name] = /^FROM .*?(?: AS (\w+))?$/.exec(line) ?? [];
    if (line.startsWith('FROM ')) stage = name ?? 'image';
    const [, options, paths] = /^COPY ((?:--\S+ )*)(.*)$/.exec(line) ?? [];
    if (paths === undefined) return [];
    const [, from] = /--from=(\w+)/.exec(options!) ?? [];
    const words = paths.split(' ');
    return [{ stage, from, sources: words.slice(0, -1), target: words.at(-1)! }];
  });
}

/** Returns whether .dockerignore, which lists what reaches the build, lets a path through. */
async function readContext(): Promise<(path: string) => boolean> {
  const text = await readFile(join(REPOSITORY, '.dockerignore'), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  assert.equal(lines[0], '*');
  const allowed = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  return (path) => allowed.some((one) => path === one || path.startsWith(`${one}/`));
}

/** Makes the folder that the image has at /opt/parley, from this repository's files and packages. */
async function makeImageFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-image-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const isInContext = await readContext();
  const copies = await readCopies();
  for (const { sources, from } of copies) {
    for (const source of sources)
      if (!from) assert.ok(isInContext(source), `.dockerignore leaves out ${source}`);
  }
  for (const { stage, from, sources, target } of copies) {
    if (stage !== 'service' || from) continue;
    for (const source of sources) {
      const to = target.endsWith('/') ? join(target, source.split('/').at(-1)!) : target;
      await mkdir(dirname(join(folder, to)), { recursive: true });
      await cp(join(REPOSITORY, source), join(folder, to), {
        recursive: true,
        filter: (path) => !/(?:^|\/)(?:node_modules|dist)$/.test(path),
      });
    }
  }
  // The stage removes these two after the installation: they are only there for npm.
  for (const name of ['client', 'console']) await rm(join(folder, name), { recursive: true });
  await mkdir(join(folder, 'node_modules', '@parley'), { recursive: true });
  for (const name of await readdir(join(REPOSITORY, 'node_modules'))) {
    if (name === '@parley' || name === '.cache') continue;
    await symlink(join(REPOSITORY, 'node_modules', name), join(folder, 'node_modules', name));
  }
  for (const name of ['demo', 'embedded-postgres']) {
    await symlink(join('..', '..', name), join(folder, 'node_modules', '@parley', name));
  }
  return folder;
}

test('what the Dockerfile copies is enough to serve, to judge and to load the sample data', async () => {
  const database = await createTestDatabase();
  ends.push(() => database.drop());
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-image-data-'));
  ends.push(() => rm(dataDir, { recursive: true, force: true }));
  const service: ChildService = await startChildService({
    databaseUrl: database.url,
    key: 'parley_key-of-the-image-test',
    cwd: await makeImageFolder(),
    env: { PARLEY_DATA_DIR: dataDir, PARLEY_ROLES: 'api,receiver,worker' },
  });
  ends.push(() => service.stop());
  const { client } = service;
  for (const path of ['/readyz', '/openapi.json', '/docs', '/']) {
    assert.equal((await fetch(`${service.apiUrl}${path}`)).status, 200, path);
  }
  const transcript = {
    segments: [{ text: 'We decided to renew.', timestampSeconds: 4, speaker: { name: 'Ada' } }],
  };
  const id = await client.ingest(meeting({ transcript }));
  await until(async () => (await client.get(`/v1/meetings/${id}/summary`)).status === 200 || undefined);
  const { id: exportId } = (await client.post('/v1/exports', { format: 'parquet' })).body;
  await until(async () => (await client.get(`/v1/exports/${exportId}`)).body.state === 'done' || undefined);
  assert.equal((await client.post('/admin/v1/demo', {})).status, 202);
  await until(async () => (await client.get('/v1/users')).body.users?.length > 1 || undefined);
});

test('the image has the console, and its build has what the console is made of', async () => {
  const copies = await readCopies();
  const built = copies.filter(({ from }) => from === 'console');
  assert.deepEqual(built, [
    { stage: 'service', from: 'console', sources: ['/opt/parley/console/dist'], target: 'console/dist' },
  ]);
  const ofConsole = copies.filter(({ stage }) => stage === 'console').flatMap(({ sources }) => sources);
  for (const source of [
    'client',
    'console',
    'scripts/build-console.ts',
    'package-lock.json',
    'tsconfig.json',
  ]) {
    assert.ok(ofConsole.includes(source), source);
  }
  const image = copies.filter(({ stage }) => stage === 'image');
  assert.deepEqual(image, [
    { stage: 'image', from: 'service', sources: ['/opt/parley'], target: '/opt/parley' },
  ]);
});
