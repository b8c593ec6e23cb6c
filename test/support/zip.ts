import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive; `claimedBytes` is written as its size in place of the true one. */
type ZippedFile = { name: string; content: string | Buffer; claimedBytes?: number };

/** Writes a ZIP archive of compressed files. */
export function zipOf(files: ZippedFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimedBytes } of files) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const facts = Buffer.alloc(20);
    facts.writeUInt16LE(8, 2);
    facts.writeUInt32LE(crc32(bytes), 8);
    facts.writeUInt32LE(packed.length, 12);
    facts.writeUInt32LE(claimedBytes ?? bytes.length, 16);
    const nameBytes = Buffer.from(name);
    const nameLength = Buffer.alloc(4);
    nameLength.writeUInt16LE(nameBytes.length, 0);
    const version = Buffer.from([20, 0]);
    const local = [Buffer.from('PK\x03\x04'), version, facts, nameLength, nameBytes, packed];
    const at = Buffer.alloc(14);
    at.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.from('PK\x01\x02'),
      version,
      version,
      facts,
      nameLength.subarray(0, 2),
      Buffer.alloc(2),
      at,
      nameBytes,
    );
    parts.push(...local);
    offset += Buffer.concat(local).length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06'), end]);
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The main part of a Word document; line breaks in a paragraph become those of the document. */
export function documentXml(paragraphs: string[], prolog = ''): string {
  const runs = (text: string) =>
    text
      .split('\n')
      .map((line) => `<w:t xml:space="preserve">${escapeXml(line)}</w:t>`)
      .join('<w:br/>');
  const body = paragraphs.map(
    (text) => `<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r>${runs(text)}</w:r></w:p>`,
  );
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  return `<?xml version="1.0" encoding="UTF-8"?>${prolog}<w:document xmlns:w="${main}"><w:body>${body.join('')}</w:body></w:document>`;
}

/** A Word document with these paragraphs. */
export function docxOf(paragraphs: string[]): Buffer {
  return zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'word/document.xml', content: documentXml(paragraphs) },
  ]);
}
