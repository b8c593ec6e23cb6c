import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createFileStore, type FileStore } from '../../src/blobs/files.ts';
import type { DownloadSigner } from '../../src/blobs/signed-downloads.ts';
import type { BlobInfo } from '../../src/blobs/types.ts';
import { filesBelow } from '../support/files-below.ts';

export const PUBLIC_URL = 'https://parley.example.com';

/** A signer whose keys a test rotates and removes. */
export type KeyRing = DownloadSigner & { rotate(id: string): void; remove(id: string): void };

export function keyRing(): KeyRing {
  const keys = new Map([['k1', randomBytes(32)]]);
  let currentId = 'k1';
  return {
    current: async () => ({ id: currentId, secret: keys.get(currentId)! }),
    byId: async (id) => keys.get(id),
    rotate(id) {
      keys.set(id, randomBytes(32));
      currentId = id;
    },
    remove: (id) => void keys.delete(id),
  };
}

export async function fileStore(
  t: TestContext,
  publicUrl = PUBLIC_URL,
): Promise<{ store: FileStore; directory: string; signer: KeyRing }> {
  const parent = await temporaryDirectory(t);
  const directory = join(parent, 'blobs');
  const signer = keyRing();
  return { store: createFileStore({ directory, publicUrl, signer }), directory, signer };
}

export async function temporaryDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-blobs-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Every file below, hidden ones too. */
export async function filesIn(directory: string): Promise<string[]> {
  return (await filesBelow(directory)).map((entry) => join(entry.parentPath, entry.name));
}

export async function* chunks(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

export async function listed(list: AsyncIterable<BlobInfo>): Promise<BlobInfo[]> {
  const all: BlobInfo[] = [];
  for await (const info of list) all.push(info);
  return all.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** A recording that any player takes: 16-bit mono PCM at 8 kHz, a rising tone. */
export function wav(seconds: number): Buffer {
  const samples = Buffer.alloc(seconds * 16_000);
  for (let i = 0; i < samples.length; i += 2) {
    samples.writeInt16LE(Math.round(8000 * Math.sin((i * i) / 4e6)), i);
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
