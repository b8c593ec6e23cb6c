import assert from 'node:assert/strict';
import { type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { test } from 'node:test';

/** Lines are written together: none is lost when a process ends, and a log that nobody takes stops nothing. */

const LOG = new URL('../../src/lib/log.ts', import.meta.url).href;
const HANGS_MS = 20_000;

/** Runs code that has a `log`. */
async function run(code: string, stdout: 'pipe' | 'closed' | number) {
  const stdio: SpawnOptions['stdio'] = ['ignore', stdout === 'closed' ? 'pipe' : stdout, 'pipe'];
  const source = `import { createLog } from '${LOG}'; const log = createLog('info'); ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio,
    timeout: HANGS_MS,
    killSignal: 'SIGKILL',
  });
  const texts = { out: '', errors: '' };
  if (stdout === 'closed') child.stdout!.destroy();
  else child.stdout?.setEncoding('utf8').on('data', (text: string) => (texts.out += text));
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (texts.errors += text));
  const [code_, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.once('close', (...ended) => resolve(ended));
  });
  return { ...texts, code: code_, signal };
}

const messages = (out: string) =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).msg);

const ENDS = {
  'by itself': '',
  'by process.exit': 'process.exit(0);',
  'by an error that nobody catches': 'throw new Error("crash");',
};
for (const [name, end] of Object.entries(ENDS)) {
  test(`no line is lost by a process that ends ${name}`, async () => {
    const { out } = await run(`log.info('ä first'); log.info('last'); ${end}`, 'pipe');
    assert.deepEqual(messages(out), ['ä first', 'last']);
  });
}

test('many lines come whole and in order', async () => {
  const { out } = await run(`for (let n = 0; n < 5000; n++) log.info('ö'.repeat(n % 300) + n);`, 'pipe');
  const all = messages(out);
  assert.equal(all.length, 5000);
  for (const [n, message] of all.entries()) assert.equal(message, 'ö'.repeat(n % 300) + n);
});

const GOES_ON = `setTimeout(() => {
  for (let n = 0; n < 100; n++) { log.info('line'.repeat(100)); log.warn('at once'); }
  setTimeout(() => { process.stderr.write('went on'); process.exit(0); }, 300);
}, 200);`;

test('a process whose standard output nobody reads any more goes on, and ends', async () => {
  const { errors, code } = await run(GOES_ON, 'closed');
  assert.deepEqual([errors, code], ['went on', 0]);
});

test('so does one whose log has no room left', { skip: !existsSync('/dev/full') }, async () => {
  const { errors, code } = await run(GOES_ON, openSync('/dev/full', 'w'));
  assert.deepEqual([errors, code], ['went on', 0]);
});
