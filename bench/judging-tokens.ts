import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createOpenAiCompatibleProvider } from '../src/ai/openai-compatible/openai-compatible-provider.ts';
import type { AiProvider, Conversation, SignalQuestion, TaskContext } from '../src/ai/types.ts';
import { webVtt } from '../src/domain/meetings/formats/vtt.ts';
import { startAiServer } from '../test/support/ai-server.ts';
import { SIGNALS } from './data/signals.ts';
import { median } from './stats.ts';

/**
 * `node bench/judging-tokens.ts --data <folder of .vtt>`: compares the input tokens for judging 20 signals with those
 * for judging one, which a provider's stub counts as characters of the request / 4. Fails if the ratio exceeds the
 * limit.
 */
const LIMIT = 1.4;

const questions: SignalQuestion[] = SIGNALS.map(([name, prompt], index) => ({
  signalId: index + 1,
  name,
  prompt,
}));

const context: TaskContext = {
  signal: new AbortController().signal,
  metered: async (_estimate, call) => (await call()).result,
};

const folder = readFolderOption();
const conversations = await readConversations(folder);
const server = await startAiServer();
try {
  const provider = await createOpenAiCompatibleProvider({ baseUrl: server.url, model: 'test-model' });
  const ratios: number[] = [];
  for (const conversation of conversations) ratios.push(await measure(provider, conversation));
  report(ratios);
} finally {
  await server.close();
}

async function measure(provider: AiProvider, conversation: Conversation): Promise<number> {
  const one = await provider.judge(conversation, questions.slice(0, 1), context);
  const all = await provider.judge(conversation, questions, context);
  const ratio = all.usage.inputTokens / one.usage.inputTokens;
  const { entries, title } = conversation;
  say(
    `${ratio.toFixed(3)}  ${all.usage.inputTokens} tokens in ${all.usage.calls} calls, one signal ` +
      `${one.usage.inputTokens} in ${one.usage.calls}; ${entries.length} entries  ${title}`,
  );
  return ratio;
}

function report(ratios: readonly number[]): void {
  const worst = Math.max(...ratios);
  say(
    `${ratios.length} transcripts, ${questions.length} signals against one: ` +
      `min ${Math.min(...ratios).toFixed(3)}, median ${median(ratios).toFixed(3)}, max ${worst.toFixed(3)} (limit ${LIMIT})`,
  );
  if (worst > LIMIT) process.exitCode = 1;
}

async function readConversations(path: string): Promise<Conversation[]> {
  const names = (await readdir(path)).filter((name) => name.endsWith('.vtt')).sort();
  if (names.length === 0) fail(`${path} holds no transcript files`);
  return Promise.all(
    names.map(async (name) => toConversation(name, await readFile(join(path, name), 'utf8'))),
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

function readFolderOption(): string {
  const { data } = parseArgs({ options: { data: { type: 'string' } } }).values;
  return data ?? fail('Usage: node bench/judging-tokens.ts --data <folder of transcript files>');
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
