import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a client asked and was told, on disk before it goes on: what a reliability test judges by. */
export type Journal<Entry> = {
  write(entry: Entry): void;
  /** Everything written, in order. */
  read(): Entry[];
  remove(): Promise<void>;
};

export async function openJournal<Entry>(): Promise<Journal<Entry>> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-journal-'));
  const path = join(folder, 'journal.jsonl');
  const file = openSync(path, 'ax');
  return {
    write(entry) {
      writeSync(file, `${JSON.stringify(entry)}\n`);
    },
    read() {
      const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
      return lines.map((line) => JSON.parse(line) as Entry);
    },
    async remove() {
      closeSync(file);
      await rm(folder, { recursive: true });
    },
  };
}
