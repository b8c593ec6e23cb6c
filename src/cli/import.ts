import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { findUnchanged } from '../domain/meetings/compare-with-stored.ts';
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
import { type CliContext, type Opened, UsageError } from './context.ts';
import { findFiles } from './import/find-files.ts';
import { IMPORT_HELP } from './import/help.ts';
import { importFiles } from './import/import-files.ts';
import { type Journal, noJournal, openJournal } from './import/journal.ts';
import { noManifest, readManifest } from './import/manifest.ts';
import { createFilePreparation } from './import/prepare-files.ts';
import { showProgress } from './import/progress.ts';
import { recordImport } from './import/record-run.ts';
import { emptyReport, tell } from './import/report.ts';
import { openSources, versionOf } from './import/sources.ts';
import { stopAtSignal } from './import/stop-at-signal.ts';
import { emailTaker } from './import/take-email.ts';
import { watchFolder } from './import/watch-folder.ts';
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
    watch?: string;
    report?: string;
    restart?: true;
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
        `(${extensionsOf('meetings')}), e-mails (.eml), and ZIP archives of them.`,
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
      '--watch <folder>',
      'import the files of the folder, and those that come into it, until it is stopped',
    )
    .option('--report <file>', 'the report of the run (default: in the data directory)')
    .option('--restart', 'look at all files again, although an earlier run was stopped')
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
  if (options.watch !== undefined) {
    if (paths.length > 0 || options.manifest !== undefined || options.dryRun) {
      throw new UsageError('--watch takes neither files nor --manifest nor --dry-run');
    }
    await context.withDatabase(async (_db, opened) => {
      const work = await prepareWork(opened, options);
      const watching = {
        reportPath: options.report,
        restart: options.restart === true,
        asJson: options.json === true,
      };
      await watchFolder(options.watch!, { ...work, ...watching }, context).finally(work.close);
    });
    return;
  }
  if (paths.length === 0 && options.manifest === undefined) {
    throw new UsageError('import needs files, folders or a --manifest; parley import --help tells more');
  }
  const manifest = options.manifest === undefined ? noManifest : await readManifest(options.manifest);
  const { files, passedOver, faults } = await findFiles(paths.length > 0 ? paths : manifest.files);
  const report = emptyReport(options.dryRun === true);
  const opening = await openSources(files.filter((file) => !isReport(file, options.report)));
  report.passedOver = passedOver + opening.passedOver;
  report.notTaken.push(...manifest.faults, ...faults, ...opening.notTaken);
  await context
    .withDatabase(async (db, opened) => {
      const work = await prepareWork(opened, options);
      const journal = options.dryRun ? noJournal : await journalOf(work, { paths, options });
      if (journal !== noJournal) report.report = journal.path;
      const progress = showProgress(opening.sources.length, 'files');
      const stop = stopAtSignal(() => {
        progress.stop();
        context.complain('stopping; the files in work are finished first');
      });
      try {
        await importFiles({
          ...work,
          ...{ sources: opening.sources, manifest, report, journal, signal: stop.signal },
          onFile: progress.step,
        });
      } finally {
        await work.close();
        progress.stop();
        stop.release();
        tell(report, options.json === true, context);
        if (!report.dryRun) await recordImport(db, work.organizationId, report);
      }
    })
    .finally(opening.close);
  if (report.notTaken.length > 0 || report.notBegun > 0) process.exitCode = 1;
}

/** Prepares what an import of files works with, whichever files these are. */
async function prepareWork(opened: Opened, options: Options) {
  const { id } = await chooseOrganization(opened.db, options.organization);
  const preparation = createFilePreparation(options.concurrency, (meetings) =>
    findUnchanged(opened.db, id, meetings),
  );
  return {
    parts: opened,
    dataDir: opened.config.dataDir,
    organizationId: id,
    preparation,
    concurrency: options.concurrency,
    process: options.processing,
    dryRun: options.dryRun === true,
    flags: flagsOf(options),
    takeEmail: emailTaker(opened, id, options),
    close: preparation.close,
  };
}

/** Returns true if the file is the report of this run: it may be in one of the folders. */
function isReport(file: string, report: string | undefined): boolean {
  return report !== undefined && resolve(file) === resolve(report);
}

async function journalOf(
  { parts, organizationId, dataDir }: Awaited<ReturnType<typeof prepareWork>>,
  { paths, options }: { paths: readonly string[]; options: Options },
): Promise<Journal> {
  const { report: path, restart, json: _, concurrency: __, manifest, ...rest } = options;
  // Another manifest of the same name gives other details.
  const given = manifest && { manifest: resolve(manifest), version: versionOf(await stat(manifest)) };
  const what = { paths: paths.map((one) => resolve(one)), given, ...rest };
  return openJournal({ db: parts.db, organizationId, dataDir, what, path }, restart !== true);
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
