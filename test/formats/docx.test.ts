import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { wordDocument } from '../../src/domain/meetings/formats/docx.ts';
import { readDocxText } from '../../src/domain/meetings/formats/docx-text.ts';
import { TranscriptFormatError } from '../../src/domain/meetings/formats/types.ts';
import { documentXml, docxOf, zipOf } from '../support/zip.ts';

const MIB = 1024 * 1024;

const withXml = (content: string) => zipOf([{ name: 'word/document.xml', content }]);

async function refused(bytes: Uint8Array, message: RegExp): Promise<void> {
  assert.ok(wordDocument.recognises(bytes));
  await assert.rejects(
    wordDocument.parse(bytes),
    (error) => error instanceof TranscriptFormatError && message.test(error.message),
  );
}

test('Teams: a paragraph an entry, with speaker, time and words', async () => {
  const docx = docxOf([
    'Web plan-20260615_133555-Meeting Recording',
    '15 June 2026, 03:35am',
    '27m 42s',
    'Ada Park   0:03\nR&D is <fine>.\nBut.',
    'Bo Lind   12:19\nYes.',
  ]);
  assert.ok(wordDocument.recognises(docx));
  const { segments, title, durationSeconds, warnings } = await wordDocument.parse(docx);
  assert.deepEqual(segments, [
    { text: 'R&D is <fine>.\nBut.', timestampSeconds: 3, speaker: { name: 'Ada Park' } },
    { text: 'Yes.', timestampSeconds: 739, speaker: { name: 'Bo Lind' } },
  ]);
  assert.deepEqual([title, durationSeconds, warnings.length], ['Web plan', 1662, 1]);
});

test('older documents of Teams have starts, ends and milliseconds', async () => {
  const { segments } = await wordDocument.parse(
    docxOf(['0:0:0.0 --> 0:0:1.510\nAda Park\nOK. Yeah.', '0:0:3.27 --> 0:0:4.250\nBo Lind\nUmm.']),
  );
  assert.deepEqual(segments, [
    { text: 'OK. Yeah.', timestampSeconds: 0, endSeconds: 1.51, speaker: { name: 'Ada Park' } },
    { text: 'Umm.', timestampSeconds: 3.027, endSeconds: 4.25, speaker: { name: 'Bo Lind' } },
  ]);
});

test('paragraphs and line breaks come back as lines, any characters of XML in them', async () => {
  const line = fc
    .string({ unit: 'binary', maxLength: 12 })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold these characters
    .map((text) => text.toWellFormed().replace(/[\0-\x1f\ufffe\uffff]/g, ''));
  const paragraph = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));
  await fc.assert(
    fc.asyncProperty(fc.array(paragraph, { maxLength: 6 }), async (paragraphs) => {
      assert.equal(await readDocxText(docxOf(paragraphs)), paragraphs.map((text) => `${text}\n`).join(''));
    }),
    { numRuns: 100 },
  );
});

test('deleted text, fields, drawings and fallbacks are left out; tabs and hyphens are kept', async () => {
  const xml = documentXml(['X']).replace(
    '<w:t xml:space="preserve">X</w:t>',
    '<w:t>a</w:t><w:tab/><w:t>b</w:t><w:noBreakHyphen/><w:delText>gone</w:delText><w:instrText>PAGE</w:instrText>' +
      '<w:drawing><w:p><w:t>picture</w:t></w:p></w:drawing><mc:Fallback><w:t>twice</w:t></mc:Fallback><w:cr/><w:t>c</w:t>',
  );
  assert.equal(await readDocxText(withXml(xml)), 'a\tb-\nc\n');
});

test('the main part may have a number; a document within another archive is none', async () => {
  const xml = documentXml(['Ada  0:01\nHi.']);
  assert.equal(await readDocxText(zipOf([{ name: 'word/document2.xml', content: xml }])), 'Ada  0:01\nHi.\n');
  assert.equal(wordDocument.recognises(zipOf([{ name: 'calls/a.docx', content: docxOf(['a']) }])), false);
  assert.equal(wordDocument.recognises(Buffer.from('PK\x03\x04')), false);
  assert.equal(wordDocument.recognises(Buffer.from('WEBVTT')), false);
});

test('a document without a transcript is refused', async () => {
  await refused(docxOf(['Dear Ada,', 'we meet at 10:30.']), /the document holds no transcript/);
  await refused(docxOf([]), /the document holds no transcript/);
});

test('a document type is refused before any of its entities is expanded', async () => {
  let entities = '<!ENTITY a0 "lol">';
  for (let level = 1; level < 10; level++)
    entities += `<!ENTITY a${level} "${`&a${level - 1};`.repeat(10)}">`;
  const bomb = documentXml(['Ada  0:01'], `<!DOCTYPE w [${entities}]>`).replace('Ada', '&a9;');
  await refused(withXml(bomb), /has a document type/);
  await refused(
    withXml(documentXml(['Ada  0:01']).replace('Ada', '&a9;')),
    /XML of the document is malformed: Invalid character entity/,
  );
});

test('an archive that grows too large is refused, also if it claims to be small', async () => {
  const large = documentXml(['Ada  0:01\n'.repeat(2 * MIB)]);
  await refused(
    withXml(large),
    /word\/document\.xml in the document has [\d,]+ bytes; the limit is 33,554,432/,
  );
  const lying = zipOf([{ name: 'word/document.xml', content: large, claimedBytes: 1000 }]);
  assert.ok(lying.length < MIB);
  await refused(lying, /the document cannot be read.*too many bytes/);
});

test('too many parts and too much depth are refused', async () => {
  const parts = Array.from({ length: 5000 }, (_, index) => ({ name: `word/document${index}`, content: '' }));
  await refused(zipOf(parts), /has 5000 parts; the limit is 4096/);
  const deep = documentXml(['X']).replace('X', `${'</w:t><w:a>'.slice(6).repeat(100_000)}`);
  await refused(withXml(deep), /nested deeper than 256 levels/);
});

test('a document that was cut off anywhere is refused', async () => {
  const whole = zipOf([
    { name: 'word/document.xml', content: documentXml(['Ada Park  0:03\nHello.']) },
    { name: 'docProps/app.xml', content: 'x'.repeat(5000) },
  ]);
  for (let end = 50; end < whole.length; end += 7) {
    const part = whole.subarray(0, end);
    assert.ok(wordDocument.recognises(part), `${end}`);
    await assert.rejects(wordDocument.parse(part), TranscriptFormatError, `${end}`);
  }
  const xml = documentXml(['Ada Park  0:03\nHello.']);
  await refused(withXml(xml.slice(0, -30)), /XML of the document is malformed: Un(?:closed|expected)/);
});

test('elements of any name are no text by themselves', async () => {
  const xml = documentXml(['Ada Park   0:03\nHello.']).replace(
    '</w:body>',
    '<w:constructor/><w:toString/><w:valueOf/></w:body>',
  );
  assert.equal(await readDocxText(withXml(xml)), await readDocxText(docxOf(['Ada Park   0:03\nHello.'])));
});
