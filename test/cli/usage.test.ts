import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Command } from 'commander';
import settings from '../../bin/node-settings.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };
import { createProgram } from '../../src/cli/cli.ts';
import { REPOSITORY, runParley, start } from './run-parley.ts';

const unused = () => assert.fail('--help must need nothing');
const context = {
  settings: unused,
  serviceSettings: unused,
  withDatabase: unused,
  print: unused,
  complain: unused,
};

/** Returns the --help of a command, without a separate process. */
function helpOf(command: Command): string {
  let said = '';
  command.configureOutput({
    writeOut: (text) => {
      said += text;
    },
  });
  command.outputHelp();
  return said;
}

test('the help of every command has an example', async () => {
  const visit = (command: Command, path: string): string[] =>
    command.commands.flatMap((child) => {
      const name = `${path} ${child.name()}`;
      const help = helpOf(child);
      assert.match(help, /\nExamples?:\n {2}\S/, name);
      assert.ok(help.includes(`${name} `) || help.includes(`${name}\n`), `${name} is in its own example`);
      assert.ok(child.description().length > 10, name);
      return [name, ...visit(child, name)];
    });
  assert.deepEqual(visit(await createProgram(context), 'parley'), [
    'parley serve',
    'parley migrate',
    'parley organizations',
    'parley organizations list',
    'parley organizations create',
    'parley keys',
    'parley keys list',
    'parley keys create',
    'parley keys revoke',
    'parley users',
    'parley users import',
    'parley crm',
    'parley crm import',
    'parley import',
    'parley export',
    'parley backup',
    'parley restore',
    'parley doctor',
    'parley ask',
    'parley signals',
    'parley signals list',
    'parley signals create',
    'parley signals show',
    'parley signals quality',
    'parley signals enable',
    'parley signals disable',
    'parley signals delete',
    'parley jobs',
    'parley jobs list',
    'parley jobs retry',
    'parley blobs',
    'parley blobs status',
    'parley blobs adopt',
    'parley blobs quarantine',
    'parley webhooks',
    'parley webhooks list',
    'parley webhooks show',
    'parley webhooks add',
    'parley webhooks update',
    'parley webhooks remove',
    'parley webhooks rotate',
    'parley webhooks replay',
    'parley webhooks test',
    'parley webhooks deliveries',
    'parley mcp',
    'parley signing-keys',
    'parley signing-keys list',
    'parley signing-keys rotate',
    'parley signing-keys remove',
    'parley audit',
    'parley audit list',
    'parley demo',
  ]);
});

test('bin/parley.js runs the command from any folder, and passes on its exit code', async () => {
  const bin = join(REPOSITORY, 'bin/parley.js');
  const { version } = JSON.parse(await readFile(join(REPOSITORY, 'package.json'), 'utf8'));
  const options = { env: {}, cwd: tmpdir() };
  const good = await start(process.execPath, [bin, '--version'], options).ended;
  assert.deepEqual(good, { code: 0, stdout: `${version}\n`, stderr: '' });
  const bad = await start(process.execPath, [bin, '--versoin'], options).ended;
  assert.equal(bad.code, 2);
});

test('a command called wrongly ends with 2 and one line that says how', async () => {
  const cases: [string[], RegExp][] = [
    [
      ['import', '--hots-email', 'x'],
      /^parley: unknown option '--hots-email' \(Did you mean --host-email\?\)\n$/,
    ],
    [['jobs', 'lst'], /^parley: unknown command 'lst' \(Did you mean list\?\)\n$/],
    [['audit', 'list', 'x'], /^parley: 'list' takes no arguments, but got 'x'\n$/],
    [['import'], /^parley: import needs files, folders or a --manifest; .*\n$/],
    [
      ['keys', 'create', '--name', 'x', '--scopes', 'meting:read'],
      /^parley: .*one or more of meetings:read, .*; "meting:read" is none of them\.\n$/,
    ],
  ];
  for (const [args, message] of cases) {
    const ran = await runParley(args);
    assert.match(ran.stderr, message);
    assert.deepEqual({ code: ran.code, stdout: ran.stdout }, { code: 2, stdout: '' }, args.join(' '));
  }
});

test('a command that fails ends with 1 and a line for each reason', async () => {
  const faulty = await runParley(['audit', 'list'], { DATABASE_URL: 'nonsense', PARLEY_API_PORT: 'x' });
  assert.equal(faulty.code, 1);
  assert.match(faulty.stderr, /^parley: PARLEY_API_PORT must be .*\nparley: DATABASE_URL must be .*\n$/);
  const away = await runParley(['audit', 'list'], { DATABASE_URL: 'postgres://p:secret@127.0.0.1:1/p' });
  assert.equal(away.code, 1);
  assert.match(away.stderr, /^parley: [^\n]*ECONNREFUSED[^\n]*\n$/);
  assert.doesNotMatch(away.stderr, /secret/);
});

test('npm start and npm run parley give Node what bin/node-settings.json has', async () => {
  const { flags, env } = settings;
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  // With exec the shell is gone: a signal to the process group finds Node alone.
  const command = `export ${variables.join(' ')}; exec ${['node', ...flags, 'src/main.js'].join(' ')}`;
  assert.equal(manifest.scripts.start, `${command} serve`);
  assert.equal(manifest.scripts.parley, command);
});
