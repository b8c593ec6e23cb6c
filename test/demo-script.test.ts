import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../demo/src/prng.ts';
import { chooseWording, parseScripts, tidy } from '../demo/src/script.ts';

test('a script without a fault chooses wordings that belong together', () => {
  const source =
    '## pool\n? first !far\nA: {Is it red|Is it blue}, [B|C]?\nS/A: {Red|Blue}, {12-14/2} times.\n';
  const beats = parseScripts([source]).get('pool')!;
  assert.equal(beats.length, 2);
  assert.deepEqual([beats[0]!.needs, beats[0]!.bars], [['first'], ['far']]);
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 1 }), (seed, column) => {
      const rng = seeded(seed);
      const [question, answer] = beats[column]!.lines.map((line) =>
        chooseWording(line.text, new Map(beats[column]!.columns), rng),
      );
      const colour = column === 0 ? 'red' : 'blue';
      assert.ok(question === `Is it ${colour}, B?` || question === `Is it ${colour}, C?`);
      assert.match(answer!.toLowerCase(), new RegExp(`^${colour}, 1[24] times\\.$`));
    }),
  );
});

test('a faulty script is refused with the line', () => {
  assert.throws(
    () => parseScripts(['## pool\nno speaker here\n']),
    /"no speaker here" of pool#0 takes the form/,
  );
  assert.throws(() => parseScripts(['## pool\nA: {open|never closed\n']), /takes a closing bracket/);
});

test('tidying mends spaces, articles and ends', () => {
  assert.equal(tidy(' so a engineer  comes . it waits... there'), 'So an engineer comes. It waits... there.');
  assert.equal(tidy('Why did nobody tell me?.'), 'Why did nobody tell me?');
  assert.equal(
    tidy('a one-hour job, a European one, plan A and B'),
    'A one-hour job, a European one, plan A and B.',
  );
  assert.equal(tidy('はい。'), 'はい。');
  assert.equal(tidy(''), '');
});
