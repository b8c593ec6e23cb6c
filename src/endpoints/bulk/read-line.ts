import type { Static } from 'typebox';
import { compileBodyCheck } from '../../http/check-body.ts';
import { parseJsonAtOnce } from '../../http/json-guard.ts';
import { ingestMeetingBody } from '../ingest-meeting.ts';
import type { IngestBody } from '../schemas/ingest-body.ts';

/** Parses a line of a bulk ingest in one go. @throws Fault 400 */
export function parseLine(bytes: Buffer): unknown {
  return parseJsonAtOnce(bytes);
}

const check = compileBodyCheck(ingestMeetingBody);

/** Checks a body of the operation that ingests one meeting in one go. @throws Fault 400 or 422 with all faults */
export function checkIngestBody(body: unknown): Static<typeof IngestBody> {
  return check(body) as Static<typeof IngestBody>;
}
