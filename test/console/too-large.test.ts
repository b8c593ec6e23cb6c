import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tooLarge } from '../../console/src/screens/add/too-large.ts';
import { MAX_FILE_BYTES } from '../../src/cli/import/limits.ts';

test('a file is sent to `parley import` only if that accepts its size', () => {
  const limit = 5 * 1024 ** 2;
  const command = 'This file is larger than 5 MiB. Import it with `parley import`, or divide it.';
  assert.equal(tooLarge({ size: MAX_FILE_BYTES, archive: false }, limit), command);
  assert.equal(
    tooLarge({ size: MAX_FILE_BYTES + 1, archive: false }, limit),
    'This file is larger than 16 MiB. Divide it.',
  );
  assert.equal(tooLarge({ size: MAX_FILE_BYTES + 1, archive: true }, limit), command);
});
