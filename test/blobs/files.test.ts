import assert from 'node:assert/strict';
import { chown, mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileStore } from '../../src/blobs/files.ts';
import { collect } from '../guarded-fetch/servers.ts';
import { until } from '../support/until.ts';
import { chunks, fileStore, filesIn, listed, wav } from './stores.ts';

const KEY = 'org/12/meeting/345/0b2f9c1e-7a65-4a53-9d0c-2f1f6b8f7a01';
const WAV = { contentType: 'audio/wav' };

const read = async (store: FileStore, key: string) => {
  const file = await store.openFile(key);
  return file && (await collect(file.stream()));
};

test('stored blobs are read back byte for byte, as a whole and in part', async (t) => {
  const { store } = await fileStore(t);
  const content = wav(3);
  const { bytes } = await store.put(KEY, chunks(content.subarray(0, 1000), '', content.subarray(1000)), WAV);
  assert.equal(bytes, content.length);
  assert.deepEqual(await read(store, KEY), content);
  const file = await store.openFile(KEY);
  assert.equal(file!.bytes, content.length);
  assert.ok(Math.abs(file!.modifiedMs - Date.now()) < 5000);
  assert.deepEqual(await collect(file!.stream({ start: 44, end: 99 })), content.subarray(44, 100));
});

/** Waits until a folder has that many files, those of puts in progress included. */
const untilFilesIn = (directory: string, count: number) =>
  until(async () => (await filesIn(directory)).length === count || undefined);

test('empty content is a blob of no bytes', async (t) => {
  const { store } = await fileStore(t);
  assert.deepEqual(await store.put(KEY, chunks(), WAV), { bytes: 0 });
  assert.equal((await read(store, KEY))!.length, 0);
});

test('a blob is invisible under its key until it is complete', async (t) => {
  const { store, directory } = await fileStore(t);
  await store.put(KEY, chunks('old'), WAV);
  const gate = Promise.withResolvers<void>();
  const put = store.put(KEY, slowly(gate.promise, 'new ', 'content'), WAV);
  const other = store.put(`${KEY}-2`, slowly(gate.promise, 'a', 'b'), WAV);
  await untilFilesIn(directory, 3);
  assert.equal(String(await read(store, KEY)), 'old');
  assert.equal(await store.openFile(`${KEY}-2`), undefined);
  assert.deepEqual(await keysIn(store), [KEY]);
  gate.resolve();
  await Promise.all([put, other]);
  assert.equal(String(await read(store, KEY)), 'new content');
  assert.deepEqual(await keysIn(store), [KEY, `${KEY}-2`]);
});

test('content that fails leaves nothing over, and its error comes unchanged', async (t) => {
  const { store, directory } = await fileStore(t);
  const broken = new Error('the server broke off');
  let closed = false;
  async function* failing() {
    try {
      yield Buffer.from('half');
      throw broken;
    } finally {
      closed = true;
    }
  }
  await assert.rejects(store.put(KEY, failing(), WAV), (error) => error === broken);
  assert.equal(closed, true);
  assert.deepEqual(await filesIn(directory), []);
  assert.equal(await store.openFile(KEY), undefined);
});

test('an abort ends a put at once, even while content is silent, and leaves nothing over', async (t) => {
  const { store, directory } = await fileStore(t);
  const reason = new Error('shutting down');
  const stop = new AbortController();
  const put = store.put(KEY, slowly(new Promise(() => {}), 'half', 'never'), { ...WAV, signal: stop.signal });
  setTimeout(() => stop.abort(reason), 30);
  await assert.rejects(put, (error) => error === reason);
  assert.deepEqual(await filesIn(directory), []);
  let asked = false;
  const untouched: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        asked = true;
        return { done: true, value: undefined };
      },
    }),
  };
  await assert.rejects(
    store.put(KEY, untouched, { ...WAV, signal: AbortSignal.abort(reason) }),
    (error) => error === reason,
  );
  assert.equal(asked, false);
  assert.deepEqual(await filesIn(directory), []);
});

