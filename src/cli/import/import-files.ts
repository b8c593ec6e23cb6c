import type { Details } from '../../domain/meetings/files/details.ts';
import type { Beside } from '../../domain/meetings/files/meetings-of-file.ts';
import { growHeapFreely } from '../../lib/heap-growth.ts';
import { readCells } from './details.ts';
import { isEml } from './find-files.ts';
import { importEmails } from './import-emails.ts';
import { importMeetings, type MeetingsRun } from './import-meetings.ts';
import type { FileReport, Journal } from './journal.ts';
import type { Manifest } from './manifest.ts';
import type { ImportReport } from './report.ts';
import type { ImportSource } from './sources.ts';
import type { TakeEmail } from './take-email.ts';

/** Everything one run works with. `onFile` is told of each file that is done. */
export type ImportRun = Pick<
  MeetingsRun,
  'parts' | 'organizationId' | 'preparation' | 'concurrency' | 'process' | 'dryRun' | 'signal'
> & {
  sources: readonly ImportSource[];
  manifest: Manifest;
  flags: Details;
  takeEmail: TakeEmail;
  report: ImportReport;
  journal: Journal;
  onFile(report: FileReport): void;
};

/**
 * Imports the meetings and then the e-mails of all files, but for those that the journal has; what is not taken stands in
 * the report.
 * @throws where nothing can go on, as without a database
 */
export async function importFiles(run: ImportRun): Promise<void> {
  const { sources, report, journal, signal } = run;
  const takenFrom = new Map<string, string>();
  const left: ImportSource[] = [];
  for (const source of sources) {
    const before = journal.before.get(source.name);
    if (before?.version === source.version && before.notTaken.length === 0) {
      addBefore(report, before);
      for (const { identity } of before.meetings) takenFrom.set(identity, source.name);
    } else left.push(source);
  }
  const besideOf = (source: ImportSource) => whatIsBeside(source, run);
  const endGrowth = growHeapFreely();
  try {
    const meetings = left.filter(({ name }) => !isEml(name));
    await importMeetings(meetings, {
      ...run,
      takenFrom,
      besideOf,
      onDone: (files) =>
        addDone(
          run,
          files.map(({ source, meetings, notTaken, warnings }) => ({
            ...reportOf(source),
            ...{ meetings, notTaken, warnings },
          })),
        ),
    });
    const emails = left.filter(({ name }) => isEml(name));
    await importEmails(emails, {
      take: run.takeEmail,
      concurrency: run.concurrency,
      signal,
      besideOf,
      onDone: ({ source, taken, notTaken, warnings }) =>
        addDone(run, [
          {
            ...reportOf(source),
            emails: taken ? [taken] : [],
            notTaken: notTaken === undefined ? [] : [notTaken],
            warnings,
          },
        ]),
    });
    if (!signal.aborted) await journal.end();
  } finally {
    endGrowth();
    report.notBegun = sources.length - report.files;
    const places = new Map(sources.map(({ name }, index) => [name, index]));
    for (const list of [report.meetings, report.emails, report.notTaken, report.warnings]) {
      // Stable: what is not among the files comes first, and the meetings of a file stay in their order.
      list.sort((a, b) => (places.get(a.file) ?? -1) - (places.get(b.file) ?? -1));
    }
  }
}

function reportOf({ name, version }: ImportSource): FileReport {
  return { file: name, version, meetings: [], emails: [], notTaken: [], warnings: [] };
}

/** Adds files that are done to the report of the run and to its journal. */
async function addDone({ report, journal, onFile }: ImportRun, files: FileReport[]): Promise<void> {
  if (files.length === 0) return;
  await journal.add(files);
  for (const done of files) {
    const { file, meetings, emails, notTaken, warnings } = done;
    for (const { identity: _, ...taken } of meetings) report.meetings.push({ file, ...taken });
    for (const taken of emails) report.emails.push({ file, ...taken });
    for (const { outcome } of [...meetings, ...emails]) report[outcome] += 1;
    for (const one of notTaken) report.notTaken.push({ file, ...one });
    for (const warning of warnings) report.warnings.push({ file, warning });
    report.files += 1;
    onFile(done);
  }
}

/** Adds a file that an earlier run has done, which has not changed since. */
function addBefore(report: ImportReport, { file, meetings, emails, warnings }: FileReport): void {
  for (const { identity: _, changes: __, ...taken } of meetings) {
    report.meetings.push({ file, ...taken, outcome: 'unchanged' });
  }
  for (const { changes: _, ...taken } of emails) report.emails.push({ file, ...taken, outcome: 'unchanged' });
  for (const warning of warnings) report.warnings.push({ file, warning });
  report.unchanged += meetings.length + emails.length;
  report.files += 1;
  report.doneBefore += 1;
}

/** An archive's entry in the manifest applies to all files in it, except for the fields that belong to one meeting. */
async function whatIsBeside(
  { path, archived }: ImportSource,
  { manifest, flags }: ImportRun,
): Promise<Beside> {
  const found = await manifest.rowOf(path);
  const row = found ? readCells(found.cells) : {};
  if (!archived) return { row, flags };
  const { externalId: _, title: __, ...ofAll } = row;
  const given = Object.entries(ofAll).filter(([, value]) => value !== undefined);
  return { row: {}, flags: { ...flags, ...Object.fromEntries(given) } };
}
