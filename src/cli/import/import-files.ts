import type { Details } from '../../domain/meetings/files/details.ts';
import { externalIdFromName } from '../../domain/meetings/files/from-file-name.ts';
import { meetingsInFile } from '../../domain/meetings/files/meetings-in-file.ts';
import type { Beside } from '../../domain/meetings/files/meetings-of-file.ts';
import { Fault } from '../../lib/faults.ts';
import { forEach } from '../../lib/for-each.ts';
import { readBytes } from '../read-text-file.ts';
import { Claims, type FileClaim, identityOfEmail, identityOfMeeting, Turnstile } from './claims.ts';
import { readCells } from './details.ts';
import { emailOfFile } from './email-of-file.ts';
import { isEml } from './find-files.ts';
import type { Manifest } from './manifest.ts';
import type { ImportReport } from './report.ts';
import type { TakeEmail } from './take-email.ts';
import { ADVICE, type TakeMeeting } from './take-meeting.ts';

/** A day's transcript has 1 MiB; this many bytes, parsed, times the files in work is what an import holds. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** Mail services take attachments of 25 MiB, which are a third larger in the file. */
const MAX_EML_BYTES = 40 * 1024 * 1024;

/** Everything one run works with. `onFile` is told of each file that is done. */
export type ImportRun = {
  files: readonly string[];
  manifest: Manifest;
  flags: Details;
  take: TakeMeeting;
  takeEmail: TakeEmail;
  report: ImportReport;
  concurrency: number;
  signal: AbortSignal;
  onFile(): void;
};

/**
 * Keeps the files of a run apart. Claims separate meetings of one identity; e-mails pass a turnstile in the order of the
 * files, because copies of one e-mail have different names, and every run should import the same one first.
 */
type Held = { claims: Claims; turnstile: Turnstile };

/**
 * Takes in the meetings and e-mails of all files; what is not taken stands in the report.
 * @throws where nothing can go on, as without a database
 */
export async function importFiles(run: ImportRun): Promise<void> {
  const { files, report, concurrency, signal } = run;
  const held = { claims: new Claims(), turnstile: new Turnstile() };
  // Files of one name go one after the other, so that the same one is first at every run.
  const groups = Map.groupBy(files, (file) => (isEml(file) ? file : externalIdFromName(file))).values();
  try {
    await forEach(groups, { concurrency, signal }, async (group) => {
      for (const file of group) {
        if (signal.aborted) return;
        await importFile(file, run, held);
        report.files += 1;
        run.onFile();
      }
    });
  } finally {
    report.notBegun = files.length - report.files;
    const places = new Map(files.map((file, index) => [file, index]));
    for (const list of [report.meetings, report.emails, report.notTaken, report.warnings]) {
      // Stable: what is not among the files comes first, and the meetings of a file stay in their order.
      list.sort((a, b) => (places.get(a.file) ?? -1) - (places.get(b.file) ?? -1));
    }
  }
}

async function importFile(file: string, run: ImportRun, held: Held): Promise<void> {
  const { report } = run;
  try {
    if (isEml(file)) await importEmail(file, run, held);
    else await importMeetings(file, run, held);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    report.notTaken.push({ file, reason: error.message });
  }
}

async function importMeetings(file: string, run: ImportRun, { claims }: Held): Promise<void> {
  const { report } = run;
  const bytes = await readBytes(file, MAX_FILE_BYTES, '; split it');
  const beside = await whatIsBeside(file, run);
  const { meetings, warnings } = await meetingsInFile(file, bytes, beside, ADVICE);
  for (const warning of warnings) report.warnings.push({ file, warning });
  for (const found of meetings) {
    const place = found.item === undefined ? { file } : { file, item: found.item };
    try {
      if ('fault' in found) throw found.fault;
      const claim = await claims.claim(identityOfMeeting(found), file);
      const taken = await takeClaimed(claim, 'one', (rules) => run.take(found, rules));
      report[taken.outcome] += 1;
      report.meetings.push({ ...place, ...taken });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      report.notTaken.push({ ...place, reason: error.message });
    }
  }
}

async function importEmail(file: string, run: ImportRun, { claims, turnstile }: Held): Promise<void> {
  const { report } = run;
  const place = turnstile.join();
  try {
    const bytes = await readBytes(file, MAX_EML_BYTES);
    const { email, warnings } = await emailOfFile(bytes, await whatIsBeside(file, run));
    for (const warning of warnings) report.warnings.push({ file, warning });
    await place.turn;
    const claim = await claims.claim(identityOfEmail(email), file);
    // With an id of its own it may take that of an earlier copy: which one does must not be left to chance.
    if (email.body.email.id === undefined) place.pass();
    // Either of the two may be stored already, so that the other one's id alone would not part them.
    const taken = await takeClaimed(claim, 'each', (rules) => run.takeEmail(email, rules));
    report[taken.outcome] += 1;
    report.emails.push({ file, ...taken });
  } finally {
    await place.turn;
    place.pass();
  }
}

async function whatIsBeside(file: string, { manifest, flags }: ImportRun): Promise<Beside> {
  const row = await manifest.rowOf(file);
  return { row: row ? readCells(row.cells) : {}, flags };
}

/** Refuses what the run has from elsewhere with other content: at every run, the last would win anew. */
async function takeClaimed<Result>(
  { earlierFile, settle }: FileClaim,
  whom: 'one' | 'each',
  take: (rules: { mayUpdate: boolean }) => Promise<Result>,
): Promise<Result> {
  try {
    const taken = await take({ mayUpdate: earlierFile === undefined });
    settle(true);
    return taken;
  } catch (error) {
    settle(false);
    if (!(error instanceof Fault) || error.kind !== 'conflict' || earlierFile === undefined) throw error;
    const advice = `give ${whom} an externalId in a manifest`;
    throw new Fault('conflict', `${earlierFile} has ${error.message}; ${advice}`);
  }
}
