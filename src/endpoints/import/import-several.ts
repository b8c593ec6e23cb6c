import type { Static } from 'typebox';
import type { MeetingFromThread } from '../../domain/meetings/bulk/send-prepared.ts';
import type { StoredMeetingComparison } from '../../domain/meetings/compare-with-stored.ts';
import type { FileOfArchive } from '../../domain/meetings/files/meetings-in-archive.ts';
import type { MeetingsInFile } from '../../domain/meetings/files/meetings-in-file.ts';
import type { MeetingOfFile } from '../../domain/meetings/files/meetings-of-file.ts';
import { refuseNamesake } from '../../domain/meetings/files/take-meeting.ts';
import type { IncomingMeeting } from '../../domain/meetings/incoming-meeting.ts';
import { identityOf } from '../../domain/meetings/prepare-meeting.ts';
import type { SourceType } from '../../domain/meetings/source-types.ts';
import { answerFault } from '../../http/faults.ts';
import { Fault, type FaultKind } from '../../lib/faults.ts';
import type { Log } from '../../lib/log.ts';
import { type LineLoad, type LineOutcome, type LinesOfFile, loadLines } from '../bulk/load-lines.ts';
import type { Deps } from '../define-endpoint.ts';
import type { IngestBody } from '../schemas/ingest-body.ts';
import { ADVICE } from './details-beside-file.ts';
import { describeMeeting, type ImportedFacts, type ImportOutcome } from './imported-meeting.ts';
import { lineOfBody } from './line-of-body.ts';

/** The most meetings that a request imports: they take some seconds, and each is a row of the response. */
export const MAX_MEETINGS = 1000;

/** Warnings that are listed; further ones are only counted. */
const MAX_WARNINGS = 1000;

/** The refusals that the message names if every meeting is refused. */
const MAX_REFUSALS_TOLD = 20;

/** A body that was made of the largest file in the shortest cues is several times as large as the file. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;

/** The content of a file: a file of an archive, or the meetings of the file itself. */
export type Content = FileOfArchive | MeetingsInFile;

/** What was imported of a file with several meetings. */
export type Several = ImportedFacts & { meetings: ImportOutcome[]; warnings: string[] };

export type SeveralRun = Pick<LineLoad, 'organizationId' | 'by'> & {
  /** Whether meetings are processed whose bodies do not say otherwise. */
  process: boolean;
  left: AbortSignal;
  log: () => Log;
};

/**
 * Imports all meetings of the contents, and refuses each that is invalid for itself. Groups of them are stored as those of a bulk
 * ingest are.
 * @returns the outcomes in the order of the contents, with the facts of the first meeting that was imported
 * @throws Fault if no meeting is imported, with the reasons
 */
export async function importSeveral(
  deps: Deps,
  contents: AsyncIterable<Content>,
  run: SeveralRun,
): Promise<Several> {
  const several = new SeveralMeetings(deps, run);
  await loadLines(deps, () => several.linesOf(contents), {
    ...run,
    maxLineBytes: MAX_LINE_BYTES,
    asImport: several,
    tell: async (outcomes) => several.add(outcomes),
  });
  return several.result();
}

/** A meeting that is being stored: its place in the response, and what was found. */
type Pending = { row: ImportOutcome; found: MeetingOfFile; format: string };

class SeveralMeetings implements LinesOfFile {
  readonly #deps: Deps;
  readonly #run: SeveralRun;
  readonly #rows: ImportOutcome[] = [];
  readonly #warnings: string[] = [];
  readonly #pending = new Map<number, Pending>();
  /** The first row of each meeting, by its identity, so that two rows do not overwrite each other. */
  readonly #firstOf = new Map<string, ImportOutcome>();
  readonly #refusals: unknown[] = [];
  /** The meetings of a group that fails as a whole have one error, which is logged once. */
  readonly #answers = new Map<unknown, { error: string; status: number }>();
  #meetings = 0;
  #lines = 0;

  constructor(deps: Deps, run: SeveralRun) {
    [this.#deps, this.#run] = [deps, run];
  }

  /** Makes a line for each meeting, which is a body of the ingest operation. */
  async *linesOf(contents: AsyncIterable<Content>): AsyncGenerator<Buffer> {
    for await (const content of contents) {
      // Nobody would read the outcome of the rest.
      this.#run.left.throwIfAborted();
      const place = 'file' in content ? { file: content.file } : {};
      if ('isPassedOver' in content) this.#warn(place, 'it is in no known format and was passed over');
      else if ('fault' in content) this.#refuse(this.#addRow(place), content.fault);
      else if (this.#meetings + content.meetings.length > MAX_MEETINGS) {
        const message = `with its ${content.meetings.length} meetings there are more than ${MAX_MEETINGS}, which a request imports`;
        this.#refuse(
          this.#addRow(place),
          new Fault('too large', `${message}; divide it, or use parley import`),
        );
      } else {
        this.#meetings += content.meetings.length;
        for (const warning of content.warnings) this.#warn(place, warning);
        yield* this.#linesOfFile(content, place);
      }
    }
  }

