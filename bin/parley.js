#!/usr/bin/env node
// Finds the Node that Parley is pinned to: the one on the PATH may be older and cannot run TypeScript.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const node = createRequire(import.meta.url).resolve('node/bin/node');
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// The terminal sends Ctrl-C to both; this one waits for the other.
process.on('SIGINT', () => {});
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
