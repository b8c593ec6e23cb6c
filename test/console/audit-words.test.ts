import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACTIONS } from '../../console/src/screens/settings/audit/words.ts';
import { sources } from '../sources.ts';

const RECORDED = /\brecord(?:Audit|ForAll|Read)\([^;]*?'([a-z-]+\.[a-z-]+)'/g;

test('the console has words for every action that the audit records, and filters by it', () => {
  const known = new Set(ACTIONS.map(({ value }) => value));
  const recorded = sources.flatMap(({ text }) => [...text.matchAll(RECORDED)].map((found) => found[1]!));
  assert.ok(recorded.length > 20, `${recorded.length} actions were found in src`);
  assert.deepEqual(
    recorded.filter((action) => !known.has(action)),
    [],
  );
});
