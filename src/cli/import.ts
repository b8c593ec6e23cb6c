import { type Command, InvalidArgumentError } from 'commander';
import {
  ATTENDEE_FORM,
  type Details,
  type GivenAttendee,
  parseAttendee,
} from '../domain/meetings/files/details.ts';
import { fileFormats } from '../domain/meetings/formats/index.ts';
import type { FileFormat } from '../domain/meetings/formats/types.ts';
import { SOURCE_TYPES, type SourceType } from '../domain/meetings/source-types.ts';
import { DURATION_FORM, parseDuration } from '../lib/moments.ts';
import { isEmail } from '../lib/text.ts';
import { chooseOrganization } from './choose-organization.ts';
import { type CliContext, UsageError } from './context.ts';
import { findFiles } from './import/find-files.ts';
import { IMPORT_HELP } from './import/help.ts';
import { importFiles } from './import/import-files.ts';
import { noManifest, readManifest } from './import/manifest.ts';
import { showProgress } from './import/progress.ts';
import { recordImport } from './import/record-run.ts';
import { emptyReport, tell } from './import/report.ts';
import { stopAtSignal } from './import/stop-at-signal.ts';
import { emailTaker } from './import/take-email.ts';
import { meetingTaker } from './import/take-meeting.ts';
import {
  choiceOf,
  type JsonOption,
  moment,
  type OrganizationOption,
  wholeNumber,
  withJson,
  withOrganization,
} from './options.ts';

/** Each file in work has a connection in use; the pool has 12. */
const MAX_CONCURRENCY = 12;
const DEFAULT_CONCURRENCY = 4;

type Options = OrganizationOption &
  JsonOption & {
    hostEmail?: string;
    hostName?: string;
    date?: number;
    duration?: number;
    title?: string;
    attendee?: GivenAttendee[];
    sourceType?: SourceType;
    account?: string;
    opportunity?: string;
    manifest?: string;
    concurrency: number;
    processing: boolean;
    dryRun?: true;
  };

/** `parley import` */
export function addImport(program: Command, context: CliContext): void {
  const command = program
    .command('import')
    .description(
      `Import meetings from transcript files (${extensionsOf('transcript')}) and ingest bodies ` +
        `(${extensionsOf('meetings')}), and e-mails (.eml).`,
    )
    .argument('[files...]', 'files, and folders with everything in them');
  withJson(withOrganization(command))
    .option('--host-email <address>', "the host's e-mail address, required for transcripts", email)
    .option('--host-name <name>', "the host's name")
    .option(
      '--date <time>',
      'the start, as a date (00:00 UTC) or a date-time with a zone; for e-mails without a date, the time they were sent',
      moment,
    )
    .option(
      '--duration <time>',
      'the length, such as 45m or 1h30m (default: until the end of the last cue)',
      duration,
    )
    .option('--title <title>', "the title (default: the file's own title, or its name)")
    .option(
      '--attendee <who>',
      "such as 'Ada Park <ada@acme.example>'; repeatable (default: all speakers)",
      attendee,
    )
    .option(
      '--source-type <code>',
      'the platform that recorded the meeting (default: USER_PROVIDED)',
      choiceOf(SOURCE_TYPES),
    )
    .option('--account <id>', 'the id of the CRM account')
    .option('--opportunity <id>', 'the id of the CRM opportunity')
    .option('--manifest <file>', 'a CSV file that gives these details for each file')
    .option(
      '--concurrency <number>',
      'number of files processed at the same time',
      wholeNumber(1, MAX_CONCURRENCY),
      DEFAULT_CONCURRENCY,
    )
    .option('--no-processing', 'do not evaluate signals and write summaries')
    .option('--dry-run', 'check everything but write nothing')
    .addHelpText('after', IMPORT_HELP)
    .action((files: string[], options: Options) => runImport(files, options, context));
}

async function runImport(paths: string[], options: Options, context: CliContext): Promise<void> {
  if (paths.length === 0 && options.manifest === undefined) {
    throw new UsageError('import needs files, folders or a --manifest; parley import --help tells more');
  }
  const manifest = options.manifest === undefined ? noManifest : await readManifest(options.manifest);
  const { files, passedOver, faults } = await findFiles(paths.length > 0 ? paths : manifest.files);
  const report = emptyReport(options.dryRun === true);
  report.passedOver = passedOver;
  report.notTaken.push(...manifest.faults, ...faults);
  await context.withDatabase(async (db, opened) => {
    const { id } = await chooseOrganization(db, options.organization);
    const progress = showProgress(files.length, 'files');
    const stop = stopAtSignal(() => {
      progress.stop();
      context.complain('stopping; the files in work are finished first');
    });
    try {
      await importFiles({
        files,
        manifest,
        flags: flagsOf(options),
        take: meetingTaker(opened, id, options),
        takeEmail: emailTaker(opened, id, options),
        report,
        concurrency: options.concurrency,
        signal: stop.signal,
        onFile: progress.step,
      });
    } finally {
      progress.stop();
      stop.release();
      tell(report, options.json === true, context);
      if (!report.dryRun) await recordImport(db, id, report);
    }
  });
  if (report.notTaken.length > 0 || report.notBegun > 0) process.exitCode = 1;
}

function extensionsOf(kind: FileFormat['holds']): string {
  const ofKind = fileFormats.filter(({ holds }) => holds === kind);
  return [...new Set(ofKind.flatMap(({ extensions }) => extensions))].join(', ');
}

function flagsOf(options: Options): Details {
  return {
    title: options.title,
    startMs: options.date,
    durationMs: options.duration,
    hostEmail: options.hostEmail,
    hostName: options.hostName,
    attendees: options.attendee,
    accountId: options.account,
    opportunityId: options.opportunity,
    sourceType: options.sourceType,
  };
}

function email(text: string): string {
  if (isEmail(text)) return text;
  throw new InvalidArgumentError('It takes one e-mail address.');
}

function duration(text: string): number {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError(`It takes ${DURATION_FORM}.`);
}

function attendee(text: string, earlier: GivenAttendee[] | undefined): GivenAttendee[] {
  const given = parseAttendee(text);
  if (given !== undefined && (given.email === undefined || isEmail(given.email))) {
    return [...(earlier ?? []), given];
  }
  throw new InvalidArgumentError(`It takes ${ATTENDEE_FORM}.`);
}
