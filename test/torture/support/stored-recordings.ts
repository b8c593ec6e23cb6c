import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChildService } from '../../support/child-service.ts';

const PIECE_BYTES = 64 * 1024;

/** A recording of any size that is never completely in memory: the offset determines each byte. */
export type Recording = { bytes: number; seed: number };

/** Returns the bytes from `start` up to `end`. */
function* recordingBytes({ seed }: Recording, start: number, end: number): Generator<Buffer> {
  for (let at = start; at < end; ) {
    const block = Math.floor(at / PIECE_BYTES);
    const from = at - block * PIECE_BYTES;
    const piece = blockOf(seed, block).subarray(from, Math.min(PIECE_BYTES, from + end - at));
    yield piece;
    at += piece.length;
  }
}

function blockOf(seed: number, block: number): Buffer {
  const line = createHash('sha256').update(`${seed} ${block}`).digest();
  return Buffer.alloc(PIECE_BYTES, line);
}

/** Serves recordings at `/<bytes>/<seed>`, each in at least the given time. */
export async function serveRecordings(
  takesMs: () => number,
): Promise<{ url(recording: Recording): string; close(): void }> {
  const server = createServer((request, response) => {
    const [, bytes, seed] = request.url!.split('/').map(Number) as [number, number, number];
    response.writeHead(200, { 'Content-Type': 'audio/wav', 'Content-Length': bytes });
    // Clients that disconnect early are ignored.
    pipeline(paced({ bytes, seed }, takesMs()), response, () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: ({ bytes, seed }) => `http://127.0.0.1:${port}/${bytes}/${seed}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns the whole recording, in at least the given time. */
async function* paced(recording: Recording, takesMs: number): AsyncGenerator<Buffer> {
  const startMs = performance.now();
  let sent = 0;
  for (const piece of recordingBytes(recording, 0, recording.bytes)) {
    const aheadMs = startMs + (sent / recording.bytes) * takesMs - performance.now();
    if (aheadMs > 5) await delay(aheadMs);
    yield piece;
    sent += piece.length;
  }
}

/** Uploads it to a meeting. @returns the status; 0 if the connection broke */
export async function upload(
  { receiverUrl }: Pick<ChildService, 'receiverUrl'>,
  key: string,
  meetingId: string,
  recording: Recording,
  takesMs = 0,
): Promise<number> {
  const answer = await fetch(`${receiverUrl}/v1/meetings/${meetingId}/recording`, {
    method: 'PUT',
    headers: { 'X-API-Key': key, 'Content-Type': 'audio/wav' },
    body: paced(recording, takesMs),
    duplex: 'half',
  }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.status ?? 0;
}

/** Returns whether a URL gives exactly these bytes of the recording. */
export async function gives(
  url: string,
  recording: Recording,
  range?: { start: number; end: number },
): Promise<boolean> {
  const { start, end } = range ?? { start: 0, end: recording.bytes };
  const headers: Record<string, string> = range ? { Range: `bytes=${start}-${end - 1}` } : {};
  const answer = await fetch(url, { headers });
  const isRightStatus = answer.status === (range ? 206 : 200);
  const wanted = createHash('sha256');
  for (const piece of recordingBytes(recording, start, end)) wanted.update(piece);
  const got = createHash('sha256');
  for await (const piece of answer.body ?? []) got.update(piece);
  return isRightStatus && got.digest('hex') === wanted.digest('hex');
}
