/**
 * Writes openapi.json from the endpoints, or with --check fails if the committed file differs.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { openApiDocument } from '../src/endpoints/openapi-document.ts';

const FILE = new URL('../openapi.json', import.meta.url);
const text = `${JSON.stringify(openApiDocument('http://127.0.0.1:8080', 'http://127.0.0.1:8081'), null, 2)}\n`;

if (process.argv.includes('--check')) {
  const committed = await readFile(FILE, 'utf8').catch(() => '');
  if (committed !== text) {
    console.error('openapi.json is not what the endpoints say: run `npm run fix` and commit it');
    process.exitCode = 1;
  }
} else {
  await writeFile(FILE, text);
}
