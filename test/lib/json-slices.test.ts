import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runWithoutYielding, runYielding } from '../../src/lib/event-loop.ts';
import { JsonFault, parseJsonInSlices } from '../../src/lib/json-slices.ts';

const LIMITS = { maxDepth: 100, maxMembers: 1000 };

function parse(text: string, sliceBytes: number): unknown {
  return runWithoutYielding(parseJsonInSlices(Buffer.from(text), { ...LIMITS, sliceBytes }));
}

/** The outcome is that of JSON.parse, however the text is cut into slices. */
function assertLikeJsonParse(text: string, sliceBytes: number): void {
  let expected: unknown;
  try {
    expected = JSON.parse(text);
  } catch {
    assert.throws(() => parse(text, sliceBytes), JsonFault, text);
    return;
  }
  assert.deepEqual(parse(text, sliceBytes), expected, text);
}

const sliceBytes = fc.integer({ min: 0, max: 20 });
const token = fc.constantFrom(
  ...['{', '}', '[', ']', ',', ':', ' ', '"a"', '"b"', '"__proto__"', '"\\""', '"[,"', '1', '-', 'null', 'é'],
);

test('JSON is parsed as JSON.parse does, wherever it is cut', () => {
  const blank = fc.constantFrom('', ' ', '\n', '\t\r\n ');
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), blank, sliceBytes, (json, space, bytes) => {
      assertLikeJsonParse(space + json + space, bytes);
      assertLikeJsonParse(JSON.stringify(JSON.parse(json), null, 1), bytes);
    }),
    { numRuns: 2000 },
  );
});

test('text that JSON.parse refuses is refused, wherever it is split', () => {
  fc.assert(
    fc.property(fc.array(token, { maxLength: 14 }), sliceBytes, (tokens, bytes) =>
      assertLikeJsonParse(tokens.join(''), bytes),
    ),
    { numRuns: 10_000 },
  );
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 5 }),
      fc.nat(),
      token,
      fc.boolean(),
      sliceBytes,
      (json, place, added, cuts, bytes) => {
        const at = place % (json.length + 1);
        assertLikeJsonParse(json.slice(0, at) + added + json.slice(cuts ? at + 1 : at), bytes);
      },
    ),
    { numRuns: 10_000 },
  );
});

test('two values without a comma, and a second document, are refused wherever they are cut', () => {
  for (const text of [
    '[[1,2][3,4]]',
    '[[1,2] [3,4],5]',
    '[{"a":1,"b":2}{"c":3,"d":4}]',
    '{"a":[1,2]"b":[3,4]}',
    '{"a":[1,2][3,4]}',
    '{"a":1,"b":[1,2],}',
    '[[1,2],,[3,4]]',
    '[1,2][3,4]',
    '[1,2] {"a":1,"b":2}',
    '[1,2] 3',
    '1,[2,3]',
  ]) {
    for (let bytes = 0; bytes < text.length; bytes++) assertLikeJsonParse(text, bytes);
  }
});

test('__proto__ is a name like others, also where a cut falls inside of it', () => {
  const text = '{"__proto__":{"a":[1,2,3,4]},"b":{"__proto__":1,"c":2}}';
  for (let bytes = 0; bytes < text.length; bytes++) {
    const parsed = parse(text, bytes) as Record<string, unknown>;
    assert.deepEqual(Object.keys(parsed), ['__proto__', 'b']);
    assert.equal(Object.getPrototypeOf(parsed), Object.prototype);
  }
});

test('a fault is reported with its place in the whole text', () => {
  const cases = [
    ['{"a":[1,2,x]}', 'must be JSON: it has a mistake after byte 10'],
    ['{"a":[1,2 3]}', 'must be JSON: it cannot be read at byte 10'],
    ['{"é":[1,2,3],,"b":1}', 'must be JSON: it cannot be read at byte 14'],
    ['[1,2,3}', 'must be JSON: it cannot be read at byte 6'],
    ['[1,2,3]]', 'must be JSON: it cannot be read at byte 7'],
    ['[[1,2,3],[4,5', 'must be JSON: it ends too early or is empty'],
    ['', 'must be JSON: it ends too early or is empty'],
  ];
  for (const [text, message] of cases) {
    const long = `${text!.slice(0, 1)}${' '.repeat(100)}${text!.slice(1)}`;
    const moved = message!.replace(/\d+$/, (byte) => `${Number(byte) + 100}`);
    assert.throws(() => parse(text === '' ? '' : long, 1), { message: text === '' ? message : moved });
  }
});

test('depth and members are counted wherever the cuts fall', () => {
  const limits = { maxDepth: 3, maxMembers: 3 };
  const parseWith = (text: string, bytes: number) =>
    runWithoutYielding(parseJsonInSlices(Buffer.from(text), { ...limits, sliceBytes: bytes }));
  for (const bytes of [0, 1, 5, 1000]) {
    assert.deepEqual(parseWith('[[[1,2]],{"a":1,"b":2,"c":[]}]', bytes), [[[1, 2]], { a: 1, b: 2, c: [] }]);
    assert.throws(() => parseWith('[[[[]]]]', bytes), { message: 'must not be nested deeper than 3 levels' });
    const wide = { message: 'must not have an object of more than 3 members' };
    assert.throws(() => parseWith('[{"a":1,"b":{},"c":[1,2],"d":4}]', bytes), wide);
    assert.throws(() => parseWith('{"a":1,"a":1,"a":1,"a":1}', bytes), wide);
  }
});

test('a large text is parsed in turns', async () => {
  const bytes = Buffer.from(
    JSON.stringify(Array.from({ length: 200_000 }, (_, index) => ({ index, text: 'abc' }))),
  );
  let turns = 0;
  const others = setInterval(() => turns++, 1);
  const parsed = (await runYielding(parseJsonInSlices(bytes, LIMITS))) as unknown[];
  clearInterval(others);
  assert.equal(parsed.length, 200_000);
  assert.ok(turns >= 3, `others had ${turns} turns`);
});
