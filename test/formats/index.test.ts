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

test('the readers of texts are pure: they import only each other, so that a browser can run them', () => {
  const folder = new URL('../../src/domain/meetings/formats/', import.meta.url);
  for (const file of readdirSync(folder)) {
    if (file === WITH_PACKAGES) continue;
    const imports = readFileSync(new URL(file, folder), 'utf8').matchAll(
      /^(?:import|export) .* from '(.*)';$/gm,
    );
    for (const [, from] of imports) assert.match(from ?? '', /^\.\/[a-z-]+\.ts$/, file);
  }
});