test('an abort lets go of the content', async (t) => {
  const { store } = await fileStore(t);
  const stop = new AbortController();
  let closed = false;
  async function* endless() {
    try {
      for (;;) {
        yield Buffer.from('x');
        await sleep(1);
      }
    } finally {
      closed = true;
    }
  }
  setTimeout(() => stop.abort(new Error('enough')), 20);
  await assert.rejects(store.put(KEY, endless(), { ...WAV, signal: stop.signal }), /enough/);
  await until(async () => closed || undefined);
});

test('delete removes the blob and the directories that it alone needed; a missing key is fine', async (t) => {
  const { store, directory } = await fileStore(t);
  await store.delete(KEY);
  await store.put(KEY, chunks('x'), WAV);
  await store.put('org/12/meeting/346/a', chunks('y'), WAV);
  await store.delete(KEY);
  await store.delete(KEY);
  await store.delete(`${KEY}/below/a/file`);
  await store.delete('org/12');
  assert.deepEqual(await keysIn(store), ['org/12/meeting/346/a']);
  assert.deepEqual(await readdir(join(directory, 'org/12/meeting')), ['346']);
  await store.delete('org/12/meeting/346/a');
  assert.deepEqual(await readdir(directory), ['.unfinished']);
});

test('puts and deletes at the same time do not disturb each other', async (t) => {
  const { store } = await fileStore(t);
  const rounds = Array.from({ length: 60 }, async (_, i) => {
    const key = `org/1/meeting/${i % 3}/blob-${i}`;
    await store.put(key, chunks(`content ${i}`), WAV);
    if (i % 2) await store.delete(key);
  });
  await Promise.all(rounds);
  assert.equal((await keysIn(store)).length, 30);
});

test('a delete that removes an empty directory does not take it from a put', async (t) => {
  const { store } = await fileStore(t);
  for (let round = 0; round < 25; round++) {
    const puts = Array.from({ length: 4 }, (_, i) => store.put(`org/1/${round}/${i}/a`, chunks('x'), WAV));
    let done = false;
    const deletes = (async () => {
      while (!done) await store.delete(`org/1/${round}/0/b`);
    })();
    await Promise.all(puts).finally(() => {
      done = true;
    });
    await deletes;
  }
  assert.equal((await keysIn(store)).length, 100);
});

test('list gives every blob below a prefix with its size and time', async (t) => {
  const { store } = await fileStore(t);
  assert.deepEqual(await listed(store.list('')), []);
  const keys = ['org/1/a', 'org/1/b', 'org/12/a', 'org/2/meeting/1/x', 'other'];
  for (const key of keys) await store.put(key, chunks(key), WAV);
  const all = await listed(store.list(''));
  assert.deepEqual(
    all.map(({ key, bytes }) => [key, bytes]),
    keys.map((key) => [key, key.length]),
  );
  for (const { modifiedMs } of all) assert.ok(Math.abs(modifiedMs - Date.now()) < 5000);
  const below = async (prefix: string) => (await listed(store.list(prefix))).map(({ key }) => key);
  assert.deepEqual(await below('org/1'), ['org/1/a', 'org/1/b', 'org/12/a']);
  assert.deepEqual(await below('org/1/'), ['org/1/a', 'org/1/b']);
  assert.deepEqual(await below('org/1/a'), ['org/1/a']);
  assert.deepEqual(await below('nothing/here'), []);
});

test('list skips foreign files, and tolerates deletions while it runs', async (t) => {
  const { store, directory } = await fileStore(t);
  for (let i = 0; i < 20; i++) await store.put(`org/${i}/meeting/1/a`, chunks('x'), WAV);
  await writeFile(join(directory, '.DS_Store'), 'x');
  await mkdir(join(directory, 'lost+found'));
  await writeFile(join(directory, 'lost+found', 'a'), 'x');
  let seen = 0;
  for await (const { key } of store.list('')) {
    seen++;
    await store.delete(key);
  }
  assert.equal(seen, 20);
  assert.equal((await filesIn(directory)).length, 2);
});

