import { createOpenAiCompatibleProvider } from '../../src/ai/openai-compatible/openai-compatible-provider.ts';
import { meeting as conversationOf, question, taskContext } from '../ai/language-model-fixtures.ts';
import { answerAs, FAULTS_READ, TEXT_FORMS, WAYS } from '../ai/provider-ways.ts';
import { type Item, signalsOf } from '../processing/conversations.ts';
import { type AiServer, startAiServer } from '../support/ai-server.ts';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { meeting } from '../support/meetings.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { atLeast, atMost, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';

const KEY = 'a-key-for-ai-servers';

/** The calls within which an answer that can be had is had. */
const MAX_CALLS = 2;

/** The time that the server takes for an answer, and the conversations; one in eleven is refused. */
const QUICK = { conversations: 22, answerMs: 60 };
const FULL = { conversations: 66, answerMs: 400 };
const REFUSED_EVERY = 11;

/** A gate that closes for each refusal made them wait twice as long. */
const MAX_DELAY = 1.3;
/** The quick form is too short for a bound on time that holds on every machine. */
const MAX_QUICK_DELAY = 3;

const REASON = 'This conversation is refused.';

export const aiServers: ReliabilityPromise = {
  number: 38,
  name: 'ai-servers',
  harm: 'an AI server fences, thinks, writes ids as texts, leaves out verdicts, refuses parameters, single conversations or to answer at all, or cuts its context silently',
  async run(stage) {
    return [...(await recover(stage)), ...(await withService(stage))];
  },
};

const CALL = conversationOf([
  { text: 'Thanks for joining.', speaker: 'Ada Park', timestampSeconds: 3 },
  { text: 'Your offer is too expensive for us.', speaker: 'Bo Lind', timestampSeconds: 250.5 },
]);
const ASKED = [
  ...Array.from({ length: 19 }, (_, n) => question(n + 1, 'Did somebody say "purple elephants"?')),
  question(20, 'Did somebody say "too expensive"?'),
];

/** Makes a server behave. @returns the query of its address */
type Behaviour = (server: AiServer) => string | undefined;

const BEHAVIOURS: [string, Behaviour][] = [
  ...Object.entries(TEXT_FORMS).map(([name, write]): [string, Behaviour] => [
    name,
    (server) => void server.answerWith((request) => write(answerAs(request))),
  ]),
  ...FAULTS_READ.map((fault): [string, Behaviour] => [fault, (server) => void server.failWith(fault)]),
  ...Object.entries(WAYS).map(([name, { refuse }]): [string, Behaviour] => [
    name,
    (server) => {
      server.failBy(refuse);
      server.answerWith(answerAs);
      return undefined;
    },
  ]),
  ...(['missing-id', 'cut-off', 'truncated', 'duplicate-id', 'prose', 'empty', 'wrong-schema'] as const).map(
    (fault): [string, Behaviour] => [`${fault}, once`, (server) => void server.failWith(fault, 1)],
  ),
  ["Azure's form", () => '?api-version=2024-10-21'],
];

/** Asks each kind of server; all of them can be had an answer of. */
async function recover({ say }: Stage): Promise<Figure[]> {
  let most = 0;
  const lost: string[] = [];
  for (const [name, behave] of BEHAVIOURS) {
    const server = await startAiServer();
    try {
      const query = behave(server) ?? '';
      const provider = await createOpenAiCompatibleProvider({
        ...{ baseUrl: `${server.url}${query}`, apiKey: 'a-key-of-the-server', model: 'test-model' },
      });
      const { verdicts } = await provider.judge(CALL, ASKED, taskContext());
      const fired = verdicts.map((verdict) => verdict?.fired);
      if (fired.some((one, place) => one !== (place === ASKED.length - 1))) lost.push(name);
      most = Math.max(most, server.requests.length);
    } catch (error) {
      lost.push(`${name}: ${error}`);
    } finally {
      await server.close();
    }
  }
  for (const one of lost) say(`not recovered: ${one}`);
  return [
    atLeast('kinds of servers', BEHAVIOURS.length, BEHAVIOURS.length),
    none('of them, without the right verdicts', lost.length),
    atMost('calls for the verdicts of one conversation, most', most, MAX_CALLS),
  ];
}

type House = { stage: Stage; ai: AiServer; service: ChildService; signalId: number };

