import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileExtensions, formatsForName } from '../../src/domain/meetings/formats/index.ts';

test('the extension tells which formats a file may have', () => {
  const names = (file: string) => formatsForName(file).map(({ name }) => name);
  assert.deepEqual(names('/calls/a.b.vtt'), ['WebVTT']);
  assert.deepEqual(names('CALL.VTT'), ['WebVTT']);
  assert.deepEqual(names('call.srt'), ['SubRip']);
  for (const name of ['call.json', 'call.jsonl', 'call.NDJSON']) assert.ok(names(name).includes('JSON'));
  for (const name of ['call.vtt.pdf', 'vtt', 'callvtt', '']) assert.deepEqual(names(name), []);
});

test('all extensions are lower case with a dot; each is listed once', () => {
  assert.equal(new Set(fileExtensions).size, fileExtensions.length);
  for (const extension of fileExtensions) assert.match(extension, /^\.[a-z]+$/);
});

/** The reader of Word documents needs a ZIP archive and XML. */
const WITH_PACKAGES = 'docx-text.ts';

/** Files outside of the folder that readers may import; they import nothing themselves. */
const PURE = ['lib/text.ts', 'lib/time.ts', 'lib/language.ts', 'domain/meetings/source-types.ts'];

test('the readers of texts are pure: they import only each other, so that a browser can run them', () => {
  const source = new URL('../../src/', import.meta.url);
  const folder = new URL('domain/meetings/formats/', source);
  const importsOf = (file: URL) =>
    [...readFileSync(file, 'utf8').matchAll(/^(?:import|export) [^;]* from '(.*)';$/gm)].map(
      ([, from]) => from!,
    );
  for (const path of PURE) assert.deepEqual(importsOf(new URL(path, source)), [], path);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name === WITH_PACKAGES) continue;
    const file = new URL(name, folder);
    for (const from of importsOf(file)) {
      assert.match(from, /^\.{1,2}\//, name);
      const { href } = new URL(from, file);
      const isPure = PURE.some((path) => href === new URL(path, source).href);
      assert.ok(isPure || href.startsWith(folder.href), `${name} imports ${from}`);
    }
  }
});
