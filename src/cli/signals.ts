import type { Command } from 'commander';
import { exampleSignals } from '../domain/signals/example-signals.ts';
import { readQuality } from '../domain/signals/labels/read-quality.ts';
import { listSignals, readSignal } from '../domain/signals/list-signals.ts';
import {
  createMissingSignals,
  createSignals,
  deleteSignal,
  type NewSignal,
  updateSignal,
} from '../domain/signals/manage-signals.ts';
import { presentSignal } from '../domain/signals/present-signal.ts';
import type { SignalRow } from '../domain/signals/signal-queries.ts';
import { Fault } from '../lib/faults.ts';
import { count } from '../lib/text.ts';
import { chooseOrganization } from './choose-organization.ts';
import type { CliContext } from './context.ts';
import {
  type JsonOption,
  type OrganizationOption,
  wholeNumber,
  withJson,
  withOrganization,
} from './options.ts';
import { json, table } from './output.ts';
import { describeQuality } from './signal-quality.ts';
import { readSignalsFile } from './signals-file.ts';

const EXAMPLES = `
Examples:
  parley signals list
  parley signals create signals.yaml
  parley signals disable 7 --organization 2`;

const FILE_HELP = `
The file (.yaml, .yml or .json) contains one signal, a list of signals, or {signals: [...]} as \`parley signals list --json\`
prints it. Either all signals of the file are created, or none. Each one is new, even if another signal has the same name,
unless --missing leaves out those whose names are taken.

  signalName: Price objection
  prompt: The customer says that the price is too high.
  contextSource: ALL            # MEETING (default), EMAIL or ALL
  enabled: true                 # true by default
  phrases: [too expensive]      # if there are any, only they decide
  saidBy: customer              # anyone (default), customer or us: whose words count
  followUpPrompts:              # answered if the signal fires
    - name: Alternative
      prompt: Which cheaper product do they compare with?

Examples:
  parley signals create price-objection.yaml
  parley signals create signals.json --organization 2
  parley signals create --examples --missing   # the ten example signals, disabled`;

/** The largest integer of PostgreSQL. */
const MAX_VERSION = 2_147_483_647;

type Options = OrganizationOption & JsonOption;

/** `parley signals list|create|show|quality|enable|disable|delete` */
export function addSignals(program: Command, context: CliContext): void {
  const signals = program
    .command('signals')
    .description('Manage the signals of an organization: what to look for in its conversations.')
    .addHelpText('after', EXAMPLES);
  addList(signals, context);
  addCreate(signals, context);
  addShow(signals, context);
  addQuality(signals, context);
  addSwitch(signals, context, 'enable', true, 'Evaluate a signal for conversations that arrive from now on.');
  addSwitch(signals, context, 'disable', false, 'Stop evaluating a signal. Its earlier results remain.');
  addDelete(signals, context);
}

function addList(signals: Command, { withDatabase, print }: CliContext): void {
  withJson(
    withOrganization(signals.command('list').description('List the signals, including disabled ones.')),
  )
    .addHelpText('after', '\nExample:\n  parley signals list --json > signals.json')
    .action(async (options: Options) => {
      const rows = await withDatabase(async (db) => {
        const { id } = await chooseOrganization(db, options.organization);
        return listSignals(db, id);
      });
      print(options.json ? json({ signals: rows.map(presentSignal) }) : overview(rows));
    });
}

function addCreate(signals: Command, { withDatabase, print }: CliContext): void {
  withJson(withOrganization(signals.command('create').description('Create signals from a file.')))
    .argument('[file]', 'a .yaml or .json file')
    .option('--examples', 'create the example signals instead of those of a file')
    .option('--missing', 'leave out signals whose names the organization already has')
    .addHelpText('after', FILE_HELP)
    .action(async (file: string | undefined, options: Options & { examples?: true; missing?: true }) => {
      const wanted = await wantedSignals(file, options.examples);
      const rows = await withDatabase(async (db) => {
        const { id } = await chooseOrganization(db, options.organization);
        const actor = { organizationId: id };
        if (!options.missing) return createSignals(db, actor, wanted);
        return db.transaction((tx) => createMissingSignals(tx, actor, wanted));
      });
      if (options.json) return print(json({ signals: rows.map(presentSignal) }));
      if (rows.length === 0) return print('The organization already has signals with all of these names.');
      print(`Created ${count(rows.length, 'signal')}:\n\n${overview(rows)}`);
    });
}

