import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const SAMPLE_RATE = 8000;
const HEADER_BYTES = 44;

/** Makes a playable WAV file: 8 kHz, 8 bit, mono, a tone of the given length. */
export function wav(seconds: number): Buffer {
  const samples = Math.round(seconds * SAMPLE_RATE);
  const file = Buffer.alloc(HEADER_BYTES + samples);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(SAMPLE_RATE, 24);
  file.writeUInt32LE(SAMPLE_RATE, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples, 40);
  for (let index = 0; index < samples; index++) {
    file[HEADER_BYTES + index] = 128 + Math.round(100 * Math.sin((index * 2 * Math.PI * 440) / SAMPLE_RATE));
  }
  return file;
}

export type RecordingServer = {
  /** Returns the URL of a path on the server. */
  url(path: string): string;
  /** The number of requests for each path. */
  asked: Map<string, number>;
  close(): void;
};

/** Starts a server on loopback that answers each path by the given function. */
export async function startRecordingServer(
  paths: Record<string, (request: IncomingMessage, response: ServerResponse) => void>,
): Promise<RecordingServer> {
  const asked = new Map<string, number>();
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.set(path, (asked.get(path) ?? 0) + 1);
    const answer = paths[path];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    asked,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
