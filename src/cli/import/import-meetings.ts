import {
  ingestTogether,
  type SentMeeting,
  type SentOutcome,
} from '../../domain/meetings/bulk/ingest-together.ts';
import type { MeetingFromThread } from '../../domain/meetings/bulk/send-prepared.ts';
import { repeats, type StoredMeetingComparison } from '../../domain/meetings/compare-with-stored.ts';
import type { Beside } from '../../domain/meetings/files/meetings-of-file.ts';
import { refuseNamesake } from '../../domain/meetings/files/take-meeting.ts';
import { bytesOfPieces } from '../../domain/meetings/ingest-meeting.ts';
import { type DigestedMeeting, identityOf } from '../../domain/meetings/prepare-meeting.ts';
import { createByteBudget } from '../../lib/byte-budget.ts';
import { Fault } from '../../lib/faults.ts';
import { inOrder } from '../../lib/in-order.ts';
import { ADVICE } from './advice.ts';
import { type FileReport, refusalFromFault } from './journal.ts';
import { MAX_ARCHIVED_BYTES, MAX_FILE_BYTES, SPLIT } from './limits.ts';
import type { FilePreparation, FileTask, OfFile, PreparedFile, PreparedItem } from './prepare-files.ts';
import type { ImportSource } from './sources.ts';

/** Files are read in batches: a message to a thread for each would cost more than a small file. */
const BATCH_FILES = 8;

/** Batches that are read ahead, for each thread. */
const BATCHES_AHEAD = 3;

/** Meetings that are stored in one transaction, unless their transcripts have more bytes before. */
const GROUP_MEETINGS = 64;
const GROUP_BYTES = 8 * 1024 * 1024;

/** The outcome of a file, of which everything is durable or refused. */
export type FileOutcome = {
  source: ImportSource;
  meetings: FileReport['meetings'];
  notTaken: FileReport['notTaken'];
  warnings: string[];
};

export type MeetingsRun = {
  parts: Parameters<typeof ingestTogether>[0];
  organizationId: number;
  preparation: FilePreparation;
  concurrency: number;
  process: boolean;
  dryRun: boolean;
  besideOf(source: ImportSource): Promise<Beside>;
  /** The files of this run from which each meeting comes, by its identity, so that two do not overwrite each other. */
  takenFrom: Map<string, string>;
  signal: AbortSignal;
  /** Is told of files that are done, in their order. */
  onDone(files: readonly FileOutcome[]): Promise<void>;
};

type Held = SentMeeting & { file: Open; item?: number; identity: string; isNamedByFile: boolean };

/** A file of which not all is stored yet. */
type Open = FileOutcome & { waiting: number };

/**
 * Imports the meetings of files. Threads read and prepare them; groups of meetings are stored one after the other in the
 * order of the files, so that of two files with one meeting the same is first in every run.
 * @throws what makes going on useless, as a database that cannot be reached; what was done before is told
 */
export async function importMeetings(sources: readonly ImportSource[], run: MeetingsRun): Promise<void> {
  const archived = createByteBudget(MAX_ARCHIVED_BYTES);
  const batches = inOrder(
    batchesOf(sources, run.signal),
    run.concurrency * BATCHES_AHEAD,
    async ({ files, archivedBytes }) => {
      const giveBack = await archived.take(archivedBytes);
      return prepareBatch(files, run).finally(giveBack);
    },
  );
  const group = new Group(run);
  for await (const batch of batches) {
    for (const [source, prepared] of batch) await group.add(source, prepared);
    if (run.signal.aborted) break;
  }
  await group.store();
}

type Batch = { files: ImportSource[]; archivedBytes: number };

function* batchesOf(sources: readonly ImportSource[], signal: AbortSignal): Generator<Batch> {
  let batch: Batch = { files: [], archivedBytes: 0 };
  for (const source of sources) {
    if (signal.aborted) return;
    // Too large ones are refused unread.
    const bytes = Math.min(source.archived?.bytes ?? 0, MAX_FILE_BYTES);
    if (batch.files.length === BATCH_FILES || batch.archivedBytes + bytes > MAX_FILE_BYTES) {
      yield batch;
      batch = { files: [], archivedBytes: 0 };
    }
    batch.files.push(source);
    batch.archivedBytes += bytes;
  }
  if (batch.files.length > 0 && !signal.aborted) yield batch;
}

async function prepareBatch(
  sources: readonly ImportSource[],
  run: MeetingsRun,
): Promise<[ImportSource, PreparedFile][]> {
  const tasks: FileTask[] = [];
  const refused = new Map<ImportSource, PreparedFile>();
  for (const source of sources) {
    try {
      tasks.push(await taskOf(source, await run.besideOf(source)));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      refused.set(source, { refusal: refusalFromFault(error) });
    }
  }
  const prepared = (await run.preparation.prepare(tasks)).values();
  return sources.map((source) => [source, refused.get(source) ?? prepared.next().value!]);
}

async function taskOf({ name, path, archived }: ImportSource, beside: Beside): Promise<FileTask> {
  if (!archived) return { name, path, beside };
  return { name, bytes: new Uint8Array(await archived.read(MAX_FILE_BYTES, SPLIT)), beside };
}

type Unchanged = OfFile & { unchanged: DigestedMeeting };

function identityIn(one: Exclude<PreparedItem, { fault: string }>): string {
  return `${one.sourceType} ${identityOf('incoming' in one ? one.incoming : one.unchanged)}`;
}

/**
 * Prepares a meeting that was stored as it is when its file was read, but is no more.
 * @throws Fault if the file does not hold it any more, either
 */
