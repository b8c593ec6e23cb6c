import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createOpenAiCompatibleProvider } from '../src/ai/openai-compatible/openai-compatible-provider.ts';
import type { AiProvider, Conversation, SignalQuestion, TaskContext } from '../src/ai/types.ts';
import { webVtt } from '../src/domain/meetings/formats/vtt.ts';
import { type AiServer, startAiServer } from '../test/support/ai-server.ts';
import { SIGNALS } from './data/signals.ts';
import { median } from './stats.ts';

/**
 * `node bench/judging-tokens.ts --data <folder of .vtt> [--from 11 --to 20] [--tokenizer <folder of gpt-tokenizer>]`: counts the input
 * tokens of judging 20 signals and summarizing in one call, of judging one signal, and of a vote on one. Fails if 20 signals cost more
 * than the limit, relative to one. Without a tokenizer, a token is four characters.
 */
const LIMIT = 1.4;

const CHARACTERS_PER_TOKEN = 4;

const USAGE =
  'Usage: node bench/judging-tokens.ts --data <folder of .vtt> [--from 1] [--to 10] [--tokenizer <folder>]';

const questions: SignalQuestion[] = SIGNALS.map(([name, prompt], index) => ({
  signalId: index + 1,
  name,
  prompt,
}));

const context: TaskContext = {
  signal: new AbortController().signal,
  metered: async (_estimate, call) => (await call()).result,
};

type Measured = {
  title: string;
  entries: number;
  calls: number;
  whole: number;
  all: number;
  one: number;
  vote: number;
};

const options = {
  data: { type: 'string' },
  from: { type: 'string', default: '1' },
  to: { type: 'string', default: '1000' },
  tokenizer: { type: 'string' },
} as const;
const given = parseArgs({ options }).values;
const count = tokenCounter(given.tokenizer);
const conversations = await readConversations(
  given.data ?? fail(USAGE),
  Number(given.from),
  Number(given.to),
);
const server = await startAiServer();
try {
  const provider = await createOpenAiCompatibleProvider({ baseUrl: server.url, model: 'test-model' });
  const measured: Measured[] = [];
  for (const conversation of conversations) measured.push(await measure(provider, server, conversation));
  report(measured);
} finally {
  await server.close();
}

async function measure(
  provider: AiProvider,
  { requests }: AiServer,
  conversation: Conversation,
): Promise<Measured> {
  const tokensOf = async (task: () => Promise<unknown>) => {
    const from = requests.length;
    await task();
    const sent = requests.slice(from);
    return {
      calls: sent.length,
      tokens: sent.reduce((sum, { system, user }) => sum + count(system) + count(user), 0),
    };
  };
  const first = questions.slice(0, 1);
  const whole = await tokensOf(() => provider.examine!(conversation, questions, context));
  const all = await tokensOf(() => provider.judge(conversation, questions, context));
  const one = await tokensOf(() => provider.judge(conversation, first, context));
  const vote = await tokensOf(() => provider.judgeAgain!(conversation, first, 1, context));
  const { title, entries } = conversation;
  return {
    ...{ title, entries: entries.length, calls: whole.calls, whole: whole.tokens },
    ...{ all: all.tokens, one: one.tokens, vote: vote.tokens },
  };
}

function report(measured: readonly Measured[]): void {
  for (const { title, entries, calls, whole, all, one } of measured) {
    say(
      `${String(whole).padStart(7)} tokens in ${calls} calls, ratio ${(all / one).toFixed(3)}; ${entries} entries  ${title}`,
    );
  }
  const sum = (of: (one: Measured) => number) => measured.reduce((total, one) => total + of(one), 0);
  const ratios = measured.map(({ all, one }) => all / one);
  const worst = Math.max(...ratios);
  say(
    `${measured.length} transcripts, ${questions.length} signals and a summary: ${sum(({ whole }) => whole)} tokens in ` +
      `${sum(({ calls }) => calls)} calls, and ${sum(({ vote }) => vote)} for a vote on one signal`,
  );
  say(
    `${questions.length} signals against one: min ${Math.min(...ratios).toFixed(3)}, median ${median(ratios).toFixed(3)}, ` +
      `max ${worst.toFixed(3)} (limit ${LIMIT})`,
  );
  if (worst > LIMIT) process.exitCode = 1;
}

/** Returns the counter of a tokenizer that is installed elsewhere, since it is too large to come with the project. */
function tokenCounter(folder: string | undefined): (text: string) => number {
  if (folder === undefined) {
    say(
      `Tokens are estimated: ${CHARACTERS_PER_TOKEN} characters each. See bench/README.md for a tokenizer.`,
    );
    return (text) => Math.ceil(text.length / CHARACTERS_PER_TOKEN);
  }
  const load = createRequire(join(resolve(folder), 'package.json'));
  const { countTokens } = load('gpt-tokenizer/encoding/o200k_base') as {
    countTokens: (text: string) => number;
  };
  return (text) => countTokens(text);
}

async function readConversations(path: string, from: number, to: number): Promise<Conversation[]> {
  const names = (await readdir(path)).filter((name) => name.endsWith('.vtt')).sort();
  if (names.length === 0) fail(`${path} holds no transcript files`);
  return Promise.all(
    names
      .slice(from - 1, to)
      .map(async (name) => toConversation(name, await readFile(join(path, name), 'utf8'))),
  );
}

function toConversation(name: string, text: string): Conversation {
  const { segments } = webVtt.parse(text);
  const speakers = new Set(segments.flatMap(({ speaker }) => (speaker ? [speaker.name] : [])));
  return {
    kind: 'meeting',
    title: basename(name),
    startedAt: '2026-01-01T00:00:00Z',
    participants: [...speakers],
    entries: segments.map(({ text: said, speaker, timestampSeconds }) => ({
      text: said,
      ...(speaker ? { speaker: speaker.name } : {}),
      ...(timestampSeconds === undefined ? {} : { timestampSeconds }),
    })),
  };
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
