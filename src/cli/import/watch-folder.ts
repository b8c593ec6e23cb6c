import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../../lib/database-errors.ts';
import { count } from '../../lib/text.ts';
import type { CliContext } from '../context.ts';
import { findFiles } from './find-files.ts';
import { type ImportRun, importFiles } from './import-files.ts';
import { type FileReport, openJournal, reportPath } from './journal.ts';
import { noManifest } from './manifest.ts';
import { recordImport } from './record-run.ts';
import { emptyReport } from './report.ts';
import { type ImportSource, openSources, versionOf } from './sources.ts';
import { stopAtSignal } from './stop-at-signal.ts';

/** The time between two looks at the folder. Looking works on every file system, also on those of other computers. */
const LOOK_MS = 1000;

/** A file is taken once its size and time have not changed for so long. */
const SETTLE_MS = 2000;

/** Names under which programs write files that are not whole yet. */
const UNFINISHED = /\.(?:part|partial|tmp|temp|crdownload|download|filepart|opdownload|swp)$|~$/i;

export type WatchWork = Omit<
  ImportRun,
  'sources' | 'manifest' | 'report' | 'journal' | 'signal' | 'onFile'
> & { dataDir: string };

/**
 * Imports the files of a folder, and then each that comes into it or changes, until the process is told to stop. What
 * was done is in the journal of the folder, so that a later run goes on.
 */
export async function watchFolder(folder: string, work: WatchWork, context: CliContext): Promise<void> {
  const stop = stopAtSignal(() => context.complain('stopping; the files in work are finished first'));
  try {
    await new Watch(folder, work, context, stop.signal).run();
  } finally {
    stop.release();
  }
}

class Watch {
  readonly #folder: string;
  readonly #work: WatchWork;
  readonly #context: CliContext;
  readonly #signal: AbortSignal;
  /** The versions of files that are done, whatever the outcome: each is tried once until it changes. */
  readonly #done = new Map<string, string>();
  /** The versions of files, and of archives, that were opened. */
  readonly #looked = new Map<string, string>();
  /** Since when each other file is as it is. */
  readonly #seen = new Map<string, { version: string; sinceMs: number }>();
  /** Complaints about the folder, so that each is told once. */
  #told = new Set<string>();

  constructor(folder: string, work: WatchWork, context: CliContext, signal: AbortSignal) {
    [this.#folder, this.#work, this.#context, this.#signal] = [folder, work, context, signal];
  }

  async run(): Promise<void> {
    const { parts, organizationId, dataDir } = this.#work;
    const path = await reportPath(parts.db, organizationId, dataDir, { watch: resolve(this.#folder) });
    const journal = await openJournal(path, true);
    for (const { file, version } of journal.before.values()) this.#done.set(file, version);
    this.#context.complain(`watching ${this.#folder}; the report is ${path}`);
    while (!this.#signal.aborted) {
      try {
        await this.#look(journal.add);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        this.#complainOnce('the database cannot be reached; trying again');
      }
      await delay(LOOK_MS, undefined, { signal: this.#signal }).catch(() => {});
    }
  }

  async #look(add: (files: readonly FileReport[]) => Promise<void>): Promise<void> {
    const { files, faults } = await findFiles([this.#folder], (name) => !UNFINISHED.test(name));
    for (const { file, reason } of faults) this.#complainOnce(`${file}: ${reason}`);
    const settled = await this.#settled(files);
    const opening = await openSources([...settled.keys()]);
    try {
      for (const { file, reason } of opening.notTaken)
        this.#context.complain(`${file}: not taken: ${reason}`);
      const sources = opening.sources.filter(({ name, version }) => this.#done.get(name) !== version);
      if (sources.length > 0) await this.#take(sources, add);
      if (!this.#signal.aborted) for (const [path, version] of settled) this.#looked.set(path, version);
    } finally {
      opening.close();
    }
  }

  /** Returns the files that were not looked at as they are now and that nobody writes any more, with their versions. */
  async #settled(files: readonly string[]): Promise<Map<string, string>> {
    const settled = new Map<string, string>();
    const nowMs = performance.now();
    for (const path of files) {
      const found = await stat(path).catch(() => undefined);
      const version = found && versionOf(found);
      if (version === undefined || this.#looked.get(path) === version) continue;
      const seen = this.#seen.get(path);
      if (seen?.version !== version) this.#seen.set(path, { version, sinceMs: nowMs });
      else if (nowMs - seen.sinceMs >= SETTLE_MS) settled.set(path, version);
    }
    for (const path of settled.keys()) this.#seen.delete(path);
    return settled;
  }

  async #take(sources: readonly ImportSource[], add: (files: readonly FileReport[]) => Promise<void>) {
    const report = emptyReport(false);
    try {
      await importFiles({
        ...this.#work,
        ...{ sources, manifest: noManifest, report, signal: this.#signal },
        // Files that the journal has are left out already, and refused ones are in it, too.
        journal: { path: '', before: new Map(), add, end: async () => {} },
        onFile: (done) => this.#tell(done),
      });
    } finally {
      await recordImport(this.#work.parts.db, this.#work.organizationId, report);
    }
    this.#told = new Set();
  }

  #tell({ file, version, meetings, emails, notTaken, warnings }: FileReport): void {
    this.#done.set(file, version);
    for (const warning of warnings) this.#context.complain(`${file}: ${warning}`);
    for (const { item, reason } of notTaken) {
      this.#context.complain(`${file}${item === undefined ? '' : `, meeting ${item}`}: not taken: ${reason}`);
    }
    const taken = [...meetings, ...emails];
    if (taken.length === 0) return;
    const outcomes = Map.groupBy(taken, ({ outcome }) => outcome);
    const sums = [...outcomes].map(([outcome, all]) => `${count(all.length, 'item')} ${outcome}`);
    this.#context.print(`${file}: ${sums.join(', ')}`);
  }

  #complainOnce(text: string): void {
    if (this.#told.has(text)) return;
    this.#told.add(text);
    this.#context.complain(text);
  }
}
