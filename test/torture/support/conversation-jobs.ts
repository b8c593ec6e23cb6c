import { join } from 'node:path';
import { call, signalsOf } from '../../processing/conversations.ts';
import { begin, FEBRUARY, standing, talk } from '../../support/backtests.ts';
import { filesBelow } from '../../support/files-below.ts';
import { meeting } from '../../support/meetings.ts';
import { sql } from '../../support/sql.ts';
import { RECORDING } from './gates.ts';
import { count, type Kind, NOBODY, ORGANIZATION, unless } from './job-kind.ts';

const ACCOUNT = '0018c00002ABCDEAA5';
const TALKS = 12;

export const applyRemap: Kind = async ({ front, databaseUrl }, prefix) => {
  const { client } = front;
  const id = await client.ingest(call({ id: `${prefix}-remapped` }), { processImportedMeeting: false });
  const accepted = await client.post('/v1/meeting/remap?triggerAiSignals=true', {
    meetingDetails: { serviceMeetingId: Number(id) },
    salesforceRecords: { accountId: ACCOUNT },
  });
  return {
    remappedId: Number(id),
    async after() {
      const { body } = await client.get(`/v1/meeting/remap/${accepted.body.requestId}`);
      const { body: shown } = await client.get(`/v1/meetings/${id}`);
      const { body: listed } = await client.get(`/v1/meetings/${id}/remaps`);
      const runs = await count(databaseUrl, 'select 1 from processing_runs where meeting_id = $1', [id]);
      return [
        ...unless(body.status === 'completed', `the remap is ${body.status}`),
        ...unless(shown.crmAccountId === ACCOUNT, `the account is ${shown.crmAccountId}`),
        ...unless(listed.remaps.length === 1, `${listed.remaps.length} remaps`),
        ...unless(runs === 1, `it asked for ${runs} runs`),
      ];
    },
  };
};

export const processRun: Kind = async ({ front, databaseUrl }, prefix) => {
  const id = await front.client.ingest(call({ id: `${prefix}-judged` }));
  const rows = (table: string) =>
    count(
      databaseUrl,
      `select 1 from ${table} join processing_runs r on r.id = run_id where r.meeting_id = $1`,
      [id],
    );
  return {
    async after() {
      const { processing, evaluations } = await signalsOf(front.client).evaluations(id);
      const executions = await rows('signal_executions');
      const [summary] = await sql<{ summaries: string }>(
        databaseUrl,
        'select count(*) as summaries from meeting_summaries where meeting_id = $1',
        [id],
      );
      return [
        ...unless(`${processing.signals} ${processing.summary}` === 'done done', JSON.stringify(processing)),
        ...unless(
          evaluations.length === 1 && (await rows('signal_evaluations')) === 1,
          `${evaluations.length} evaluations`,
        ),
        ...unless(executions === 1, `${executions} executions`),
        ...unless(summary!.summaries === '1', `${summary!.summaries} summaries`),
      ];
    },
  };
};

export const runBacktest: Kind = async ({ front, databaseUrl }) => {
  const { client } = front;
  for (let day = 1; day <= TALKS; day++) await talk(client, day, day % 3 === 0 ? 'Too expensive!' : 'Hello.');
  const id = await begin(client, { prompt: 'Did somebody say "too expensive"?', ...FEBRUARY });
  return {
    async after() {
      const { state, judged, draftResult } = await standing(client, id);
      const successors = await count(
        databaseUrl,
        `select 1 from jobs where kind = 'run-backtest' and payload->>'backtestId' = $1
           and payload->>'part' = '1'`,
        [`${id}`],
      );
      const told = JSON.stringify({ state, judged, draftResult });
      const due = { state: 'done', judged: TALKS, draftResult: { fired: 4, notFired: 8, failed: 0 } };
      return [
        ...unless(told === JSON.stringify(due), told),
        ...unless(successors === 1, `${successors} next parts`),
      ];
    },
  };
};

export const fetchRecording: Kind = async ({ front, dataDir, recordings }, prefix) => {
  const recordingUrl = recordings.url('/call.wav');
  const id = await front.client.ingest(meeting({ id: `${prefix}-recorded`, recordingUrl }));
  return {
    async after() {
      const { body } = await front.client.get(`/v1/meetings/${id}`, { includeDownloadUrl: 'true' });
      const files = await filesBelow(join(dataDir, 'blobs', 'org', `${ORGANIZATION}`, 'meeting', id));
      const download = body.downloadUrl
        ? Buffer.from(await (await fetch(body.downloadUrl)).arrayBuffer())
        : undefined;
      return [
        ...unless(body.recording?.state === 'stored', JSON.stringify(body.recording)),
        ...unless(files.length === 1, `${files.length} files`),
        ...unless(download?.equals(RECORDING) === true, 'its download is not what was sent'),
      ];
    },
  };
};

export const indexWords: Kind = async ({ front, databaseUrl }, prefix) => {
  const { client } = front;
  const id = await client.ingest(call({ id: `${prefix}-unindexed` }), { processImportedMeeting: false });
  await sql(databaseUrl, 'delete from transcript_words where meeting_id = $1', [id]);
  await sql(databaseUrl, 'update meetings set words_hash = null where id = $1', [id]);
  const older = await client.ingest(call({ id: `${prefix}-older` }), { processImportedMeeting: false });
  await sql(databaseUrl, 'update transcript_words set triples = null where meeting_id = $1', [older]);
  return {
    job: { name: 'index-words', organizationId: NOBODY, payload: {} },
    async after() {
      const parts = await count(databaseUrl, 'select from transcript_words where meeting_id = $1', [id]);
      const missing = await count(
        databaseUrl,
        'select from meetings where transcript_hash is distinct from words_hash',
        [],
      );
      const withoutTriples = await count(
        databaseUrl,
        'select from transcript_words where triples is null',
        [],
      );
      return [
        ...unless(parts === 1, `the transcript has ${parts} parts`),
        ...unless(missing === 0, `${missing} meetings lack their words`),
        ...unless(withoutTriples === 0, `${withoutTriples} parts lack their triples`),
      ];
    },
  };
};
