import type { Transaction } from '../../../db/database.ts';
import { recordMeetingUpdate } from '../../events/record-event.ts';
import * as queries from './queries.ts';
import { type Cause, changedParts, type VersionChange } from './version-fields.ts';

/** The version that replaces a meeting's current one. */
export type NextVersion = {
  cause: Cause;
  changed: readonly VersionChange[];
  keyId: number | undefined;
  /** If the pieces of the transcript are about to be replaced: the versions of the current ones and of the new ones. */
  transcript?: { current: number; next: number } | undefined;
};

/** Number and time (milliseconds since the epoch) of a version. */
export type MadeVersion = { version: number; atMs: number };

/**
 * Keeps the current version of a meeting, and gives the meeting its next number. The statements are sent before this
 * returns: statements that the caller sends afterwards cannot overwrite data that has not been kept.
 * @param meeting its row is locked by the transaction
 */
export async function replaceVersion(
  tx: Transaction,
  meeting: readonly [organizationId: number, meetingId: number],
  { cause, changed, keyId, transcript }: NextVersion,
): Promise<MadeVersion> {
  const next = [keyId, cause, changed, transcript?.next];
  const [[made]] = await Promise.all([
    tx.query<MadeVersion>(queries.insertReplacedVersion, [...meeting, ...next]),
    transcript && tx.query(queries.setAsideTranscript, [...meeting, transcript.current]),
    recordMeetingUpdate(tx, ...meeting, changedParts(changed)),
  ]);
  return made!;
}
