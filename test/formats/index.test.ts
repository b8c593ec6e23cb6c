import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileExtensions, formatForFile } from '../../src/domain/meetings/formats/index.ts';

test('the extension tells the format', () => {
  assert.equal(formatForFile('/calls/a.b.vtt')?.name, 'WebVTT');
  assert.equal(formatForFile('CALL.VTT')?.name, 'WebVTT');
  assert.equal(formatForFile('call.srt')?.name, 'SubRip');
  for (const name of ['call.json', 'call.jsonl', 'call.NDJSON']) {
    assert.equal(formatForFile(name)?.name, 'JSON');
  }
  for (const name of ['call.vtt.txt', 'vtt', 'callvtt', '']) assert.equal(formatForFile(name), undefined);
});

test('no two formats share an extension; all are lower case with a dot', () => {
  assert.equal(new Set(fileExtensions).size, fileExtensions.length);
  for (const extension of fileExtensions) assert.match(extension, /^\.[a-z]+$/);
});

test('the readers are pure: they import only each other, so that a browser can run them', () => {
  const folder = new URL('../../src/domain/meetings/formats/', import.meta.url);
  for (const file of readdirSync(folder)) {
    const imports = readFileSync(new URL(file, folder), 'utf8').matchAll(
      /^(?:import|export) .* from '(.*)';$/gm,
    );
    for (const [, from] of imports) assert.match(from ?? '', /^\.\/[a-z-]+\.ts$/, file);
  }
});
