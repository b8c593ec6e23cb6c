import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  name: string;
  content: Buffer | string;
  /** Sizes and checksum as the directory has them, if they are not to be true. */
  bytes?: number;
  crc32?: number;
  isEncrypted?: boolean;
};

/** Makes a ZIP archive byte by byte (APPNOTE.TXT 6.3), so that tests can make damaged ones. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content);
    const deflated = deflateRawSync(content, { level: 9 });
    const name = Buffer.from(entry.name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x0800 | (entry.isEncrypted ? 1 : 0), 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(entry.crc32 ?? crc32(content), 10);
    facts.writeUInt32LE(deflated.length, 14);
    facts.writeUInt32LE(entry.bytes ?? content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, name, deflated]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), facts, more, name]));
    parts.push(local);
    offset += local.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directoryBytes.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directoryBytes, end]);
}
