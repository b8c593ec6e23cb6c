import type { TestContext } from 'node:test';
import { createAnthropicProvider } from '../../src/ai/anthropic/anthropic-provider.ts';
import { createOpenAiCompatibleProvider } from '../../src/ai/openai-compatible/openai-compatible-provider.ts';
import type {
  AiProvider,
  Conversation,
  Entry,
  SignalQuestion,
  TaskContext,
  Tokens,
} from '../../src/ai/types.ts';
import { type AiServer, startAiServer } from '../support/ai-server.ts';

export const API_KEY = 'key-of-the-test';

/** The metered calls: the estimate of each, and its usage if it succeeded. */
export type Metered = { estimate: Tokens; tokens?: Tokens };

/** A context that lets all calls through and writes down what they took. */
export function taskContext(
  signal: AbortSignal = new AbortController().signal,
): TaskContext & { calls: Metered[] } {
  const calls: Metered[] = [];
  return {
    signal,
    calls,
    async metered(estimate, call) {
      const entry: Metered = { estimate };
      calls.push(entry);
      const { result, tokens } = await call();
      entry.tokens = tokens;
      return result;
    },
  };
}

type Limits = { timeoutMs?: number; maxInputTokensPerCall?: number };

/** Both ways to a language model, by name; Anthropic's with a model that answers by form and one by tool. */
export const PROVIDERS: Record<string, (url: string, limits?: Limits) => Promise<AiProvider>> = {
  'openai-compatible': (baseUrl, limits) =>
    createOpenAiCompatibleProvider({ baseUrl, apiKey: API_KEY, model: 'stub-1', ...limits }),
  'anthropic (form)': (baseUrl, limits) =>
    createAnthropicProvider({ baseUrl, apiKey: API_KEY, model: 'claude-sonnet-4-5', ...limits }),
  'anthropic (tool)': (baseUrl, limits) =>
    createAnthropicProvider({ baseUrl, apiKey: API_KEY, model: 'some-older-model', ...limits }),
};

export const openAiProvider = PROVIDERS['openai-compatible']!;

/** A server for one test. */
export async function aiServer(t: TestContext): Promise<AiServer> {
  const server = await startAiServer();
  t.after(() => server.close());
  return server;
}

export function meeting(entries: Entry[], rest: Partial<Conversation> = {}): Conversation {
  return {
    kind: 'meeting',
    title: 'Weekly call',
    startedAt: '2026-02-05T14:00:00Z',
    participants: ['Ada Park <ada@acme.example>', 'Bo Lind <bo@client.example>'],
    entries,
    ...rest,
  };
}

export function question(signalId: number, prompt: string): SignalQuestion {
  return { signalId, name: `Signal ${signalId}`, prompt };
}

/** A conversation of two speakers in turns of three entries. */
export function longMeeting(count: number, textOf: (index: number) => string): Conversation {
  return meeting(
    Array.from({ length: count }, (_, index) => ({
      text: textOf(index),
      speaker: Math.floor(index / 3) % 2 === 0 ? 'Ada Park' : 'Bo Lind',
      timestampSeconds: index * 5,
    })),
  );
}
