import type { Command } from 'commander';
import { JOB_STATES, listJobs, presentJob, retryJob } from '../domain/manage-jobs.ts';
import { count } from '../lib/text.ts';
import { chooseOrganization } from './choose-organization.ts';
import { type CliContext, UsageError } from './context.ts';
import { addDefaultList } from './default-list.ts';
import { type JsonOption, type OrganizationOption, withJson, withOrganization } from './options.ts';
import { json, table } from './output.ts';

const MAX_JOBS = 1000;

/** `parley jobs [list]|retry` */
export function addJobs(program: Command, { withDatabase, print }: CliContext): void {
  const jobs = program
    .command('jobs')
    .description('List queued and failed background jobs, and run failed ones again.')
    .addHelpText('after', '\nExamples:\n  parley jobs list\n  parley jobs retry --all');

  withJson(addDefaultList(jobs).description('List the jobs that are not finished, newest first.'))
    .option('--state <state>', `only jobs in this state: ${JOB_STATES.join(', ')}`)
    .addHelpText('after', '\nExample:\n  parley jobs list --state dead')
    .action(async (options: JsonOption & { state?: string }) => {
      const state = JOB_STATES.find((one) => one === options.state);
      if (options.state !== undefined && !state) {
        throw new UsageError(`--state takes ${JOB_STATES.join(', ')}`);
      }
      const rows = await withDatabase((db) => listJobs(db, { state, limit: MAX_JOBS }));
      const shown = rows.map((row) => ({ organization: row.organizationId, ...presentJob(row) }));
      if (options.json) return print(json({ jobs: shown }));
      print(
        table(
          ['ID', 'ORGANIZATION', 'JOB', 'STATE', 'TRIES', 'CREATED', 'REASON'],
          shown.map((row) => [
            row.id,
            `${row.organization}`,
            row.job,
            row.state,
            `${row.attempts}`,
            row.createdAt,
            row.reason ?? '',
          ]),
        ),
      );
    });

  withOrganization(jobs.command('retry').description('Run dead jobs of an organization again.'))
    .argument('[id...]', 'ids of dead jobs')
    .option('--all', 'all dead jobs of the organization')
    .addHelpText('after', '\nExample:\n  parley jobs retry 4b6f6f0e-2d3f-4f43-8f0a-1f4f2f9d7c11')
    .action(async (ids: string[], options: OrganizationOption & { all?: boolean }) => {
      if (ids.length === 0 && !options.all) throw new UsageError('retry takes ids of jobs, or --all');
      const done = await withDatabase(async (db, opened) => {
        const { id: organizationId } = await chooseOrganization(db, options.organization);
        const dead = { organizationId, state: 'dead' as const, limit: MAX_JOBS };
        const wanted = options.all ? (await listJobs(db, dead)).map((row) => row.id) : ids;
        for (const id of wanted) await retryJob(opened, { organizationId }, id);
        return wanted.length;
      });
      print(`${count(done, 'job')} will be done again.`);
    });
}
