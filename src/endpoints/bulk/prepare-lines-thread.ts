import { prepareToPost } from '../../domain/meetings/bulk/send-prepared.ts';
import { Fault } from '../../lib/faults.ts';
import { serveTasks } from '../../lib/serve-tasks.ts';
import { createSlab, type KeepBytes } from '../../lib/slab.ts';
import { toIncomingMeeting } from '../schemas/ingest-body.ts';
import type { LinesTask, PostedLine, PostedLines } from './prepare-lines.ts';
import { checkIngestBody, parseLine } from './read-line.ts';

async function prepareLine(bytes: Buffer, keep: KeepBytes): Promise<PostedLine> {
  try {
    const body = checkIngestBody(parseLine(bytes));
    const incoming = await prepareToPost(toIncomingMeeting(body), keep);
    return { incoming, process: body.processImportedMeeting ?? true };
  } catch (error) {
    if (error instanceof Fault) return { fault: { kind: error.kind, message: error.message } };
    throw error;
  }
}

serveTasks<LinesTask, PostedLines>(async ({ bytes, ends }) => {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The memory of the lines goes back for the next ones.
  const transfer: ArrayBuffer[] = [bytes.buffer];
  const keep = createSlab(transfer);
  const posted: PostedLine[] = [];
  // One after the other: what is prepared at the same time is collected as garbage at a higher cost.
  for (const [index, end] of ends.entries()) {
    posted.push(await prepareLine(all.subarray(ends[index - 1] ?? 0, end), keep));
  }
  return { result: { lines: posted, bytes }, transfer };
});
