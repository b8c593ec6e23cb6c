/**
 * Makes dist/: the package as others install it, JavaScript with its types. In this repository the sources are used
 * as they are, so the package.json here names them, and dist has one of its own.
 */
import { execFileSync } from 'node:child_process';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const HERE = new URL('../', import.meta.url);
const DIST = new URL('dist/', HERE);

await rm(DIST, { recursive: true, force: true });
const compiler = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));
execFileSync(process.execPath, [compiler, '-p', fileURLToPath(HERE)], { stdio: 'inherit' });

const { name, version, description, keywords, author, license, type, ...rest } = JSON.parse(
  await readFile(new URL('package.json', HERE), 'utf8'),
);
const manifest = {
  name,
  version,
  description,
  keywords,
  author,
  license,
  type,
  sideEffects: rest.sideEffects,
  engines: rest.engines,
  main: './index.js',
  types: './index.d.ts',
  exports: {
    '.': { types: './index.d.ts', default: './index.js' },
    './operations': { types: './operations.d.ts', default: './operations.js' },
    './package.json': './package.json',
  },
  files: ['*.js', '*.d.ts'],
  dependencies: rest.dependencies,
};
await writeFile(new URL('package.json', DIST), `${JSON.stringify(manifest, null, 2)}\n`);
await copyFile(new URL('README.md', HERE), new URL('README.md', DIST));
await copyFile(new URL('../LICENSE', HERE), new URL('LICENSE', DIST));
