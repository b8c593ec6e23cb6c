import type { ScratchCopy } from '../support/scratch-copy.ts';

/** A provider that fires every signal if a word is said, and has a setting of each kind. */
const ECHO = `import { defineAiProvider, requiredSetting } from '../descriptor.ts';
import type { AiProvider, Conversation, TaskContext } from '../types.ts';

type Variables = Record<string, string | undefined>;

const readText = (env: Variables, name: string) => env[name] || undefined;

function readWord(env: Variables, name: string, faults: string[]): string | undefined {
  if (env[name]?.includes(' ')) faults.push(\`\${name} must be one word\`);
  return env[name] || undefined;
}

export const echo = defineAiProvider({
  name: 'echo',
  title: 'Echo of a word',
  description: 'fires every signal where a word is said',
  settings: {
    word: requiredSetting({ name: 'PARLEY_AI_ECHO_WORD', help: 'the word that fires signals', read: readWord }),
    token: { name: 'PARLEY_AI_ECHO_TOKEN', help: 'a secret', read: readText, isSecret: true },
    address: { name: 'PARLEY_AI_ECHO_URL', help: 'an address', read: readText, isAddress: true },
    model: { name: 'PARLEY_AI_ECHO_MODEL', help: 'its model', read: readText, default: 'loud' },
  },
  isPaid: ({ token }) => token !== undefined,
  create: async ({ word, token, model }) => createEcho(word, \`\${model}-\${token}\`),
});

function createEcho(word: string, model: string): AiProvider {
  const tokens = { inputTokens: 3, outputTokens: 1 };
  const usage = { ...tokens, calls: 1 };
  const pay = (context: TaskContext) => context.metered(tokens, async () => ({ result: undefined, tokens }));
  const quotesOf = ({ entries }: Conversation) =>
    entries.flatMap(({ text }, entryIndex) => (text.includes(word) ? [{ entryIndex, text }] : []));
  return {
    name: 'echo',
    model,
    check() {},
    async judge(conversation, questions, context) {
      await pay(context);
      const quotes = quotesOf(conversation);
      const verdict = { fired: quotes.length > 0, reason: 'The word was said.', quotes };
      return { verdicts: questions.map(() => verdict), usage };
    },
    async followUp(_conversation, questions, context) {
      await pay(context);
      return { responses: questions.map(() => word), usage };
    },
    async summarize(_conversation, context) {
      await pay(context);
      return { draft: { decisions: [], nextSteps: [], openQuestions: [], topics: [] }, usage };
    },
    async answer(_excerpts, _question, context) {
      await pay(context);
      return { sentences: [], usage };
    },
    maxExcerptTokens: 1000,
    estimateJudging: async () => usage,
  };
}
`;

/** A format of lines such as \`12.5 Ada Park> Hello.\`. */
const TALK = `import { type ParsedTranscript, type TranscriptFormat, TranscriptFormatError } from './types.ts';

const LINE = /^(\\d{1,6}(?:\\.\\d{1,3})?) ([^>]{1,64})> (.+)$/;

export const talk: TranscriptFormat = {
  name: 'Talk',
  holds: 'transcript',
  extensions: ['.talk'],
  mediaTypes: ['text/x-talk'],
  writtenBy: 'Talk',
  source: 'https://talk.example/format',
  recognises: (text) => LINE.test(text.split('\\n', 1)[0]!),
  parse: parseTalk,
};

function parseTalk(text: string): ParsedTranscript {
  const lines = text.split('\\n').filter((line) => line !== '');
  const segments = lines.map((line, index) => {
    const [, seconds, name, said] = LINE.exec(line) ?? [];
    if (name === undefined || said === undefined) throw new TranscriptFormatError('not a line of talk', index + 1);
    return { text: said, timestampSeconds: Number(seconds), speaker: { name } };
  });
  return { segments, durationSeconds: segments.at(-1)?.timestampSeconds ?? 0, warnings: [] };
}
`;

/** A file of the format that {@link addTalkFormat} adds. */
export const TALK_FILE =
  '0.5 Ada Park> Shall we begin?\n4.25 Grace Lund> Our budget is approved.\n9 Ada Park> Good.\n';

/** Adds a provider as CONTRIBUTING says: one folder, and its place in the list. */
export async function addEchoProvider({ add, change }: ScratchCopy): Promise<void> {
  const LIST = 'src/ai/providers.ts';
  await add('src/ai/echo/index.ts', ECHO);
  await change(
    LIST,
    "import { builtin } from './builtin/index.ts';",
    "$&\nimport { echo } from './echo/index.ts';",
  );
  await change(LIST, 'anthropic] as const', 'anthropic, echo] as const');
}

/** Adds a file format as CONTRIBUTING says: one file, and its place in the list. */
export async function addTalkFormat({ add, change }: ScratchCopy): Promise<void> {
  const LIST = 'src/domain/meetings/formats/index.ts';
  await add('src/domain/meetings/formats/talk.ts', TALK);
  await change(LIST, "import { subRip } from './srt.ts';", "$&\nimport { talk } from './talk.ts';");
  await change(LIST, '  wordDocument,', '  talk,\n  wordDocument,');
}
