import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitSpeakerPrefix } from '../../src/domain/meetings/formats/speaker-name.ts';

const NAMES = [
  'Mara Lindqvist',
  'mara',
  'M',
  'mara_l',
  'jean-luc',
  'Łukasz Ünal',
  '張偉',
  'Mara van der Lind (M)',
  'Hana Kovář | Acme',
  'Ola - Sales',
  'R. Okafor',
  'Karim T. (acme)',
  'Dr. Ruiz',
  'Lind, Mara',
  'Mara Lind, PhD',
  "Siobhán O'Neil",
  'Ann (she/her)',
  'Ann & Bob',
  'mara@acme.example',
  'IT support',
  'Speaker 1',
  'The Chair',
  'You',
  'Are Hansen',
  '+1 415 5***01',
  '🎧 Mara',
  'Mara’s iPhone ',
];

for (const name of NAMES) {
  test(`${JSON.stringify(name)} is a speaker`, () => {
    assert.deepEqual(splitSpeakerPrefix(`${name}: Hello.`), { name, text: 'Hello.' });
  });
}

const SPOKEN = [
  'Note: it is late.',
  'NOTE: it is late.',
  'The problem: nobody came.',
  'For example: this.',
  'The thing is: we lost.',
  'This one: we lost.',
  'so here’s the rule: no meetings.',
  'And she said: no.',
  'Well, look: no.',
  'Really? Yes: no.',
  'I waited. Then: nothing.',
  'and… so: no.',
  'He said "no": twice.',
  '10: that is the number.',
  '2026: a good year.',
  '10:30 works: for me.',
  'https://acme.example: the page.',
  ': nothing.',
  ' Mara: hello',
  '- Mara: hello',
  'Mara:hello',
  'Mara:\nhello',
  'Mara\nLind: hello',
  'Mara: ',
  'Mara:',
  'Mara',
  '',
  `${'a'.repeat(65)}: hello`,
  'one two three four five six seven eight nine: hello',
];

for (const text of SPOKEN) {
  test(`${JSON.stringify(text)} names nobody`, () => {
    assert.equal(splitSpeakerPrefix(text), undefined);
  });
}

test('only the first colon and one space are taken away', () => {
  assert.deepEqual(splitSpeakerPrefix('Mara:  a: b \n c'), { name: 'Mara', text: ' a: b \n c' });
  assert.deepEqual(splitSpeakerPrefix('Mara:\ta'), { name: 'Mara', text: 'a' });
  assert.deepEqual(splitSpeakerPrefix('Mara:\u00a0a'), { name: 'Mara', text: 'a' });
});

test('a name of 64 characters and one of 8 words are taken', () => {
  assert.equal(splitSpeakerPrefix(`${'a'.repeat(64)}: hi`)?.text, 'hi');
  assert.equal(splitSpeakerPrefix('A B C D E F G H: hi')?.text, 'hi');
});

test('marks around a name are not part of it', () => {
  assert.deepEqual(splitSpeakerPrefix('[SPEAKER_00]: hi'), { name: 'SPEAKER_00', text: 'hi' });
  assert.deepEqual(splitSpeakerPrefix('>> ALICE: hi'), { name: 'ALICE', text: 'hi' });
  assert.deepEqual(splitSpeakerPrefix('+1 206*****65: hi'), { name: '+1 206*****65', text: 'hi' });
  assert.equal(splitSpeakerPrefix('>> hi: '), undefined);
  assert.equal(splitSpeakerPrefix('*****: hi'), undefined);
});
