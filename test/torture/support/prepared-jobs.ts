import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { call, signalsOf } from '../../processing/conversations.ts';
import { begin, FEBRUARY, standing, talk } from '../../support/backtests.ts';
import type { ChildService } from '../../support/child-service.ts';
import { createClient } from '../../support/client.ts';
import { filesBelow } from '../../support/files-below.ts';
import { ALWAYS, meeting } from '../../support/meetings.ts';
import { sql } from '../../support/sql.ts';
import { RECORDING } from './gates.ts';

/** A job; `isQueued` means that the service has already enqueued it. */
export type PreparedJob = { name: string; organizationId: number; payload: object; isQueued: boolean };

/** Waiting jobs, and the checks that each took effect exactly once. */
export type Prepared = {
  jobs: PreparedJob[];
  /** The meeting that is remapped; 0 if none is. */
  remappedId: number;
  /** Returns the faults in the effect of each kind of job. */
  effects(): Promise<{ job: string; wrong: string[] }[]>;
};

type Place = {
  front: ChildService;
  dataDir: string;
  databaseUrl: string;
  recordings: { url(path: string): string };
};

/** One kind of job, which is enqueued as the service does it. `after` returns the faults in its effect. */
type Kind = (
  place: Place,
  prefix: string,
) => Promise<{ job?: Omit<PreparedJob, 'isQueued'>; remappedId?: number; after(): Promise<string[]> }>;

const ORGANIZATION = 1;
const NOBODY = 0;
const ACCOUNT = '0018c00002ABCDEAA5';
const TALKS = 12;
const OLD_MS = 3 * 86_400_000;

/** Returns the description of a fault if there is one. */
function unless(isRight: boolean, what: string): string[] {
  return isRight ? [] : [what];
}

async function count(databaseUrl: string, text: string, values: unknown[]): Promise<number> {
  return (await sql(databaseUrl, text, values)).length;
}

