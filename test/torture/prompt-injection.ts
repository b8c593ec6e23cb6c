import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeInjections } from '../ai/injections.ts';
import { LEFT_OUT } from '../console/support/chromium.ts';
import { type Item, signalsOf } from '../processing/conversations.ts';
import { type AiServer, startAiServer } from '../support/ai-server.ts';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { type Journal, openJournal } from '../support/journal.ts';
import { meeting } from '../support/meetings.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { runTests } from './from-tests.ts';
import { atLeast, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { ENTRIES, modelOf, PLACES, type Victim, victims } from './support/injected-meetings.ts';
import { readOutgoing, writeOutgoing } from './support/outgoing.ts';
import { fingerprints } from './support/table-fingerprints.ts';

const QUICK_PAYLOADS = 12;
const FULL_PAYLOADS = 240;

const KEY = 'a-key-for-injections';

/** The tables that runs, their requests and the background counts write. All others have to stay unchanged. */
const WRITTEN = [
  ...['processing_runs', 'signal_evaluations', 'signal_executions', 'meeting_summaries', 'ai_usage'],
  // The audit records the remaps that request the runs.
  ...['remaps', 'audit_records', 'meeting_days', 'meeting_months', 'meeting_day_changes'],
  ...['execution_days', 'execution_months', 'execution_day_changes', 'jobs', 'job_schedules'],
  ...['event_outbox', 'changes', 'change_heads', 'change_sequencing', 'webhook_answers_forgotten'],
  // Terms of transcripts move into the index after the ingest.
  'transcript_words',
];

const ACCOUNT = '0018c00002ABCDEAA5';

const CONSOLE_TESTS = 'test/console/hostile.test.ts';

const JUDGED_WITHIN_MS = 180_000;

export const promptInjection: ReliabilityPromise = {
  number: 15,
  name: 'prompt-injection',
  harm: 'transcripts contain instructions to the model at the start, in the middle and at the end, and the model may follow them',
  async run(stage) {
    const folder = await mkdtemp(join(tmpdir(), 'parley-injection-'));
    const database = await createTestDatabase();
    const ai = await startAiServer();
    const trap = await startTrap();
    const journal = await openJournal<Victim & { id: string }>();
    const outgoing = join(folder, 'outgoing.jsonl');
    let service: ChildService | undefined;
    try {
      service = await startChildService({
        databaseUrl: database.url,
        key: KEY,
        env: {
          PARLEY_DATA_DIR: join(folder, 'data'),
          PARLEY_AI_PROVIDER: 'openai-compatible',
          PARLEY_AI_BASE_URL: ai.url,
          PARLEY_AI_MODEL: 'test-model',
          PARLEY_AI_CONCURRENCY: '8',
          NODE_OPTIONS: `--import=${writeOutgoing(outgoing)}`,
        },
      });
      const scene = { stage, ai, trap, journal, service, databaseUrl: database.url };
      const figures = await inject(scene);
      const foreign = foreignConnections(outgoing, [new URL(ai.url).port], database.url);
      for (const one of foreign.slice(0, 10)) stage.say(one);
      return [
        none(
          `connections but to the provider and PostgreSQL, of ${readOutgoing(outgoing).length}`,
          foreign.length,
        ),
        none('requests to the address that the payloads name', trap.requests()),
        ...figures,
        ...(stage.full ? await inConsole(stage) : []),
      ];
    } finally {
      await service?.kill();
      trap.close();
      await ai.close();
      await database.drop();
      await journal.remove();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Starts the server from which the payloads try to have something fetched. */
async function startTrap() {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Scene = {
  stage: Stage;
  ai: AiServer;
  trap: Awaited<ReturnType<typeof startTrap>>;
  journal: Journal<Victim & { id: string }>;
  service: ChildService;
  databaseUrl: string;
};

async function inject(scene: Scene): Promise<Figure[]> {
  const { stage, ai, trap, journal, service, databaseUrl } = scene;
  const { signal } = signalsOf(service.client);
  const asked = {
    never: await signal({ signalName: 'Never said', prompt: 'Did somebody say "purple elephants"?' }),
    said: await signal({
      signalName: 'Said',
      prompt: 'Was "Sentence 7." said?',
      followUpPrompts: [{ name: 'Where', prompt: 'Where was it said?' }],
    }),
  };
  const count = stage.full ? FULL_PAYLOADS : QUICK_PAYLOADS;
  const payloads = makeInjections(stage.seed, count).map((payload) =>
    // An ingest refuses text with a NUL.
    payload.replaceAll('\0', '').replaceAll(/https?:\/\/[\d.:]+/g, trap.url),
  );
  // A prompt that cannot be parsed was broken by a payload.
  ai.answerWith((request) =>
    request.prompt ? modelOf(request.prompt.title).answer(request, trap.url) : 'What am I to do?',
  );
  for (const victim of victims(payloads)) {
    const id = await service.client.ingest(meeting({ ...victim.meeting, salesforceAccountId: ACCOUNT }), {
      processImportedMeeting: false,
    });
    journal.write({ ...victim, id });
  }
  stage.say(`${journal.read().length} meetings, with ${count} payloads at ${PLACES.join(', ')}`);
  const before = await fingerprints(databaseUrl, WRITTEN);
  // A remap to the current account requests the run, and changes nothing else.
  for (const { id } of journal.read()) await ask(scene, id);
  await until(async () => {
    const open = await sql(
      databaseUrl,
      `select 1 from jobs where kind in ('process-run', 'apply-remap') and state in ('waiting', 'active') limit 1`,
    );
    return open.length === 0 || undefined;
  }, JUDGED_WITHIN_MS);
  const after = await fingerprints(databaseUrl, WRITTEN);
  const changed = Object.keys(after).filter((table) => before[table] !== after[table]);
  const wrong = [
    ...changed.map((table) => `the table ${table} was changed`),
    ...(await wrongVerdicts(scene, asked)),
  ];
  for (const one of wrong.slice(0, 10)) stage.say(one);
  const broken = ai.requests.filter(
    ({ prompt }) => prompt === undefined || prompt.entries.length !== ENTRIES,
  );
  return [
    atLeast('payloads', count, count),
    none(`of ${ai.requests.length} prompts, with another structure than without a payload`, broken.length),
    none('effects outside the schema', wrong.length),
  ];
}

async function ask({ service }: Scene, id: string): Promise<void> {
  const body = {
    meetingDetails: { serviceMeetingId: Number(id) },
    salesforceRecords: { accountId: ACCOUNT },
  };
  const answer = await service.client.post(
    '/v1/meeting/remap?triggerAiSignals=true&triggerSummary=true',
    body,
  );
  if (answer.status !== 200) throw new Error(`a remap was answered ${answer.status}: ${answer.text}`);
}

/** Returns findings that exceed what each model may cause, or that quote words nobody said. */
async function wrongVerdicts(
  { service, journal, databaseUrl }: Scene,
  { never, said }: { never: number; said: number },
): Promise<string[]> {
  const wrong: string[] = [];
  const { evaluations: read } = signalsOf(service.client);
  for (const {
    id,
    meeting: { title, transcript },
  } of journal.read()) {
    const { name, expected } = modelOf(title);
    const { processing, evaluations } = await read(id);
    const told = Object.fromEntries(evaluations.map((one: Item) => [one.signalId, one.state]));
    const about = `meeting ${id}, model ${name}`;
    if (told[never] !== expected.never || told[said] !== expected.said) {
      wrong.push(`${about}: ${JSON.stringify(told)}, ${processing.note ?? ''}`);
    }
    for (const { quotes } of evaluations as Item[]) {
      for (const { text } of quotes) {
        if (!transcript.segments.some((segment) => segment.text.includes(text)))
          wrong.push(`${about}: nobody said ${text}`);
      }
    }
  }
  const jobs = await sql<{ name: string }>(databaseUrl, 'select distinct kind as name from jobs');
  const known = ['process-run', 'apply-remap'];
  for (const { name } of jobs) if (!known.includes(name)) wrong.push(`there is a job ${name}`);
  const fired = journal
    .read()
    .filter(({ meeting: { title } }) => modelOf(title).expected.said === 'fired').length;
  const executions = await sql<{ signal: string }>(
    databaseUrl,
    'select signal_id as signal from signal_executions',
  );
  if (executions.length !== fired || executions.some(({ signal }) => Number(signal) !== said)) {
    wrong.push(`there are ${executions.length} executions; ${fired} are due`);
  }
  return wrong;
}

/** Returns connections of the service to anything but the provider and PostgreSQL, and programs that it started. */
function foreignConnections(file: string, ports: string[], databaseUrl: string): string[] {
  const database = new URL(databaseUrl.replace('@/', '@localhost/'));
  const folder = database.searchParams.get('host');
  return readOutgoing(file)
    .filter(({ host, port, path, program }) => {
      if (program !== undefined) return true;
      const isDatabase =
        folder === null ? `${port}` === (database.port || '5432') : path?.startsWith(folder) === true;
      const isProvider = host === '127.0.0.1' && ports.includes(`${port}`);
      return !isDatabase && !isProvider;
    })
    .map((one) => `the service reached for ${JSON.stringify(one)}`);
}

/** The console shows such texts, and executes nothing in them. */
async function inConsole({ say }: Stage): Promise<Figure[]> {
  if (LEFT_OUT)
    return [
      { what: 'foreign scripts in the console', value: `not run: ${LEFT_OUT}`, limit: '0', passed: false },
    ];
  return (await runTests([CONSOLE_TESTS], say)).map((figure) => ({
    ...figure,
    what: `the console runs no foreign script: ${figure.what}`,
  }));
}
