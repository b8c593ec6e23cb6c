import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../../lib/database-errors.ts';
import { count } from '../../lib/text.ts';
import type { CliContext } from '../context.ts';
import { findFiles } from './find-files.ts';
import { type ImportRun, importFiles } from './import-files.ts';
import { type FileReport, openJournal, type Refusal } from './journal.ts';
import { noManifest } from './manifest.ts';
import { recordImport } from './record-run.ts';
import { emptyReport, type NotTaken } from './report.ts';
import { type ImportSource, openSources, versionOf } from './sources.ts';
import { stopAtSignal } from './stop-at-signal.ts';

/** The time between two looks at the folder. Looking works on every file system, also on those of other computers. */
const LOOK_MS = 1000;

/** A file is taken once its size and time have not changed for so long. */
const SETTLE_MS = 2000;

/** The pauses before a file is tried again that was refused for a reason that may pass; each is twice the one before. */
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 10 * 60_000;

/** Names under which programs write files that are not whole yet. */
const UNFINISHED = /\.(?:part|partial|tmp|temp|crdownload|download|filepart|opdownload|swp)$|~$/i;

export type WatchWork = Omit<
  ImportRun,
  'sources' | 'manifest' | 'report' | 'journal' | 'signal' | 'onFile'
> & {
  dataDir: string;
  /** The path of the report, if it is not in the data directory. */
  reportPath: string | undefined;
  /** Whether all files are looked at again. */
  restart: boolean;
  /** Whether the outcome of each file is printed as its line of the report. */
  asJson: boolean;
};

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
  /** The files to be tried again, although they have not changed, by the path of the file or of its archive. */
  readonly #retries = new Map<string, { atMs: number; pauseMs: number }>();
  /** The refusals of files that are tried again, so that each is told once. */
  readonly #refused = new Map<string, string>();
  #report = '';
  /** What is wrong with the folder since the last look, so that it is told once. */
  #faults = new Set<string>();
  /** Other complaints since the last import, for the same reason. */
  #told = new Set<string>();

  constructor(folder: string, work: WatchWork, context: CliContext, signal: AbortSignal) {
    [this.#folder, this.#work, this.#context, this.#signal] = [folder, work, context, signal];
  }

  async run(): Promise<void> {
    const { parts, organizationId, dataDir, restart, reportPath } = this.#work;
    const run = {
      db: parts.db,
      organizationId,
      dataDir,
      what: { watch: resolve(this.#folder) },
      path: reportPath,
    };
    const journal = await openJournal(run, !restart);
    this.#report = resolve(journal.path);
    for (const { file, version, notTaken } of journal.before.values()) {
      if (!notTaken.some(mayPass)) this.#done.set(file, version);
    }
    this.#context.complain(`watching ${this.#folder}; the report is ${journal.path}`);
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
    const told = this.#faults;
    this.#faults = new Set(faults.map(({ file, reason }) => `${file}: ${reason}`));
    for (const fault of this.#faults) if (!told.has(fault)) this.#context.complain(fault);
    // The report may be in the folder.
    const settled = await this.#settled(files.filter((file) => resolve(file) !== this.#report));
    const opening = await openSources([...settled.keys()]);
    try {
      for (const refusal of opening.notTaken) this.#tellOfArchive(refusal);
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
      if (version === undefined) continue;
      if (this.#looked.get(path) === version) {
        if (this.#isDue(path, nowMs)) settled.set(path, version);
        continue;
      }
      const seen = this.#seen.get(path);
      if (seen?.version !== version) this.#seen.set(path, { version, sinceMs: nowMs });
      else if (nowMs - seen.sinceMs >= SETTLE_MS) settled.set(path, version);
    }
    for (const path of settled.keys()) this.#seen.delete(path);
    return settled;
  }

  #isDue(path: string, nowMs: number): boolean {
    const retry = this.#retries.get(path);
    return retry !== undefined && retry.atMs <= nowMs;
  }

  /** Plans when a file is tried again, unless it is done. */
  #planRetry(path: string, isDone: boolean): void {
    if (isDone) {
      this.#retries.delete(path);
      return;
    }
    const { pauseMs } = this.#retries.get(path) ?? { pauseMs: FIRST_RETRY_MS / 2 };
    const next = Math.min(pauseMs * 2, LAST_RETRY_MS);
    this.#retries.set(path, { atMs: performance.now() + next, pauseMs: next });
  }

  async #take(sources: readonly ImportSource[], add: (files: readonly FileReport[]) => Promise<void>) {
    const report = emptyReport(false);
    const paths = new Map(sources.map(({ name, path }) => [name, path]));
    const toRetry = new Set<string>();
    try {
      await importFiles({
        ...this.#work,
        ...{ sources, manifest: noManifest, report, signal: this.#signal },
        // Files that the journal has are left out already, and refused ones are in it, too.
        journal: { path: '', before: new Map(), add, end: async () => {} },
        onFile: (done) => {
          if (done.notTaken.some(mayPass)) toRetry.add(paths.get(done.file)!);
          else this.#done.set(done.file, done.version);
          this.#tell(done);
        },
      });
      for (const path of new Set(paths.values())) this.#planRetry(path, !toRetry.has(path));
    } finally {
      await recordImport(this.#work.parts.db, this.#work.organizationId, report);
    }
    this.#told = new Set();
  }

  #tell(done: FileReport): void {
    const { file, meetings, emails, notTaken, warnings } = done;
    const taken = [...meetings, ...emails];
    const refusals = notTaken.map(({ item, reason }) => {
      return `${file}${item === undefined ? '' : `, meeting ${item}`}: not taken: ${reason}`;
    });
    const isTold = taken.length === 0 && this.#refused.get(file) === refusals.join('\n');
    if (notTaken.some(mayPass)) this.#refused.set(file, refusals.join('\n'));
    else this.#refused.delete(file);
    if (isTold) return;
    if (this.#work.asJson) {
      this.#context.print(JSON.stringify(done));
      return;
    }
    for (const warning of warnings) this.#context.complain(`${file}: ${warning}`);
    for (const refusal of refusals) this.#context.complain(refusal);
    if (taken.length === 0) return;
    const outcomes = Map.groupBy(taken, ({ outcome }) => outcome);
    const sums = [...outcomes].map(([outcome, all]) => `${count(all.length, 'item')} ${outcome}`);
    this.#context.print(`${file}: ${sums.join(', ')}`);
  }

  /** Tells that an archive cannot be opened. */
  #tellOfArchive(refusal: NotTaken): void {
    const text = `${refusal.file}: not taken: ${refusal.reason}`;
    if (!mayPass(refusal)) {
      this.#context.complain(text);
      return;
    }
    this.#planRetry(refusal.file, false);
    this.#complainOnce(text);
  }

  #complainOnce(text: string): void {
    if (this.#told.has(text)) return;
    this.#told.add(text);
    this.#context.complain(text);
  }
}

function mayPass(refusal: Refusal): boolean {
  return refusal.mayPass === true;
}