async function withService(stage: Stage): Promise<Figure[]> {
  const database = await createTestDatabase();
  const ai = await startAiServer();
  let service: ChildService | undefined;
  try {
    service = await startChildService({
      databaseUrl: database.url,
      key: KEY,
      env: {
        PARLEY_AI_PROVIDER: 'openai-compatible',
        PARLEY_AI_BASE_URL: ai.url,
        PARLEY_AI_MODEL: 'test-model',
      },
    });
    const { signal } = signalsOf(service.client);
    const signalId = await signal({ prompt: 'Did somebody say "discount"?' });
    const house = { stage, ai, service, signalId };
    // The first call loads code.
    await judgeAll(house, 'warm-up', 1, () => false);
    return [...(await refuseSome(house)), ...(await cutContext(house))];
  } finally {
    await service?.kill();
    await ai.close();
    await database.drop();
  }
}

/** Single conversations are answered 400; the others are done as soon as without them. */
async function refuseSome(house: House): Promise<Figure[]> {
  const { stage, ai } = house;
  const { conversations, answerMs } = stage.full ? FULL : QUICK;
  const isRefused = (n: number) => n % REFUSED_EVERY === REFUSED_EVERY - 1;
  const refusedCount = Math.floor(conversations / REFUSED_EVERY);
  const others = conversations - refusedCount;
  ai.delayBy(answerMs);
  const without = await judgeAll(house, 'without', others, () => false);
  ai.failBy(({ user }) =>
    user.includes('unspeakable') ? { status: 400, body: { error: { message: REASON } } } : undefined,
  );
  const refused = await judgeAll(house, 'with', conversations, isRefused);
  const states = await Promise.all(refused.refused.map((id) => stateOf(house, id, 'failed')));
  ai.recover();
  const untold = states.filter(({ reason }) => !reason?.includes(REASON));
  for (const { reason } of untold) stage.say(`the reason of a refused conversation: ${reason}`);
  const seconds = `${(refused.ms / 1000).toFixed(1)} s, without the refused ones ${(without.ms / 1000).toFixed(1)} s`;
  const limit = stage.full ? MAX_DELAY : MAX_QUICK_DELAY;
  return [
    atLeast('conversations that the server answers 400', refused.refused.length, refusedCount),
    atMost(`${others} other conversations: ${seconds}`, refused.ms / without.ms, limit, '×'),
    none("refused conversations whose reason is not in the server's words", untold.length),
  ];
}

/** Ingests conversations. @returns the time until those that are not refused are done */
async function judgeAll(
  house: House,
  name: string,
  count: number,
  isRefused: (n: number) => boolean,
): Promise<{ ms: number; refused: string[] }> {
  const begun = performance.now();
  const [done, refused]: [string[], string[]] = [[], []];
  for (let n = 0; n < count; n++) {
    const text = isRefused(n) ? 'A discount that is unspeakable.' : 'We would need a discount.';
    const segments = [{ text, timestampSeconds: 1, speaker: { name: 'Grace Lund' } }];
    const id = await house.service.client.ingest(meeting({ id: `${name} ${n}`, transcript: { segments } }));
    (isRefused(n) ? refused : done).push(id);
  }
  for (const id of done) await stateOf(house, id, 'fired');
  return { ms: performance.now() - begun, refused };
}

const WAIT_MS = 120_000;

function stateOf({ service, signalId }: House, id: string, state: string): Promise<Item> {
  const { evaluations: read } = signalsOf(service.client);
  return until(async () => {
    const { evaluations } = await read(id);
    return evaluations.find((one: Item) => one.signalId === signalId && one.state === state);
  }, WAIT_MS);
}

/** A server reads only the end of a long conversation, and does not say so. */
async function cutContext(house: House): Promise<Figure[]> {
  const { ai, service, stage } = house;
  ai.failWith('cut-context');
  const segments = Array.from({ length: 600 }, (_, n) => ({
    text: `At number ${n} somebody says some words of a long call.`,
    timestampSeconds: n,
  }));
  const id = await service.client.ingest(meeting({ id: 'cut', transcript: { segments } }));
  const { reason } = await stateOf(house, id, 'failed');
  ai.recover();
  stage.say(`of the silent cut is told: ${reason}`);
  const isTold = /read 512 tokens .*PARLEY_AI_MAX_INPUT_TOKENS/.test(reason ?? '');
  return [none('silent cuts that are not told with advice', isTold ? 0 : 1)];
}
