import { inflatePiece } from '../../src/lib/gzip-pieces.ts';
import { type CopyRow, copyRows } from '../data/copy.ts';
import { executionsOf } from '../data/executions.ts';
import type { Filled } from '../data/fill.ts';
import { meetingIdOf } from '../data/fill-bulk.ts';
import { meetingRows, readyTranscripts } from '../data/meeting-rows.ts';
import { allMeetings, type DataSize, type Numbered } from '../data/meetings.ts';
import type { BenchDatabase } from '../setup/database.ts';
import { PEER_JOBS, PEER_TABLES } from './schema.ts';

/** The parameters that determine the rows. */
export type PeerData = Filled & { size: DataSize };

/** Creates the tables of the peers and fills them with the service's rows, under the same ids. */
export async function fillPeers(database: BenchDatabase, data: PeerData): Promise<void> {
  const { client } = database;
  await client.query(PEER_TABLES);
  await copyMeetings(database, data);
  await copyRows(
    client,
    `executions (organization_id, signal_id, signal_name, triggered_at, source_id, source_type, source_title,
       prompt, reason, host_email, attendee_emails, crm_account_id, crm_account_name)`,
    executionRows(data),
  );
  const { rows } = await client.query('select max(id) + 1 as next from meetings');
  await client.query(`alter table meetings alter column id restart with ${rows[0].next}`);
  await client.query(PEER_JOBS);
  await client.query('vacuum (analyze)');
}

/** Inserts the meetings, and sends each distinct transcript once. */
async function copyMeetings({ client }: BenchDatabase, data: PeerData): Promise<void> {
  await client.query(`
    create temporary table ready_transcripts (conversation integer, transcript jsonb);
    create temporary table staged (like meetings, conversation integer)`);
  const transcripts = (await readyTranscripts()).map(({ pieces }, conversation) => {
    return [conversation, `${Buffer.concat(pieces.map((piece) => inflatePiece(piece)))}`];
  });
  await copyRows(client, 'ready_transcripts (conversation, transcript)', transcripts);
  const columns = `id, organization_id, external_id, title, start_time, end_time, host_email, host_name, attendees,
    crm_account_id, call_url`;
  await copyRows(client, `staged (${columns}, conversation)`, meetingCopyRows(data));
  await client.query(
    `insert into meetings (${columns}, transcript)
     select ${columns}, ready_transcripts.transcript from staged left join ready_transcripts using (conversation)
     order by start_time, id`,
  );
  await client.query('drop table staged, ready_transcripts');
}

function* meetingCopyRows({ size, received, organizationId }: PeerData): Generator<CopyRow> {
  for (const meeting of allMeetings(size)) {
    const { columns, externalId } = meetingRows(meeting.body, undefined);
    const { title, start_time, end_time, host_email, host_name, attendees, account_id, call_url } = columns;
    yield [
      ...[meetingIdOf(meeting.index, received), organizationId, externalId, title!, start_time!, end_time!],
      ...[host_email!, host_name!, attendees!, account_id!, call_url!, meeting.conversation ?? null],
    ];
  }
}

function* executionRows(data: PeerData): Generator<CopyRow> {
  for (const meeting of allMeetings(data.size)) yield* executionRowsOf(meeting, data);
}

function* executionRowsOf(meeting: Numbered, data: PeerData): Generator<CopyRow> {
  const sourceId = meetingIdOf(meeting.index, data.received);
  for (const { signal, fields } of executionsOf(meeting, data.size)) {
    const { signalName, triggeredAtMs, sourceType, sourceTitle, prompt, reason, hostEmail } = fields;
    yield [
      ...[data.organizationId, data.signalIds[signal]!, signalName, new Date(triggeredAtMs).toISOString()],
      ...[
        sourceId,
        sourceType,
        sourceTitle,
        prompt,
        reason,
        hostEmail,
        JSON.stringify(fields.attendeeEmails),
      ],
      ...[fields.crmAccountId ?? null, fields.crmAccountName ?? null],
    ];
  }
}
