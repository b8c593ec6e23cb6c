import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dialogue } from '../../src/domain/meetings/formats/dialogue.ts';
import { speechFormats } from '../../src/domain/meetings/formats/speech-formats.ts';

const formatOf = (text: string) => speechFormats.find(({ recognises }) => recognises(text))?.name;

test('a dialogue without times: title, people, wrapped lines, names in bold', () => {
  const file = [
    'Budget review',
    '',
    '**Ada Park:** Shall we start: the budget?',
    'Dr. Bo Lind: Yes.',
    'We should,',
    '',
    'I think.',
    'Ada Park: Note: it is late.',
    'Dr. Bo Lind: Then let us be quick.',
  ].join('\r\n');
  assert.equal(formatOf(file), dialogue.name);
  const { segments, title, durationSeconds, warnings } = dialogue.parse(file);
  assert.deepEqual(segments, [
    { text: 'Shall we start: the budget?', speaker: { name: 'Ada Park' } },
    { text: 'Yes.\nWe should,\nI think.', speaker: { name: 'Dr. Bo Lind' } },
    { text: 'Note: it is late.', speaker: { name: 'Ada Park' } },
    { text: 'Then let us be quick.', speaker: { name: 'Dr. Bo Lind' } },
  ]);
  assert.deepEqual([title, durationSeconds], ['Budget review', undefined]);
  assert.deepEqual(warnings, ['the file has no times, so it is not known when its entries were said']);
});

test('lists, logs, e-mails and other texts are no dialogues', () => {
  const twice = (text: string) => `${text}\n${text}\n${text}\n`;
  for (const text of [
    twice('Name: Ada Park\nPhone: 12345'),
    twice('Venue: Lund\nCatering: Soup'),
    twice('INFO: The service has started.\nWARN: The disk is slow.'),
    twice('From: Ada.\nTo: Bo.\n\nHello.'),
    twice('ada: 1.\nbo: 2.'),
    'Ada: Only one speaks.\nAda: And again.\nAda: And again.\nAda: And again.\n',
    'Ada: One.\nBo: Two.\nCy: Three.\nDi: Four.\nEd: Five.\n',
    'Ada: Yes.\nBo: No.\nAda: Yes.\n',
    `${'A long text without any speaker.\n'.repeat(20)}Ada: Yes.\nBo: No.\nAda: Yes.\nBo: No.\n`,
    '1\n00:00:01,000 --> 00:00:02,000\nAda: Yes.\n\n2\n00:00:03,000 --> 00:00:04,000\nBo: No.\n\nAda: Yes.\nBo: No.\n',
  ]) {
    assert.equal(formatOf(text), undefined, text);
  }
});

test('no word and no speaker of a dialogue is lost', () => {
  const sentence = fc
    .array(fc.constantFrom('budget', 'Lund', 'it:', 'we', 'über', '12:30', 'plan'), {
      minLength: 1,
      maxLength: 8,
    })
    .map((words) => `${words.join(' ')}.`);
  const turn = fc.record({ name: fc.constantFrom('Ada Park', 'Bo Lind', 'Smith, John'), text: sentence });
  fc.assert(
    fc.property(fc.array(turn, { minLength: 4, maxLength: 30 }), (turns) => {
      const all = [...turns, { name: 'Ada Park', text: 'A.' }, { name: 'Bo Lind', text: 'B.' }];
      const text = all.map(({ name, text }) => `${name}: ${text}`).join('\n');
      const { segments } = dialogue.parse(text);
      assert.deepEqual(
        segments,
        all.map(({ name, text }) => ({ text, speaker: { name } })),
      );
    }),
  );
});
