import { isWordArchive, readDocxText } from './docx-text.ts';
import { speechFormats } from './speech-formats.ts';
import { type TranscriptDocumentFormat, TranscriptFormatError } from './types.ts';

/**
 * Word documents that Microsoft Teams, Word, Google Meet and Otter write. Their paragraphs are read as lines of text, in
 * the format of text that recognises them; messages count these lines.
 */
export const wordDocument: TranscriptDocumentFormat = {
  name: 'Word document',
  holds: 'transcript',
  extensions: ['.docx'],
  mediaTypes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  writtenBy: 'Microsoft Teams, Word (Transcribe), Google Meet, Otter',
  source: 'https://ecma-international.org/publications-and-standards/standards/ecma-376/',
  reads: 'bytes',
  recognises: isWordArchive,
  async parse(bytes) {
    const text = await readDocxText(bytes);
    const format = speechFormats.find(({ recognises }) => recognises(text));
    if (format) return format.parse(text);
    throw new TranscriptFormatError(
      'the document holds no transcript: it has no lines with a speaker and a time, such as "Ada Park  0:03"',
    );
  },
};
