import { mkdir } from 'node:fs/promises';
import type { Command } from 'commander';
import { ENTITY_TYPES, type EntityType } from '../domain/events/record-event.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../domain/exports/export-place.ts';
import { Fault } from '../lib/faults.ts';
import { count } from '../lib/text.ts';
import { chooseOrganization } from './choose-organization.ts';
import { type CliContext, type Opened, UsageError } from './context.ts';
import { exportFolder, type FolderProgress } from './export/export-folder.ts';
import { holdFolder } from './export/hold-folder.ts';
import { stopAtSignal } from './import/stop-at-signal.ts';
import { choiceOf, listOf, type OrganizationOption, withOrganization } from './options.ts';
import { megabytes } from './output.ts';

type Options = OrganizationOption & {
  format?: ExportFormat;
  types?: EntityType[];
  transcripts: boolean;
  after?: string;
  incremental?: true;
};

const HELP = `
The folder then contains the files and manifest.json, which lists them in the order in which they are to be read. An export
that was interrupted continues when the same command is run again. With --incremental, what changed since the last export to
the folder is added to it, deletions included.

Examples:
  parley export /backup/parley
  parley export /backup/parley --incremental
  parley export /tmp/meetings --format parquet --types meeting,execution`;

/** `parley export` */
export function addExport(program: Command, context: CliContext): void {
  const command = program
    .command('export')
    .description('Export everything, or what changed, to a folder.')
    .argument('<folder>', 'the folder, which is created if necessary');
  withOrganization(command)
    .option('--format <format>', `${EXPORT_FORMATS.join(' or ')} (default: ndjson)`, choiceOf(EXPORT_FORMATS))
    .option(
      '--types <types>',
      `some of ${ENTITY_TYPES.join(', ')}, separated by commas (default: all)`,
      listOf(ENTITY_TYPES),
    )
    .option('--after <cursor>', 'export only what changed after a cursor of the feed or of another export')
    .option('--incremental', 'add what changed since the last export to the folder')
    .option('--no-transcripts', 'leave the transcripts of meetings out')
    .addHelpText('after', HELP)
    .action(async (folder: string, options: Options) => {
      if (options.incremental && options.after !== undefined) {
        throw new UsageError('--incremental and --after must not be given together');
      }
      await context.withDatabase((_db, opened) => run(opened, folder, options, context));
    });
}

async function run(
  { db, direct }: Opened,
  folder: string,
  { organization: wanted, format, types, transcripts, after, incremental }: Options,
  { print, complain }: CliContext,
): Promise<void> {
  const { id } = await chooseOrganization(db, wanted);
  const stop = stopAtSignal(() => complain('stopping; run the command again to continue'));
  try {
    const chosen = {
      format,
      types: types && ENTITY_TYPES.filter((type) => types.includes(type)),
      includeTranscripts: transcripts ? undefined : false,
      after: after === 'start' ? undefined : after,
      isIncremental: incremental === true,
    };
    const target = { db, organizationId: id, folder, signal: stop.signal };
    await makeFolder(folder);
    const done = await holdFolder(direct, folder, () => exportFolder(target, chosen, tell));
    print(`${count(done.files, 'file')} with ${count(done.rows, 'row')} written to ${folder}`);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    process.exitCode = 1;
  } finally {
    stop.release();
  }
}

/** @throws Fault if there can be no such folder, as where a file has its name */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isFile = code === 'EEXIST' || code === 'ENOTDIR';
    const why = isFile ? 'it, or a folder above it, is a file' : code;
    throw new Fault('invalid', `${folder} cannot be the folder of an export: ${why}`);
  }
}

function tell({ percent, files, rows, bytes }: FolderProgress): void {
  process.stderr.write(`${percent} %, ${count(files, 'file')}, ${count(rows, 'row')}, ${megabytes(bytes)}\n`);
}
