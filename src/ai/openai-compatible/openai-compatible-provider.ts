import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createBoundedFetch, type WholeAnswer } from '../language-model/bounded-fetch.ts';
import {
  createLanguageModelProvider,
  idleMsOf,
  type LanguageModelSettings,
} from '../language-model/language-model-provider.ts';
import type { AiProvider } from '../types.ts';
import { createDialect } from './dialect.ts';

const NAME = 'openai-compatible';
/** The newer models of OpenAI refuse `max_tokens`, which all other servers understand. */
const OPENAI_HOST = 'api.openai.com';
const AZURE_HOST = /\.azure\.com$/;

/**
 * `baseUrl` includes the version, as in `http://127.0.0.1:11434/v1`. It may have a query, which every request then has:
 * `https://NAME.openai.azure.com/openai/deployments/DEPLOYMENT?api-version=2024-10-21`.
 */
export type OpenAiCompatibleSettings = LanguageModelSettings & { baseUrl: string };

/**
 * Creates a provider for any server that speaks OpenAI's chat completions: vLLM, Ollama, llama.cpp, most hosts of models,
 * Azure, and OpenAI itself. What a server does not take is learned from its refusals: see dialect.ts.
 */
export async function createOpenAiCompatibleProvider(
  settings: OpenAiCompatibleSettings,
): Promise<AiProvider> {
  const { baseUrl, apiKey, model } = settings;
  const { origin, pathname, searchParams, hostname } = new URL(baseUrl);
  const isAzure = AZURE_HOST.test(hostname) || searchParams.has('api-version');
  const dialect = createDialect(
    hostname === OPENAI_HOST || isAzure ? { limit: 'max_completion_tokens' } : {},
  );
  const provider = createOpenAICompatible({
    name: NAME,
    baseURL: `${origin}${pathname}`,
    ...(searchParams.size === 0 ? {} : { queryParams: Object.fromEntries(searchParams) }),
    ...keyOf(apiKey, isAzure),
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch: createBoundedFetch({ idleMs: idleMsOf(settings), toEvents }),
    transformRequestBody: dialect.write,
  });
  return createLanguageModelProvider(NAME, settings, { model: provider.chatModel(model), dialect });
}

function keyOf(apiKey: string | undefined, isAzure: boolean) {
  if (apiKey === undefined) return {};
  return isAzure ? { headers: { 'api-key': apiKey } } : { apiKey };
}

/** A whole answer differs from the events of a stream in the name of the message, and always has an end. */
function toEvents({ choices, ...rest }: WholeAnswer): unknown[] {
  const list = Array.isArray(choices) ? (choices as Record<string, unknown>[]) : [];
  return [
    {
      ...rest,
      choices: list.map(({ message, finish_reason, ...choice }) => ({
        ...choice,
        delta: withIndexes(message),
        finish_reason: finish_reason ?? 'stop',
      })),
    },
  ];
}

/** The calls of tools have a number in streams. */
function withIndexes(message: unknown): unknown {
  const { tool_calls: calls } = (message ?? {}) as { tool_calls?: unknown };
  if (!Array.isArray(calls)) return message;
  return { ...(message as object), tool_calls: calls.map((call, index) => ({ index, ...call })) };
}
