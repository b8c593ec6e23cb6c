import { parentPort } from 'node:worker_threads';
import type { Static } from 'typebox';
import { prepareToPost } from '../../domain/meetings/bulk/send-prepared.ts';
import { compileBodyCheck } from '../../http/check-body.ts';
import { parseJsonAtOnce } from '../../http/json-guard.ts';
import { Fault } from '../../lib/faults.ts';
import { ingestMeetingBody } from '../ingest-meeting.ts';
import { type IngestBody, toIncomingMeeting } from '../schemas/ingest-body.ts';
import type { LinesTask, PostedLine } from './prepare-lines.ts';

const check = compileBodyCheck(ingestMeetingBody);

async function prepareLine(bytes: Buffer, transfer: ArrayBuffer[]): Promise<PostedLine> {
  try {
    const body = check(parseJsonAtOnce(bytes)) as Static<typeof IngestBody>;
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
  const posted: PostedLine[] = [];
  // One after the other: what is prepared at the same time is collected as garbage at a higher cost.
  for (const [index, end] of ends.entries()) {
    posted.push(await prepareLine(all.subarray(ends[index - 1] ?? 0, end), transfer));
  }
  parentPort!.postMessage(posted, transfer);
});