async function wantedSignals(file: string | undefined, examples: true | undefined): Promise<NewSignal[]> {
  if ((file === undefined) === (examples === undefined)) {
    throw new Fault('invalid', 'Name a file, or give --examples, but not both');
  }
  return file === undefined ? exampleSignals().map(({ signal }) => signal) : readSignalsFile(file);
}

function addShow(signals: Command, { withDatabase, print }: CliContext): void {
  withId(
    withJson(
      withOrganization(signals.command('show').description('Show a signal with its prompts and phrases.')),
    ),
  )
    .addHelpText('after', '\nExample:\n  parley signals show 7')
    .action(async (id: number, options: Options) => {
      const row = await withDatabase(async (db) => {
        const { id: organizationId } = await chooseOrganization(db, options.organization);
        return readSignal(db, organizationId, id);
      });
      print(options.json ? json(presentSignal(row)) : describe(row));
    });
}

function addQuality(signals: Command, { withDatabase, print }: CliContext): void {
  withId(
    withJson(
      withOrganization(
        signals.command('quality').description('Show how often a signal is right, estimated from labels.'),
      ),
    ),
  )
    .argument('[version]', 'one of its versions (default: the current one)', wholeNumber(1, MAX_VERSION))
    .addHelpText('after', '\nExample:\n  parley signals quality 7 2')
    .action(async (id: number, version: number | undefined, options: Options) => {
      const quality = await withDatabase(async (db) => {
        const { id: organizationId } = await chooseOrganization(db, options.organization);
        return readQuality(db, organizationId, id, version);
      });
      print(options.json ? json(quality) : describeQuality(quality));
    });
}

function addSwitch(
  signals: Command,
  { withDatabase, print }: CliContext,
  verb: 'enable' | 'disable',
  enabled: boolean,
  description: string,
): void {
  withId(withJson(withOrganization(signals.command(verb).description(description))))
    .addHelpText('after', `\nExample:\n  parley signals ${verb} 7`)
    .action(async (id: number, options: Options) => {
      const row = await withDatabase(async (db) => {
        const { id: organizationId } = await chooseOrganization(db, options.organization);
        return updateSignal(db, { organizationId }, id, { enabled });
      });
      print(options.json ? json(presentSignal(row)) : `Signal ${id} (${row.signalName}) is ${verb}d.`);
    });
}

function addDelete(signals: Command, { withDatabase, print }: CliContext): void {
  withId(
    withOrganization(
      signals.command('delete').description('Delete a signal. Its executions are no longer shown.'),
    ),
  )
    .addHelpText('after', '\nExample:\n  parley signals delete 7')
    .action(async (id: number, { organization }: OrganizationOption) => {
      await withDatabase(async (db) => {
        const { id: organizationId } = await chooseOrganization(db, organization);
        await deleteSignal(db, { organizationId }, id);
      });
      print(`Signal ${id} is deleted.`);
    });
}

function withId(command: Command): Command {
  const description = 'its id, as `parley signals list` shows it';
  return command.argument('<id>', description, wholeNumber(1, Number.MAX_SAFE_INTEGER));
}

function overview(rows: readonly SignalRow[]): string {
  return table(
    ['ID', 'NAME', 'CONTEXT', 'ENABLED', 'BY', 'VERSION', 'CREATED'],
    rows.map((row) => [
      `${row.id}`,
      row.signalName,
      row.contextSource,
      row.enabled ? 'yes' : 'no',
      row.phrases.length > 0 ? 'phrases' : 'prompt',
      `${row.version}`,
      presentSignal(row).createdAt,
    ]),
  );
}

/** A line for each thing that the signal asks. */
function describe(row: SignalRow): string {
  const asked = [
    ['Prompt', row.prompt],
    ...row.phrases.map((phrase) => ['Phrase', phrase]),
    ['Said by', row.saidBy],
    ...row.followUpPrompts.map(({ name, prompt }) => [`Follow-up ${name}`, prompt]),
  ];
  return `${overview([row])}\n\n${table(['ASKED', 'TEXT'], asked)}`;
}
