/**
 * Writes the generated part of clients/python from openapi.json, or with --check fails if it was generated from another
 * openapi.json. The check compares the digest in the files and needs no Python; the tests of clients/python compare the
 * files themselves.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FOLDER = join(ROOT, 'clients/python');
const GENERATED = ['_methods.py', '_operations.py', 'models.py'];

const digest = createHash('sha256')
  .update(readFileSync(join(ROOT, 'openapi.json')))
  .digest('hex');
const stale = GENERATED.filter(
  (name) => !readFileSync(join(FOLDER, 'src/parley_client', name), 'utf8').includes(digest),
);

if (stale.length > 0 && process.argv.includes('--check')) {
  console.error(
    `${stale.join(', ')} of clients/python are not made from this openapi.json: run \`npm run fix\`, which needs Python 3.10 or newer and PyPI for it, and commit them`,
  );
  process.exitCode = 1;
} else if (stale.length > 0) {
  execFileSync('python3', [join(FOLDER, 'scripts/run.py'), 'generate'], { stdio: 'inherit' });
}
