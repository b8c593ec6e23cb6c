#!/usr/bin/env node
// Finds the Node that Parley is pinned to: the one on the PATH may be older and cannot run TypeScript.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));
const main = fileURLToPath(new URL('../src/main.js', import.meta.url));

/**
 * As in `npm start`. V8's young generation is bound, in megabytes of either half: without it grows to 64, and the process to
 * 100 MB more, for no gain in speed. glibc's threshold of what it takes by mmap, in bytes, stays where it begins: it would
 * rise with each large body, and their memory would not go back to the system. And garbage can be collected on demand,
 * which is done when the process is idle.
 */
const { flags, env } = createRequire(import.meta.url)('./node-settings.json');

function findNode() {
  try {
    return createRequire(import.meta.url).resolve('node/bin/node');
  } catch {
    return fail(`its parts are not installed; run npm ci in ${folder}`);
  }
}

function fail(reason) {
  process.stderr.write(`parley: ${reason}\n`);
  process.exit(1);
}

const child = spawn(findNode(), [...flags, main, ...process.argv.slice(2)], {
  env: { ...env, ...process.env },
  stdio: 'inherit',
});
// A terminal and most service managers signal both processes, others only this one. The child takes signals that arrive
// within two seconds for the same stop, so it does no harm to forward what it has received already.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => fail(`its own Node cannot be started: ${error.message}`));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