  async *#linesOfFile(
    { meetings, format }: MeetingsInFile,
    place: { file?: string },
  ): AsyncGenerator<Buffer> {
    for (const found of meetings) {
      const row = this.#addRow({ ...place, ...(found.item !== undefined && { item: found.item }) });
      if ('fault' in found) this.#refuse(row, found.fault);
      else {
        this.#lines += 1;
        this.#pending.set(this.#lines, { row, found, format });
        const { body } = found;
        yield* lineOfBody(this.#run.process ? body : { ...(body as object), processImportedMeeting: false });
      }
    }
  }

  sourceOf(line: number, incoming: MeetingFromThread): SourceType {
    const { row, found } = this.#pending.get(line)!;
    const identity = `${found.sourceType} ${identityOf(incoming)}`;
    if (!this.#firstOf.has(identity)) this.#firstOf.set(identity, row);
    return found.sourceType;
  }

  review(line: number, incoming: IncomingMeeting, stored: StoredMeetingComparison): void {
    if (stored.changes.length === 0) return;
    const { row, found } = this.#pending.get(line)!;
    const first = this.#firstOf.get(`${found.sourceType} ${identityOf(incoming)}`)!;
    if (first !== row)
      throw new Fault('conflict', `${placeOf(first)} is the same meeting, with other content`);
    if (found.isNamedByFile) refuseNamesake(stored, ADVICE);
  }

  add(outcomes: readonly LineOutcome[]): void {
    for (const { line, ...outcome } of outcomes) {
      const { row, found, format } = this.#pending.get(line)!;
      this.#pending.delete(line);
      if (!('outcome' in outcome)) {
        this.#refuse(row, outcome.error);
        continue;
      }
      const created = outcome.outcome === 'created';
      if (outcome.outcome !== 'unchanged') this.#deps.metrics.meetingsIngested.inc({ created: `${created}` });
      const { meeting } = found.body as Static<typeof IngestBody>;
      const stored = { meetingId: outcome.meetingId!, created, outcome: outcome.outcome };
      Object.assign(row, stored, describeMeeting(meeting, format));
    }
    this.#run.left.throwIfAborted();
  }

  result(): Several {
    const first = this.#rows.find(({ meetingId }) => meetingId !== undefined);
    if (first === undefined) this.#refuseAll();
    const { file: _, item: __, ...facts } = first as ImportOutcome & ImportedFacts;
    return { ...facts, warnings: limited(this.#warnings), meetings: this.#rows };
  }

  #addRow(place: ImportOutcome): ImportOutcome {
    const row = { ...place };
    this.#rows.push(row);
    return row;
  }

  #warn({ file }: { file?: string }, warning: string): void {
    this.#warnings.push(file === undefined ? warning : `${file}: ${warning}`);
  }

  #refuse(row: ImportOutcome, error: unknown): void {
    const refusal = asFaultOfFile(error);
    this.#refusals.push(refusal);
    const answer = this.#answers.get(refusal) ?? this.#answerTo(refusal);
    this.#answers.set(refusal, answer);
    Object.assign(row, answer);
  }

  #answerTo(refusal: unknown): { error: string; status: number } {
    const { message, status } = answerFault(refusal, this.#run.log(), this.#deps.db.disk.isFull());
    return { error: message, status };
  }

  /** @throws what refused the meetings, in one message */
  #refuseAll(): never {
    const [error, ...others] = this.#refusals;
    if (error === undefined) throw new Fault('unprocessable', 'it contains 0 meetings');
    const unforeseen = this.#refusals.find((one) => !(one instanceof Fault));
    if (unforeseen !== undefined) throw unforeseen;
    const kinds = new Set(this.#refusals.map((one) => (one as Fault).kind));
    const kind: FaultKind = kinds.size === 1 ? (error as Fault).kind : 'unprocessable';
    const told = this.#rows.slice(0, MAX_REFUSALS_TOLD).map((row) => `${placeOf(row)}: ${row.error}`);
    const rest = others.length + 1 - told.length;
    const more = rest > 0 ? `; and ${rest} more` : '';
    const { retryAfterSeconds, shed } = error as Fault;
    throw new Fault(kind, `nothing of it was imported: ${told.join('; ')}${more}`, retryAfterSeconds, shed);
  }
}

/** The parameters have been checked before, so what is invalid is in the file. */
function asFaultOfFile(error: unknown): unknown {
  return error instanceof Fault && error.kind === 'invalid'
    ? new Fault('unprocessable', error.message)
    : error;
}

function placeOf({ file, item }: ImportOutcome): string {
  const meeting = item === undefined ? [] : [`meeting ${item}`];
  return [...(file === undefined ? [] : [file]), ...meeting].join(', ') || 'the file';
}

function limited(warnings: string[]): string[] {
  if (warnings.length <= MAX_WARNINGS) return warnings;
  return [...warnings.slice(0, MAX_WARNINGS), `and ${warnings.length - MAX_WARNINGS} more warnings`];
}
