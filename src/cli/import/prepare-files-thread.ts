import { parentPort } from 'node:worker_threads';
import type { Static } from 'typebox';
import { prepareToPost } from '../../domain/meetings/bulk/send-prepared.ts';
import { type FoundOrFault, meetingsOfFile } from '../../domain/meetings/files/meetings-of-file.ts';
import { parseFile } from '../../domain/meetings/files/parse-file.ts';
import { ingestMeetingBody } from '../../endpoints/ingest-meeting.ts';
import { type IngestBody, toIncomingMeeting } from '../../endpoints/schemas/ingest-body.ts';
import { compileBodyCheck } from '../../http/check-body.ts';
import { Fault } from '../../lib/faults.ts';
import { readBytes } from '../read-text-file.ts';
import { ADVICE } from './advice.ts';
import { refusalFromFault } from './journal.ts';
import { MAX_FILE_BYTES, SPLIT } from './limits.ts';
import type { FileTask, PostedFile, PostedItem } from './prepare-files.ts';

const check = compileBodyCheck(ingestMeetingBody);

async function prepareFile(
  { name, path, bytes, beside }: FileTask,
  transfer: ArrayBuffer[],
): Promise<PostedFile> {
  try {
    const content = bytes ?? (await readBytes(path!, MAX_FILE_BYTES, SPLIT));
    const { meetings, warnings } = meetingsOfFile(name, await parseFile(name, content), beside, ADVICE);
    const posted: PostedItem[] = [];
    // One after the other: a file may have thousands.
    for (const meeting of meetings) posted.push(await prepareMeetingOfFile(meeting, transfer));
    return { meetings: posted, warnings };
  } catch (error) {
    if (error instanceof Fault) return { refusal: refusalFromFault(error) };
    throw error;
  }
}

async function prepareMeetingOfFile(found: FoundOrFault, transfer: ArrayBuffer[]): Promise<PostedItem> {
  const place = found.item === undefined ? {} : { item: found.item };
  if ('fault' in found) return { ...place, fault: found.fault.message };
  try {
    const body = check(found.body) as Static<typeof IngestBody>;
    const incoming = await prepareToPost(toIncomingMeeting(body), transfer);
    const { sourceType, isNamedByFile } = found;
    return { ...place, incoming, sourceType, isNamedByFile, process: body.processImportedMeeting !== false };
  } catch (error) {
    if (error instanceof Fault) return { ...place, fault: error.message };
    throw error;
  }
}

parentPort!.on('message', async (files: FileTask[]) => {
  const transfer: ArrayBuffer[] = [];
  const posted = await Promise.all(files.map((file) => prepareFile(file, transfer)));
  parentPort!.postMessage(posted, transfer);
});
