#!/usr/bin/env node
// Finds the Node that Parley is pinned to: the one on the PATH may be older and cannot run TypeScript.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

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

const child = spawn(findNode(), [main, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// The terminal sends Ctrl-C to both; this one waits for the other.
process.on('SIGINT', () => {});
child.on('error', (error) => fail(`its own Node cannot be started: ${error.message}`));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
