import { parentPort } from 'node:worker_threads';
import type { Static } from 'typebox';
import { prepareToPost } from '../../domain/meetings/bulk/send-prepared.ts';
import { compileBodyCheck } from '../../http/check-body.ts';
import { parseJson } from '../../http/json-guard.ts';
import { Fault } from '../../lib/faults.ts';
import { ingestMeetingBody } from '../ingest-meeting.ts';
import { type IngestBody, toIncomingMeeting } from '../schemas/ingest-body.ts';
import type { LinesTask, PostedLine } from './prepare-lines.ts';

const check = compileBodyCheck(ingestMeetingBody);

async function prepareLine(bytes: Buffer, transfer: ArrayBuffer[]): Promise<PostedLine> {
  try {
    const body = check(await parseJson(bytes)) as Static<typeof IngestBody>;
    const incoming = await prepareToPost(toIncomingMeeting(body), transfer);
    return { incoming, process: body.processImportedMeeting ?? true };
  } catch (error) {
    if (error instanceof Fault) return { fault: { kind: error.kind, message: error.message } };
    throw error;
  }
}

parentPort!.on('message', async ({ bytes, ends }: LinesTask) => {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const transfer: ArrayBuffer[] = [];
  const lines = ends.map((end, index) => all.subarray(ends[index - 1] ?? 0, end));
  const posted = await Promise.all(lines.map((line) => prepareLine(line, transfer)));
  parentPort!.postMessage(posted, transfer);
});
