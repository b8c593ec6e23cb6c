import { Fault } from '../../lib/faults.ts';
import { readTextFile } from '../read-text-file.ts';
import { Claims, identityOf } from './claims.ts';
import { type Details, readCells } from './details.ts';
import { forEach } from './for-each.ts';
import { externalIdFromName } from './from-file-name.ts';
import type { Manifest } from './manifest.ts';
import { type FoundMeeting, meetingsOfFile } from './meetings-of-file.ts';
import type { ImportReport } from './report.ts';
import type { TakeMeeting, Taken } from './take-meeting.ts';

/** A day's transcript has 1 MiB; this many bytes, parsed, times the files in work is what an import holds. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** Everything one run works with. `onFile` is told of each file that is done. */
export type ImportRun = {
  files: readonly string[];
  manifest: Manifest;
  flags: Details;
  take: TakeMeeting;
  report: ImportReport;
  concurrency: number;
  signal: AbortSignal;
  onFile(): void;
};

/**
 * Takes in the meetings of all files; what is not taken stands in the report.
 * @throws where nothing can go on, as without a database
 */
export async function importFiles(run: ImportRun): Promise<void> {
  const { files, report, concurrency, signal } = run;
  const claims = new Claims();
  // Files of one name go one after the other, so that the same one is first at every run.
  const groups = Map.groupBy(files, externalIdFromName).values();
  try {
    await forEach(groups, { concurrency, signal }, async (group) => {
      for (const file of group) {
        if (signal.aborted) return;
        await importFile(file, run, claims);
        report.files += 1;
        run.onFile();
      }
    });
  } finally {
    report.notBegun = files.length - report.files;
    const places = new Map(files.map((file, index) => [file, index]));
    for (const list of [report.meetings, report.notTaken, report.warnings]) {
      // Stable: what is not among the files comes first, and the meetings of a file stay in their order.
      list.sort((a, b) => (places.get(a.file) ?? -1) - (places.get(b.file) ?? -1));
    }
  }
}

async function importFile(file: string, run: ImportRun, claims: Claims): Promise<void> {
  const { report } = run;
  try {
    for (const found of await readMeetings(file, run)) {
      const place = found.item === undefined ? { file } : { file, item: found.item };
      try {
        if ('fault' in found) throw found.fault;
        const taken = await takeOnce(found, file, run.take, claims);
        report[taken.outcome] += 1;
        report.meetings.push({ ...place, ...taken });
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        report.notTaken.push({ ...place, reason: error.message });
      }
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    report.notTaken.push({ file, reason: error.message });
  }
}

async function readMeetings(file: string, { manifest, flags, report }: ImportRun) {
  const text = await readTextFile(file, MAX_FILE_BYTES);
  const row = await manifest.rowOf(file);
  const beside = { row: row ? readCells(row.cells) : {}, flags };
  const { meetings, warnings } = meetingsOfFile(file, text, beside);
  for (const warning of warnings) report.warnings.push({ file, warning });
  return meetings;
}

/** Refuses a meeting that the run has from elsewhere with other content: at every run, the last would win anew. */
async function takeOnce(
  found: FoundMeeting,
  file: string,
  take: TakeMeeting,
  claims: Claims,
): Promise<Taken> {
  const { earlierFile, settle } = await claims.claim(identityOf(found), file);
  try {
    const taken = await take(found, { mayUpdate: earlierFile === undefined });
    settle(true);
    return taken;
  } catch (error) {
    settle(false);
    if (!(error instanceof Fault) || error.kind !== 'conflict' || earlierFile === undefined) throw error;
    throw new Fault('conflict', `${earlierFile} has ${error.message}; give one an externalId in a manifest`);
  }
}
