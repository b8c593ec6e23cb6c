import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '../cli/run-parley.ts';

/** The entries that are copied. All others are links, whose modules import from the repository itself. */
const COPIED = ['src', 'scripts', 'README.md', 'docs'];
const LEFT_OUT = ['.git', '.parley'];

/** A copy of the repository that a test may change. */
export type ScratchCopy = {
  path: string;
  /** Returns the text of a file. */
  read(file: string): Promise<string>;
  /** Adds a new file. */
  add(file: string, text: string): Promise<void>;
  /** Replaces one place in a file. */
  change(file: string, from: string, to: string): Promise<void>;
  remove(): Promise<void>;
};

/** Copies the code of the service, its scripts and documents into a new folder; everything else is a link. */
export async function makeScratchCopy(): Promise<ScratchCopy> {
  const path = await mkdtemp(join(tmpdir(), 'parley-scratch-'));
  for (const name of await readdir(REPOSITORY)) {
    if (LEFT_OUT.includes(name)) continue;
    if (COPIED.includes(name)) await cp(join(REPOSITORY, name), join(path, name), { recursive: true });
    else await symlink(join(REPOSITORY, name), join(path, name));
  }
  const read = (file: string) => readFile(join(path, file), 'utf8');
  return {
    path,
    read,
    async add(file, text) {
      await mkdir(dirname(join(path, file)), { recursive: true });
      await writeFile(join(path, file), text, { flag: 'wx' });
    },
    async change(file, from, to) {
      const before = await read(file);
      assert.equal(before.split(from).length, 2, `${file} has ${from} once`);
      await writeFile(join(path, file), before.replace(from, to));
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