test('remains of a killed process are discarded, and a put in progress is not', async (t) => {
  const { store, directory } = await fileStore(t);
  assert.equal(await store.discardUnfinished(Date.now()), 0);
  const gate = Promise.withResolvers<void>();
  const put = store.put(KEY, slowly(gate.promise, 'a', 'b'), WAV);
  await untilFilesIn(directory, 1);
  const left = join(directory, '.unfinished', 'left-over');
  await writeFile(left, 'half of a recording');
  const yesterday = new Date(Date.now() - 86_400_000);
  await utimes(left, yesterday, yesterday);
  assert.equal(await store.discardUnfinished(Date.now() - 3_600_000), 1);
  gate.resolve();
  await put;
  assert.equal(String(await read(store, KEY)), 'ab');
  assert.deepEqual(await filesIn(directory), [join(directory, ...KEY.split('/'))]);
});

test('recordings are readable by their owner only', async (t) => {
  const { store, directory } = await fileStore(t);
  await store.put(KEY, chunks('x'), WAV);
  const path = join(directory, ...KEY.split('/'));
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.equal((await stat(dirname(path))).mode & 0o777, 0o700);
});

const BAD_KEYS = [
  '',
  '/',
  '/a',
  'a/',
  'a//b',
  '.',
  '..',
  '../a',
  'a/../b',
  'a/./b',
  'a/..',
  '.unfinished/x',
  '.a',
];
BAD_KEYS.push(
  'a\\b',
  'a\0b',
  'a b',
  'A',
  'a.wav',
  'ä',
  'a%2fb',
  'a?b',
  'a#b',
  'a:b',
  '~',
  'a\n',
  '\n',
  'org/１',
);
BAD_KEYS.push('a/'.repeat(300), 'a'.repeat(129), `${'a'.repeat(128)}/`.repeat(4).concat('a'));

test('keys with traversal or odd characters are refused by every operation', async (t) => {
  const { store, directory } = await fileStore(t);
  const presign = { expiresAtMs: Date.now() + 1000, contentType: 'audio/wav', fileName: 'a' };
  for (const key of BAD_KEYS) {
    const refused = { name: 'TypeError', message: /^A blob key must be / };
    await assert.rejects(store.put(key, chunks('x'), WAV), refused, key);
    await assert.rejects(store.delete(key), refused, key);
    await assert.rejects(store.presign(key, presign), refused, key);
    await assert.rejects(async () => store.openFile(key), refused, key);
    if (key !== '' && key !== 'a/') assert.throws(() => store.list(key), refused, key);
  }
  assert.deepEqual(await filesIn(directory), []);
});

async function keysIn(store: FileStore): Promise<string[]> {
  return (await listed(store.list(''))).map(({ key }) => key);
}

async function* slowly(gate: Promise<void>, first: string, second: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(first);
  await gate;
  yield Buffer.from(second);
}

test('files that root stores belong to the owner of the store', {
  skip: process.getuid?.() !== 0 && 'only root can give files away',
}, async (t) => {
  const { store, directory } = await fileStore(t);
  const [uid, gid] = [12345, 12346];
  await mkdir(directory, { recursive: true });
  await chown(directory, uid, gid);
  await store.put(KEY, chunks('sound'), WAV);
  await store.writeMarker('whose it is');
  const made = await readdir(directory, { recursive: true });
  assert.ok(made.includes(KEY) && made.includes('.parley-store.json') && made.includes('.unfinished'));
  for (const name of made) {
    const found = await stat(join(directory, name));
    assert.deepEqual([name, found.uid, found.gid], [name, uid, gid]);
  }
});
