import { boundedFetch } from '../language-model/bounded-fetch.ts';
import {
  createLanguageModelProvider,
  type LanguageModelSettings,
} from '../language-model/language-model-provider.ts';
import type { AiProvider } from '../types.ts';

const NAME = 'openai-compatible';
/** The newer models of OpenAI refuse `max_tokens`, which all other servers understand. */
const OPENAI_HOST = 'api.openai.com';

/** `baseUrl` includes the version, as in `http://127.0.0.1:11434/v1`. */
export type OpenAiCompatibleSettings = LanguageModelSettings & { baseUrl: string };

/**
 * Creates a provider for any server that speaks OpenAI's chat completions with answers by JSON schema: vLLM, Ollama,
 * llama.cpp, most hosts of models, and OpenAI itself.
 */
export async function createOpenAiCompatibleProvider(
  settings: OpenAiCompatibleSettings,
): Promise<AiProvider> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const { baseUrl, apiKey, model } = settings;
  const provider = createOpenAICompatible({
    name: NAME,
    baseURL: baseUrl,
    ...(apiKey === undefined ? {} : { apiKey }),
    supportsStructuredOutputs: true,
    fetch: boundedFetch,
    ...(new URL(baseUrl).hostname === OPENAI_HOST ? { transformRequestBody: withNewLimitName } : {}),
  });
  return createLanguageModelProvider(NAME, settings, { model: provider.chatModel(model) });
}

function withNewLimitName({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: max_tokens };
}
