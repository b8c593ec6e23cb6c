import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalCrmId } from '../../src/lib/salesforce-id.ts';

/** Pairs that were published with the rule, by Salesforce and others. */
const PUBLISHED = [
  '90630000000gy8oAAA',
  '500x000000003TRAAY',
  'a0D30000001n7PiEAI',
  '0019000000B98deAAB',
  '0012A00001aaAaaQAE',
  '0012000001A10aAAAR',
  '0012000001A1AA0AAN',
  '0012000001AAaa1AAD',
  '0010g00001Z54O9AAJ',
];

test('a 15-character Salesforce id becomes the published 18-character one', () => {
  for (const id of PUBLISHED) assert.equal(canonicalCrmId(id.slice(0, 15)), id);
});

test('each of the 32 suffix characters stands for the upper-case letters of five characters', () => {
  const suffixes = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';
  for (const [bits, suffix] of [...suffixes].entries()) {
    const five = [...'abcde']
      .map((char, index) => (bits & (1 << index) ? char.toUpperCase() : char))
      .join('');
    assert.equal(canonicalCrmId(five + five + five), five + five + five + suffix + suffix + suffix);
  }
});

test('every other text stays as it is', () => {
  const others = [
    '',
    '0010g00001Z54O9AAJ',
    '0010g00001Z54O',
    '0010g00001Z54O9A',
    '0010g00001Z54-9',
    '0010g00001Z54O ',
    '0010g00001Z54Oé',
    '٠٠١٠٠٠٠٠٠٠٠٠٠٠٠',
    '0010g00001Z54O9\n',
    'deal-2026/acme',
  ];
  for (const text of others) assert.equal(canonicalCrmId(text), text);
});

test('the canonical form is its own canonical form', () => {
  const id = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[A-Za-z0-9]{15}$/));
  fc.assert(
    fc.property(id, (text) => {
      const canonical = canonicalCrmId(text);
      assert.equal(canonicalCrmId(canonical), canonical);
      assert.ok(canonical.startsWith(text));
    }),
    { seed: 1 },
  );
});
