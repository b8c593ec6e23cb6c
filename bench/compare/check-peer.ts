import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { rowsOf } from '../data/check-answers.ts';
import { expectedPages, type MeetingAnswer } from '../data/expected.ts';
import { ingestedMeeting } from '../data/meetings.ts';
import { fetchBytes } from '../load/fetch-bytes.ts';
import type { BenchDatabase } from '../setup/database.ts';
import { nextPrefix, type Stage } from '../stage.ts';
import { listWorkloads } from '../workloads.ts';
import type { RunningPeer } from './peer.ts';

/** Checks that a peer's pages contain the same rows as the service's, and the same counts. @throws if they do not */
export async function checkPages({ peer, title, context }: RunningPeer, stage: Stage): Promise<void> {
  for (const { name, ask } of listWorkloads(stage.size)) {
    const { bytes, isGzip } = await fetchBytes(peer.request(ask, context));
    const page = peer.read(isGzip ? gunzipSync(bytes) : bytes, ask);
    const expected = expectedPages(stage).get(name)!;
    assert.equal(page.pageCount, expected.pageCount, `${title} counts the pages of ${name}`);
    const rows = rowsOf(page as Parameters<typeof rowsOf>[0]);
    assert.deepEqual(rows, expected.rows, `${title} has the rows of ${name}`);
  }
}

/**
 * Checks that a peer stores an ingested meeting. The meeting is removed again, because pages of all meetings are
 * compared afterwards.
 */
export async function checkIngest(
  { peer, title, context }: RunningPeer,
  database: BenchDatabase,
): Promise<void> {
  const id = `${nextPrefix()}check`;
  const { bytes } = await fetchBytes(peer.request('ingest', context), id);
  const [stored] = await database.query(
    `delete from meetings where external_id = $1
     returning title, start_time::text as "startTime", attendees, transcript`,
    [id],
  );
  const { title: name, startTime, attendees, transcript } = ingestedMeeting(id).meeting;
  const sent = { title: name, startTime, transcript: { entries: transcript!.segments } };
  const text = `${title} stores what it takes in; it answered ${bytes.subarray(0, 400)}`;
  assert.deepEqual(
    rowsOf({ meetings: [stored as MeetingAnswer], pageCount: 1 }),
    rowsOf({ meetings: [{ id, ...sent }], pageCount: 1 }),
    text,
  );
  assert.deepEqual(stored!.attendees.map(emailOf), attendees.map(emailOf), text);
}

const emailOf = ({ email }: { email: string }): string => email;
