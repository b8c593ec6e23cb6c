import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { SCOPES } from '../../../src/domain/keys/scopes.ts';
import { sql } from '../../support/sql.ts';
import { atLeast, type Figure, none, type Stage } from '../promise.ts';
import { operations } from './api-document.ts';
import { type FuzzedService, startFuzzedService } from './fuzzed-service.ts';

/** The variable with its path if it is not on the PATH. */
const PROGRAM = 'PARLEY_SCHEMATHESIS';

/** The document is a file, because the operation that serves it would be omitted with a URL. */
const DOCUMENT = 'openapi.json';

const SETTINGS = 'test/fuzz/schemathesis.toml';

/** The parts of its final report that are read. */
type Report = {
  complete: boolean;
  operations: { selected: number; tested: number; errored: number };
  test_cases: { generated: number };
  failures: { title: string; count: number; operations: string[] }[];
  errors: { title: string; count: number }[];
};

type Run = {
  name: string;
  address: 'api' | 'receiver';
  /** The arguments that select the operations. */
  choice: string[];
  seconds: number;
};

/** Operations that the first run omits: one might revoke the run's key, and the other takes too long. */
const APART = ['revokeKey', 'createOrganization'];

const RECEIVER = 'user-provided|recording$';

const RUNS: readonly Run[] = [
  {
    name: 'api',
    address: 'api',
    choice: ['--exclude-path-regex', RECEIVER, ...APART.flatMap((id) => ['--exclude-operation-id', id])],
    seconds: 300,
  },
  { name: 'receiver', address: 'receiver', choice: ['--include-path-regex', RECEIVER], seconds: 60 },
  // The list of keys is omitted, so that it sees only keys that it created, and not its own.
  {
    name: 'keys',
    address: 'api',
    choice: ['--include-operation-id', 'createKey', '--include-operation-id', 'revokeKey'],
    seconds: 40,
  },
  {
    name: 'organizations',
    address: 'api',
    choice: ['--include-operation-id', 'createOrganization'],
    seconds: 60,
  },
];

/** An operation that also runs in the second run, because revokeKey needs its keys. */
const TWICE = ['createKey'];

/** The extra time, because it checks the clock only between two steps. */
const GRACE_SECONDS = 90;

/**
 * Runs Schemathesis, an independent fuzzer from PyPI, with all of its checks on a separate service.
 * @returns figures, or one that reports that it is not installed
 */
export async function runSchemathesis(stage: Stage): Promise<Figure[]> {
  const program = await findProgram();
  if (!program) {
    const value = `not run: schemathesis is not on the PATH, nor does ${PROGRAM} name it`;
    return [{ what: 'Schemathesis', value, limit: '0 failures', passed: false }];
  }
  const service = await startFuzzedService();
  const folder = await mkdtemp(join(tmpdir(), 'parley-schemathesis-'));
  try {
    await service.makeTenant();
    const key = await unlikelyKey(service);
    const reports: Report[] = [];
    for (const run of RUNS) {
      const report = await runOnce(program, { run, service, key, folder, stage });
      stage.say(
        `Schemathesis, ${run.name}: ${report.test_cases.generated} cases, ${report.operations.tested} operations`,
      );
      reports.push(report);
    }
    return judge(reports, stage);
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function judge(reports: readonly Report[], { say }: Stage): Figure[] {
  const sum = (count: (report: Report) => number) =>
    reports.reduce((total, report) => total + count(report), 0);
  for (const { failures, errors } of reports) {
    for (const { title, count, operations } of failures)
      say(`${title}, ${count} times: ${operations.join(', ')}`);
    for (const { title, count } of errors) say(`${title}, ${count} times`);
  }
  return [
    atLeast(
      'Schemathesis: operations',
      sum((one) => one.operations.tested),
      operations.length + TWICE.length,
    ),
    atLeast(
      'Schemathesis: requests',
      sum((one) => one.test_cases.generated),
      1000,
    ),
    none(
      'Schemathesis: failures',
      sum((one) => one.failures.length),
    ),
    none(
      'Schemathesis: errors of its own',
      sum((one) => one.errors.length + one.operations.errored),
    ),
    none(
      'Schemathesis: runs cut off',
      sum((one) => (one.complete ? 0 : 1)),
    ),
  ];
}

async function findProgram(): Promise<string | undefined> {
  const named = process.env[PROGRAM];
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const path of named ? [named] : folders.map((folder) => join(folder, 'schemathesis'))) {
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  return undefined;
}

/** Creates a key with every scope and an id that cannot be guessed, so that it is never revoked. */
async function unlikelyKey({ client, databaseUrl }: FuzzedService): Promise<string> {
  await sql(databaseUrl, 'alter table api_keys alter column id restart with 734912553107');
  const made = await client.post('/admin/v1/keys', { name: 'Schemathesis', scopes: SCOPES });
  return made.body.key;
}

async function runOnce(
  program: string,
  {
    run,
    service,
    key,
    folder,
    stage,
  }: { run: Run; service: FuzzedService; key: string; folder: string; stage: Stage },
): Promise<Report> {
  const path = join(folder, `${run.name}.json`);
  const child = spawn(
    program,
    [
      ...['--config-file', SETTINGS, 'run', DOCUMENT],
      ...['-u', run.address === 'api' ? service.apiUrl : service.receiverUrl, ...run.choice],
      ...['-c', 'all', '-H', `X-API-Key: ${key}`, '--seed', `${stage.seed}`, '--max-time', `${run.seconds}`],
      ...['--no-color', '--generation-database', 'none', '--report', 'json', '--report-json-path', path],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-MAX_SAID);
    });
  }
  const timer = setTimeout(() => child.kill('SIGTERM'), (run.seconds + GRACE_SECONDS) * 1000);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  if (code !== 0) stage.say(`Schemathesis, ${run.name}, ended with ${code}:\n${said}`);
  return JSON.parse(await readFile(path, 'utf8'));
}

const MAX_SAID = 20_000;
