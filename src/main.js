#!/usr/bin/env node
// @ts-check
// This file is JavaScript because Node would strip the types of its first file with a program of 4 MB, at each start:
// those of all others are stripped once, and are kept in the compile cache.
import { setFlagsFromString } from 'node:v8';
import './lib/compile-cache.js';

// With it, V8 comes to allocate the rows of results among its old objects, where they keep later ones alive until the next
// full collection: that made a page of ten executions a fifth dearer in phases of some seconds.
setFlagsFromString('--no-allocation-site-pretenuring');
// The heap may double before all of it is collected. V8 lets it grow to four times its size under load, which took 50 MB more
// beside many ingests and no less time.
setFlagsFromString('--heap-growing-percent=100');

const { runCli } = await import('./cli/cli.ts');
await runCli(process.argv);
