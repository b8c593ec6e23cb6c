import type { Taken } from '../../domain/meetings/files/take-meeting.ts';
import { count } from '../../lib/text.ts';
import type { CliContext } from '../context.ts';
import { json } from '../output.ts';
import { isEml } from './find-files.ts';
import type { Refusal } from './journal.ts';
import type { TakenEmail } from './take-email.ts';

/** `item` is the meeting's 1-based place in a file that holds several. */
export type NotTaken = { file: string } & Refusal;

/** The outcome of an import for each file and what it holds. */
export type ImportReport = {
  dryRun: boolean;
  /** Files that were looked at. */
  files: number;
  created: number;
  updated: number;
  unchanged: number;
  meetings: ({ file: string; item?: number } & Taken)[];
  emails: ({ file: string } & TakenEmail)[];
  notTaken: NotTaken[];
  /** The parts of a file that are malformed or not kept, though its text is. */
  warnings: { file: string; warning: string }[];
  /** Files that were done by a run that was stopped; their meetings and e-mails count as unchanged. */
  doneBefore: number;
  /** Files of other kinds in the folders. */
  passedOver: number;
  /** The path of the file with all of this, for each file on a line. */
  report?: string;
  /** Files that were not begun, where the run was stopped. */
  notBegun: number;
};

/** Warnings told for one file; --json has them all. */
const MAX_WARNINGS_TOLD = 3;

/** A report with nothing in it yet. */
export function emptyReport(dryRun: boolean): ImportReport {
  return {
    dryRun,
    files: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    meetings: [],
    emails: [],
    notTaken: [],
    warnings: [],
    doneBefore: 0,
    passedOver: 0,
    notBegun: 0,
  };
}

/** Tells a person, or a script, what was done: the sums on stdout, what was not taken on stderr. */
export function tell(report: ImportReport, asJson: boolean, { print, complain }: CliContext): void {
  if (asJson) {
    print(json(report));
    return;
  }
  for (const line of warningLines(report)) complain(line);
  for (const { file, item, reason } of report.notTaken) {
    complain(`${file}${item === undefined ? '' : `, meeting ${item}`}: not taken: ${reason}`);
  }
  print(sums(report));
}

function warningLines({ warnings }: ImportReport): string[] {
  const byFile = Map.groupBy(warnings, ({ file }) => file);
  return [...byFile].flatMap(([file, ofFile]) => {
    const told = ofFile.slice(0, MAX_WARNINGS_TOLD).map(({ warning }) => `${file}: ${warning}`);
    const rest = ofFile.length - told.length;
    return rest > 0 ? [...told, `${file}: and ${count(rest, 'warning')} more; --json has them all`] : told;
  });
}

/** `3 meetings`, `2 e-mails`, or both where there were files of both kinds. */
function whatWasTaken({ meetings, emails, notTaken }: ImportReport): string {
  const isEmail = ({ file }: { file: string }) => isEml(file);
  const hasEmails = emails.length > 0 || notTaken.some(isEmail);
  const hasMeetings = meetings.length > 0 || !hasEmails || !notTaken.every(isEmail);
  return [
    ...(hasMeetings ? [count(meetings.length, 'meeting')] : []),
    ...(hasEmails ? [count(emails.length, 'e-mail')] : []),
  ].join(' and ');
}

function sums(report: ImportReport): string {
  const { files, created, updated, unchanged, doneBefore, notTaken, passedOver, notBegun, dryRun } = report;
  const would = dryRun ? 'would be ' : '';
  const lines = [
    `${whatWasTaken(report)} from ${count(files, 'file')}: ${would}${created} created, ${updated} updated, ${unchanged} unchanged.`,
  ];
  if (doneBefore > 0) lines.push(`${count(doneBefore, 'file')} imported before the last run was stopped.`);
  if (notTaken.length > 0) lines.push(`${notTaken.length} not taken.`);
  if (passedOver > 0) lines.push(`${count(passedOver, 'other file')} in the folders passed over.`);
  if (notBegun > 0) lines.push(`Stopped: ${count(notBegun, 'file')} not looked at; run it again to go on.`);
  const isAllUnderstood = notTaken.length + report.warnings.length === 0;
  if (report.report !== undefined && !isAllUnderstood) lines.push(`Report: ${report.report}`);
  if (dryRun) lines.push('Nothing was written: this was a dry run.');
  return lines.join('\n');
}
