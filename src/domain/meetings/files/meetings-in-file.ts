import type { Advice, Beside, FoundOrFault } from './meetings-of-file.ts';
import { meetingsOfFile } from './meetings-of-file.ts';
import { parseFileAside } from './parse-file.ts';

/** All meetings of a file, in its order, and what was malformed or not kept. */
export type MeetingsInFile = {
  /** The name of the file's format. */
  format: string;
  /** One or more. Of a file with several, each that is invalid is a fault of its own, and does not stop the others. */
  meetings: FoundOrFault[];
  warnings: string[];
};

/**
 * Reads the meetings in a file of any known format: one, or several, as in an array, in JSON Lines or in a vendor's answer
 * with several calls. All imports of files over HTTP use it. Large files are parsed in a thread
 * of their own. The bodies are those of the ingest operation, and are validated by their taker.
 * @param path names the file; a date and an id are derived from it where nothing else tells them
 * @param beside the details that are given separately
 * @throws Fault 400, worded to follow the file's name and a colon, if nothing of the file can be read
 */
export async function meetingsInFile(
  path: string,
  bytes: Uint8Array,
  beside: Beside,
  advice: Advice,
): Promise<MeetingsInFile> {
  const parsed = await parseFileAside(path, bytes);
  return { format: parsed.format, ...meetingsOfFile(path, parsed, beside, advice) };
}
