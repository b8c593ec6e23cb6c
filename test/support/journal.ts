import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The requests and responses of a client, written to disk before it continues; reliability tests judge by them. */
export type Journal<Entry> = {
  write(entry: Entry): void;
  /** Returns all entries in order. */
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
