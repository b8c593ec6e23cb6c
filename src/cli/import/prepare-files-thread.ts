import { digestToPost, prepareToPost } from '../../domain/meetings/bulk/send-prepared.ts';
import { type FoundOrFault, meetingsOfFile } from '../../domain/meetings/files/meetings-of-file.ts';
import { parseFile } from '../../domain/meetings/files/parse-file.ts';
import { type IncomingMeeting, refuseContradictions } from '../../domain/meetings/incoming-meeting.ts';
import {
  digestTranscript,
  IN_ONE_GO,
  type TranscriptDigests,
} from '../../domain/meetings/prepare-meeting.ts';
import { checkIngestBody } from '../../endpoints/bulk/read-line.ts';
import { toIncomingMeeting } from '../../endpoints/schemas/ingest-body.ts';
import { Fault } from '../../lib/faults.ts';
import { serveTasks } from '../../lib/serve-tasks.ts';
import { createSlab, type KeepBytes } from '../../lib/slab.ts';
import { readBytesAtOnce } from '../read-text-file.ts';
import { ADVICE } from './advice.ts';
import { refusalFromFault } from './journal.ts';
import { MAX_FILE_BYTES, SPLIT } from './limits.ts';
import type {
  FilesTask,
  FileTask,
  MeetingToCompare,
  OfFile,
  PostedFile,
  PostedItem,
} from './prepare-files.ts';

/** A meeting that was read, and whose transcript has digests. */
type ReadItem = OfFile & { incoming: IncomingMeeting; digests: TranscriptDigests };

type ReadFile = { items: (ReadItem | { item?: number; fault: string })[]; warnings: string[] };

async function readFile({ name, path, bytes, beside }: FileTask): Promise<ReadFile | PostedFile> {
  try {
    const content = bytes ?? readBytesAtOnce(path!, MAX_FILE_BYTES, SPLIT);
    const { meetings, warnings } = meetingsOfFile(name, await parseFile(name, content), beside, ADVICE);
    const items: ReadFile['items'] = [];
    for (const meeting of meetings) items.push(await readMeeting(meeting));
    return { items, warnings };
  } catch (error) {
    if (error instanceof Fault) return { refusal: refusalFromFault(error) };
    throw error;
  }
}

async function readMeeting(found: FoundOrFault): Promise<ReadFile['items'][number]> {
  const place = found.item === undefined ? {} : { item: found.item };
  if ('fault' in found) return { ...place, fault: found.fault.message };
  try {
    const body = checkIngestBody(found.body);
    const incoming = toIncomingMeeting(body);
    refuseContradictions(incoming);
    const { sourceType, isNamedByFile } = found;
    const digests = await digestTranscript(incoming, IN_ONE_GO);
    return {
      ...{ ...place, incoming, digests, sourceType, isNamedByFile },
      process: body.processImportedMeeting !== false,
    };
  } catch (error) {
    if (error instanceof Fault) return { ...place, fault: error.message };
    throw error;
  }
}

/** Returns what is asked about a meeting: if it is stored as it is, its transcript is neither rendered nor indexed. */
function toCompare({ incoming, digests, sourceType }: ReadItem): MeetingToCompare {
  return { sourceType, incoming: digestToPost(incoming, digests) };
}

async function prepareItem(read: ReadItem, isUnchanged: boolean, keep: KeepBytes): Promise<PostedItem> {
  const { incoming, digests, ...about } = read;
  if (isUnchanged) return { ...about, unchanged: digestToPost(incoming, digests) };
  return { ...about, incoming: await prepareToPost(incoming, keep, digests) };
}

type Ask = (meetings: MeetingToCompare[]) => Promise<boolean[]>;

/** @param ask undefined if nobody is asked */
async function prepareTogether(
  files: readonly FileTask[],
  ask: Ask | undefined,
  keep: KeepBytes,
): Promise<PostedFile[]> {
  const read: (ReadFile | PostedFile)[] = [];
  // One after the other: what is in work at the same time is collected as garbage at a higher cost.
  for (const file of files) read.push(await readFile(file));
  const meetings = read.flatMap((file) => ('items' in file ? file.items.filter(isMeeting) : []));
  const unchanged = ask && meetings.length > 0 ? await ask(meetings.map(toCompare)) : [];
  const isUnchanged = new Map(meetings.map((meeting, index) => [meeting, unchanged[index] === true]));
  const posted: PostedFile[] = [];
  for (const file of read) {
    if (!('items' in file)) {
      posted.push(file);
      continue;
    }
    const items: PostedItem[] = [];
    for (const item of file.items) {
      items.push(isMeeting(item) ? await prepareItem(item, isUnchanged.get(item)!, keep) : item);
    }
    posted.push({ meetings: items, warnings: file.warnings });
  }
  return posted;
}

serveTasks<FilesTask, PostedFile[], MeetingToCompare[], boolean[]>(async ({ files, mayAsk }, ask) => {
  const transfer: ArrayBuffer[] = [];
  const keep = createSlab(transfer);
  if (mayAsk) return { result: await prepareTogether(files, ask, keep), transfer };
  const result: PostedFile[] = [];
  for (const file of files) result.push(...(await prepareTogether([file], undefined, keep)));
  return { result, transfer };
});

function isMeeting(item: ReadFile['items'][number]): item is ReadItem {
  return !('fault' in item);
}
