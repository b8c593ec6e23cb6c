import type { Command } from 'commander';
import type { Check } from '../processes/doctor/check.ts';
import type { CliContext } from './context.ts';
import { type JsonOption, wholeNumber, withJson } from './options.ts';
import { json, table } from './output.ts';

type Options = JsonOption & { backupHours?: number };

const MAX_HOURS = 24 * 366;

const HELP = `
Run it with the settings of the service, where the service runs. It exits with code 1 if there is a fault. A warning is no
fault. By default, a backup that is older than 48 hours is a fault, and none at all is a warning.

Examples:
  parley doctor
  parley doctor --backup-hours 26 --json`;

/** `parley doctor` */
export function addDoctor(program: Command, { settings, print }: CliContext): void {
  const command = program
    .command('doctor')
    .description('Check the versions, the database, the stores and the addresses of an installation.')
    .option(
      '--backup-hours <hours>',
      'the age from which the last backup, or none at all, is a fault',
      wholeNumber(1, MAX_HOURS),
    );
  withJson(command)
    .addHelpText('after', HELP)
    .action(async ({ backupHours, json: asJson }: Options) => {
      const { config, log } = settings();
      // Loaded only here: it brings what the service needs.
      const { diagnose } = await import('../processes/doctor/diagnose.ts');
      const checks = await diagnose(config, log, backupHours);
      const faults = checks.filter(({ state }) => state === 'fault').length;
      print(asJson ? json({ isSound: faults === 0, checks }) : report(checks));
      if (faults > 0) process.exitCode = 1;
    });
}

const MARKS: Record<Check['state'], string> = { ok: 'ok', warning: 'WARNING', fault: 'FAULT' };

function report(checks: readonly Check[]): string {
  return table(
    ['CHECK', 'STATE', 'FOUND', 'ADVICE'],
    checks.map(({ name, state, found, advice }) => [name, MARKS[state], found, advice ?? '']),
  );
}
