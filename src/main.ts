#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// With it, V8 comes to allocate the rows of results among its old objects, where they keep later ones alive until the next
// full collection: that made a page of ten executions a fifth dearer in phases of some seconds.
setFlagsFromString('--no-allocation-site-pretenuring');

// Before anything else is loaded: with the types stripped and the code compiled once, a start takes half the time.
// In the project's own folder, because in a shared one somebody else could put code there.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/parley', import.meta.url)));

const { runCli } = await import('./cli/cli.ts');
await runCli(process.argv);