const applyRemap: Kind = async ({ front, databaseUrl }, prefix) => {
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

const processRun: Kind = async ({ front, databaseUrl }, prefix) => {
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

const runBacktest: Kind = async ({ front, databaseUrl }) => {
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

const exportFiles = (dataDir: string, id: string) =>
  filesBelow(join(dataDir, 'blobs', 'org', `${ORGANIZATION}`, 'export', id));

const runExport: Kind = async ({ front, dataDir, databaseUrl }, prefix) => {
  const { client } = front;
  await client.ingest(meeting({ id: `${prefix}-exported` }), { processImportedMeeting: false });
  const { body } = await client.post('/v1/exports', { format: 'ndjson', types: ['meeting'] });
  return {
    async after() {
      const { state, manifest } = (await client.get(`/v1/exports/${body.id}`)).body;
      const stored = await exportFiles(dataDir, body.id);
      const successors = await count(
        databaseUrl,
        `select 1 from jobs where kind = 'run-export' and payload->>'exportId' = $1 and payload->>'step' = '1'`,
        [body.id],
      );
      return [
        ...unless(state === 'done' && manifest.files.length >= 1, JSON.stringify({ state, manifest })),
        ...unless(stored.length === manifest?.files.length, `${stored.length} files are stored`),
        // An export that fits one file has no next step.
        ...unless(successors <= 1, `${successors} next steps`),
      ];
    },
  };
};

const forgetExports: Kind = async ({ dataDir, databaseUrl }) => {
  const [old, young] = (await sql<{ id: string }>(
    databaseUrl,
    `insert into exports (organization_id, state, format, types, with_transcripts, changes_cursor, finished_at)
     select $1, 'done', 'ndjson', '{user}', true, 'cursor', now() - days * interval '1 day'
     from unnest(array[8, 6]) as days returning id`,
    [ORGANIZATION],
  )) as [{ id: string }, { id: string }];
  for (const { id } of [old, young]) {
    const key = `org/${ORGANIZATION}/export/${id}/file`;
    await putFile(dataDir, key);
    await sql(
      databaseUrl,
      `insert into export_files (organization_id, export_id, number, name, entity_type, rows, bytes, sha256, blob_key)
       values ($1, $2, 1, 'user-00001.ndjson.gz', 'user', 1, 1, '', $3)`,
      [ORGANIZATION, id, key],
    );
  }
  return {
    job: { name: 'forget-exports', organizationId: NOBODY, payload: {} },
    async after() {
      const rows = await count(databaseUrl, 'select 1 from exports where id = any ($1)', [
        [old.id, young.id],
      ]);
      const [gone, kept] = [await exportFiles(dataDir, old.id), await exportFiles(dataDir, young.id)];
      return [
        ...unless(rows === 1, `${rows} exports are kept`),
        ...unless(gone.length === 0, 'the files of an old export are there'),
        ...unless(kept.length === 1, 'the files of a young export are gone'),
      ];
    },
  };
};

const fetchRecording: Kind = async ({ front, dataDir, recordings }, prefix) => {
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

const deleteBlob: Kind = async ({ dataDir }) => {
  const keys = ['deleted', 'kept'].map((name) => `org/${ORGANIZATION}/meeting/900001/${name}`);
  for (const key of keys) await putFile(dataDir, key);
  return {
    job: { name: 'delete-blob', organizationId: ORGANIZATION, payload: { key: keys[0] } },
    async after() {
      const [deleted, kept] = await Promise.all(keys.map((key) => isThere(dataDir, key)));
      return [...unless(!deleted, 'the blob is there'), ...unless(kept!, 'another blob is gone')];
    },
  };
};

const sweepBlobs: Kind = async ({ dataDir, databaseUrl }) => {
  const [old, young] = ['old', 'young'].map((name) => `org/${ORGANIZATION}/meeting/900002/${name}`) as [
    string,
    string,
  ];
  await putFile(dataDir, old, Date.now() - OLD_MS);
  await putFile(dataDir, young);
  const condemned = (key: string) =>
    count(databaseUrl, 'select 1 from condemned_blobs where blob_key = $1', [key]);
  return {
    job: { name: 'sweep-blobs', organizationId: NOBODY, payload: {} },
    async after() {
      return [
        ...unless((await condemned(old)) === 1, 'what nobody names is not condemned'),
        ...unless((await condemned(young)) === 0, 'what may be named yet is condemned'),
        ...unless((await isThere(dataDir, old)) && (await isThere(dataDir, young)), 'a blob is gone at once'),
      ];
    },
  };
};

const forgetAnswers: Kind = async ({ front, databaseUrl }, prefix) => {
  const keys = ['old', 'young'].map((name) => `${prefix}-${name}`) as [string, string];
  const ask = (key: string) =>
    front.client.post(
      '/v1/user-provided-meeting',
      { meeting: meeting({ title: key }), processImportedMeeting: false },
      { headers: { 'Idempotency-Key': key } },
    );
  const first = await Promise.all(keys.map(ask));
  await sql(
    databaseUrl,
    `update idempotency_keys set created_at = now() - interval '3 days' where key = $1`,
    [keys[0]],
  );
  return {
    job: { name: 'forget-answers', organizationId: NOBODY, payload: {} },
    async after() {
      const old = await count(databaseUrl, 'select 1 from idempotency_keys where key = $1', [keys[0]]);
      const again = await ask(keys[1]);
      return [
        ...unless(old === 0, 'an old answer is kept'),
        ...unless(again.text === first[1]!.text, 'a young answer is forgotten'),
      ];
    },
  };
};

const forgetVersions: Kind = async ({ front, databaseUrl }, prefix) => {
  const { client } = front;
  const ingest = (title: string) =>
    client.ingest(meeting({ id: `${prefix}-versions`, title }), { processImportedMeeting: false });
  const id = await ingest('First');
  await ingest('Second');
  await ingest('Third');
  await sql(
    databaseUrl,
    `update meeting_versions set replaced_at = now() - interval '91 days' where meeting_id = $1 and version = 1`,
    [id],
  );
  return {
    job: { name: 'forget-versions', organizationId: NOBODY, payload: {} },
    async after() {
      const { body } = await client.get(`/v1/meetings/${id}/versions`);
      const numbers = body.versions.map(({ version }: { version: number }) => version);
      const { body: second } = await client.get(`/v1/meetings/${id}/versions/2`);
      return [
        ...unless(`${numbers}` === '3,2', `the versions are ${numbers}`),
        ...unless(second.title === 'Second', 'the version that is kept is not what it was'),
      ];
    },
  };
};

const indexWords: Kind = async ({ front, databaseUrl }, prefix) => {
  const { client } = front;
  const id = await client.ingest(call({ id: `${prefix}-unindexed` }), { processImportedMeeting: false });
  await sql(databaseUrl, 'delete from transcript_words where meeting_id = $1', [id]);
  await sql(databaseUrl, 'update meetings set words_hash = null where id = $1', [id]);
  return {
    job: { name: 'index-words', organizationId: NOBODY, payload: {} },
    async after() {
      const parts = await count(databaseUrl, 'select from transcript_words where meeting_id = $1', [id]);
      const missing = await count(
        databaseUrl,
        'select from meetings where transcript_hash is distinct from words_hash',
        [],
      );
      return [
        ...unless(parts === 1, `the transcript has ${parts} parts`),
        ...unless(missing === 0, `${missing} meetings lack their words`),
      ];
    },
  };
};

const forgetChanges: Kind = async ({ front, databaseUrl }, prefix) => {
  const { client } = front;
  const ingest = (id: string) =>
    client.ingest(meeting({ id: `${prefix}-${id}` }), { processImportedMeeting: false });
  await ingest('old');
  const { next } = (await client.get('/v1/changes', { after: 'now' })).body;
  // No worker is running to number the events, so they are numbered here.
  await sql(
    databaseUrl,
    `with head as (
       insert into change_heads as h (organization_id, last_position) values ($1, 2)
       on conflict (organization_id) do update set last_position = h.last_position + 2 returning last_position)
     insert into changes select $1, last_position - n, 'meeting', 1, 'updated', '{}', now() - n * interval '31 days'
     from head, generate_series(0, 1) as n`,
    [ORGANIZATION],
  );
  return {
    job: { name: 'forget-changes', organizationId: NOBODY, payload: {} },
    async after() {
      const kept = await sql(
        databaseUrl,
        `select from changes join change_heads using (organization_id)
         where organization_id = $1 and position > forgotten_position`,
        [ORGANIZATION],
      );
      const old = await count(databaseUrl, `select from changes where at < now() - interval '30 days'`, []);
      return [
        ...unless(old === 0, 'an old change is kept'),
        ...unless(kept.length > 0, 'a young change is forgotten'),
        ...unless(typeof next === 'string', 'the feed gives no cursor'),
      ];
    },
  };
};

/** Creates an organization, so that the counts of other kinds of jobs do not include this one's. */
async function newOrganization({ apiUrl, receiverUrl, client }: ChildService, name: string) {
  const { body } = await client.post('/admin/v1/organizations', { name });
  return { id: body.id as number, client: createClient({ apiUrl, receiverUrl, key: body.key }) };
}

const loadDemo: Kind = async ({ front, databaseUrl }, prefix) => {
  const { id, client } = await newOrganization(front, `${prefix} loaded`);
  await client.post('/admin/v1/demo');
  return {
    async after() {
      const { body: demo } = await client.get('/admin/v1/demo');
      const { meetings, totalMeetings, emails, totalEmails } = demo;
      const { body: listed } = await client.get('/v1/meetings', { ...ALWAYS, pageSize: '1' });
      const { body: signals } = await client.get('/v2/signals');
      const versions = await count(databaseUrl, 'select 1 from meeting_versions where organization_id = $1', [
        id,
      ]);
      const recordings = await count(databaseUrl, 'select 1 from recordings where organization_id = $1', [
        id,
      ]);
      const names = signals.signals.map(({ signalName }: { signalName: string }) => signalName);
      return [
        ...unless(demo.state === 'loaded', JSON.stringify(demo)),
        ...unless(meetings === totalMeetings && emails === totalEmails, JSON.stringify(demo)),
        ...unless(listed.pageCount === totalMeetings, `${listed.pageCount} meetings`),
        ...unless(versions === 0, `${versions} replaced versions`),
        ...unless(recordings === 1, `${recordings} recordings`),
        ...unless(names.length > 0 && new Set(names).size === names.length, `the signals are ${names}`),
      ];
    },
  };
};

const removeDemo: Kind = async ({ front, databaseUrl }, prefix) => {
  const { id, client } = await newOrganization(front, `${prefix} removed`);
  const [removed, kept] = await Promise.all(
    ['sample', 'own'].map((name) => client.ingest(meeting({ id: `${prefix}-${name}` }))),
  );
  await sql(
    databaseUrl,
    `with load as (insert into demo_loads values ($1, 'removed', 'working') returning organization_id)
     insert into demo_records select organization_id, 'meeting', $2 from load`,
    [id, removed],
  );
  return {
    job: { name: 'remove-demo', organizationId: id, payload: {} },
    async after() {
      const { body: demo } = await client.get('/admin/v1/demo');
      const statuses = [];
      for (const one of [removed, kept]) statuses.push((await client.get(`/v1/meetings/${one}`)).status);
      return [
        ...unless(demo.state === 'absent', JSON.stringify(demo)),
        ...unless(`${statuses}` === '404,200', `the meetings answer ${statuses}`),
      ];
    },
  };
};

const KINDS: Record<string, Kind> = {
  'apply-remap': applyRemap,
  'process-run': processRun,
  'run-backtest': runBacktest,
  'run-export': runExport,
  'fetch-recording': fetchRecording,
  'load-demo': loadDemo,
  'remove-demo': removeDemo,
  'delete-blob': deleteBlob,
  'sweep-blobs': sweepBlobs,
  'forget-answers': forgetAnswers,
  'forget-versions': forgetVersions,
  'forget-changes': forgetChanges,
  'index-words': indexWords,
  'forget-exports': forgetExports,
};

/** Enqueues one job of each kind while no worker is running. */
export async function prepareJobs(given: Place & { prefix: string; only?: string[] }): Promise<Prepared> {
  const { front, databaseUrl, prefix, only = Object.keys(KINDS) } = given;
  const name = `Signal ${prefix}`;
  const signalId = await signalsOf(front.client).signal({
    signalName: name,
    prompt: 'Did somebody say "discount"?',
  });
  const prepared: {
    name: string;
    remappedId?: number;
    job?: Omit<PreparedJob, 'isQueued'>;
    after(): Promise<string[]>;
  }[] = [];
  for (const kind of only) prepared.push({ name: kind, ...(await KINDS[kind]!(given, prefix)) });
  const waiting = await sql<Omit<PreparedJob, 'isQueued'>>(
    databaseUrl,
    `select kind as name, organization_id::int as "organizationId", payload
     from jobs where state = 'waiting' and attempts = 0 and kind = any ($1)`,
    [only],
  );
  return {
    jobs: [
      ...waiting.map((one) => ({ ...one, isQueued: true })),
      ...prepared.flatMap(({ job }) => (job ? { ...job, isQueued: false } : [])),
    ],
    remappedId: prepared.find(({ remappedId }) => remappedId !== undefined)?.remappedId ?? 0,
    async effects() {
      const all: { job: string; wrong: string[] }[] = [];
      for (const { name: job, after } of prepared) all.push({ job, wrong: await after() });
      // Only its own signal judges the meetings of the next scene.
      await signalsOf(front.client).change(signalId, { enabled: false });
      return all;
    },
  };
}

async function putFile(dataDir: string, key: string, modifiedMs?: number): Promise<void> {
  const path = join(dataDir, 'blobs', key);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, RECORDING);
  if (modifiedMs !== undefined) await utimes(path, modifiedMs / 1000, modifiedMs / 1000);
}

function isThere(dataDir: string, key: string): Promise<boolean> {
  return stat(join(dataDir, 'blobs', key)).then(
    () => true,
    () => false,
  );
}