async function prepareAgain(
  source: ImportSource,
  before: Unchanged,
  run: MeetingsRun,
): Promise<MeetingFromThread> {
  const task = await taskOf(source, await run.besideOf(source));
  const prepared = await run.preparation.prepareWhole(task);
  const meetings = 'refusal' in prepared ? [] : prepared.meetings;
  const same = meetings.find(({ item }) => item === before.item);
  if (same && 'incoming' in same && identityIn(same) === identityIn(before)) return same.incoming;
  throw new Fault('unavailable', 'it has changed while it was read');
}

/** Returns what comparing a meeting takes; the rest of it is large. */
function withoutTranscript(incoming: DigestedMeeting): DigestedMeeting {
  const { segments: _, pieces: __, piecesIfNew: ___, words: ____, ...rest } = incoming as MeetingFromThread;
  return rest;
}

/** Gathers meetings, and stores them together. */
class Group {
  readonly #run: MeetingsRun;
  /** For a dry run: the first meeting of each identity that would be stored. */
  readonly #wouldBe = new Map<string, DigestedMeeting>();
  #held: Held[] = [];
  #heldBytes = 0;
  #identities = new Set<string>();
  /** In the order of the files. */
  #open: Open[] = [];

  constructor(run: MeetingsRun) {
    this.#run = run;
  }

  async add(source: ImportSource, prepared: PreparedFile): Promise<void> {
    const file: Open = { source, meetings: [], notTaken: [], warnings: [], waiting: 0 };
    this.#open.push(file);
    if ('refusal' in prepared) {
      file.notTaken.push(prepared.refusal);
      return;
    }
    file.warnings = prepared.warnings;
    // The file is not done before all of its meetings are here.
    file.waiting = prepared.meetings.length;
    for (const one of prepared.meetings) {
      const place = one.item === undefined ? {} : { item: one.item };
      if ('fault' in one) {
        file.notTaken.push({ ...place, reason: one.fault });
        file.waiting--;
        continue;
      }
      const identity = identityIn(one);
      // The outcome of the one before it decides about this one.
      const isFull = this.#held.length === GROUP_MEETINGS || this.#heldBytes > GROUP_BYTES;
      if (isFull || this.#identities.has(identity)) await this.store();
      this.#identities.add(identity);
      const { sourceType, isNamedByFile } = one;
      const process = this.#run.process && one.process;
      const about = { ...place, sourceType, isNamedByFile, process, file, identity };
      if ('incoming' in one) {
        this.#held.push({ ...about, incoming: one.incoming });
        this.#heldBytes += bytesOfPieces(one.incoming.pieces ?? one.incoming.piecesIfNew);
      } else {
        const prepareWhole = () => prepareAgain(source, one, this.#run);
        this.#held.push({ ...about, incoming: one.unchanged, prepareWhole });
      }
    }
  }

  async store(): Promise<void> {
    const held = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    this.#identities = new Set();
    const { parts, organizationId, dryRun, takenFrom } = this.#run;
    const outcomes = await ingestTogether(parts, organizationId, held, {
      cause: 'import',
      dryRun,
      review: (sent, stored) => this.#review(sent, stored),
    });
    let failure: unknown;
    for (const [index, { file, item, identity }] of held.entries()) {
      const place = item === undefined ? {} : { item };
      const outcome = dryRun ? this.#expected(held[index]!, outcomes[index]!) : outcomes[index]!;
      if ('outcome' in outcome) {
        file.meetings.push({ ...place, identity, ...outcome });
        if (!takenFrom.has(identity)) takenFrom.set(identity, file.source.name);
      } else if (outcome.error instanceof Fault) {
        file.notTaken.push({ ...place, ...refusalFromFault(outcome.error) });
      } else {
        failure ??= outcome.error;
        continue;
      }
      file.waiting--;
    }
    const firstOpen = this.#open.findIndex(({ waiting }) => waiting > 0);
    const done = this.#open.splice(0, firstOpen < 0 ? this.#open.length : firstOpen);
    // Invalid meetings were known before the others were stored.
    for (const { notTaken } of done) notTaken.sort((a, b) => (a.item ?? 0) - (b.item ?? 0));
    await this.#run.onDone(done);
    if (failure !== undefined) throw failure;
  }

  /** Returns the outcome that a meeting would have if those before it had been stored. */
  #expected(one: Held, outcome: SentOutcome): SentOutcome {
    if (!('outcome' in outcome) || outcome.outcome === 'unchanged') return outcome;
    const before = this.#wouldBe.get(one.identity);
    if (before === undefined) {
      this.#wouldBe.set(one.identity, withoutTranscript(one.incoming));
      return outcome;
    }
    if (repeats(one.incoming, before)) return { outcome: 'unchanged' };
    return { error: this.#sameAs(this.#run.takenFrom.get(one.identity)!) };
  }

  #sameAs(earlier: string): Fault {
    return new Fault(
      'conflict',
      `${earlier} has the same meeting, with other content; give one ${ADVICE.id}`,
    );
  }

  /** Refuses what the run has from elsewhere with other content: at every run, the last would win anew. */
  #review({ identity, isNamedByFile }: Held, stored: StoredMeetingComparison): void {
    if (stored.changes.length === 0) return;
    const earlier = this.#run.takenFrom.get(identity);
    // In a dry run, what is stored is not what it would be.
    if (earlier !== undefined && this.#wouldBe.has(identity)) return;
    if (earlier !== undefined) throw this.#sameAs(earlier);
    if (isNamedByFile) refuseNamesake(stored, ADVICE);
  }
}
