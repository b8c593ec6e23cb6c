import { boundedFetch } from '../language-model/bounded-fetch.ts';
import {
  createLanguageModelProvider,
  type LanguageModelSettings,
} from '../language-model/language-model-provider.ts';
import type { AiProvider } from '../types.ts';

const NAME = 'anthropic';
const BASE_URL = 'https://api.anthropic.com/v1';

/** `baseUrl` includes the version; the default is Anthropic's own address. */
export type AnthropicSettings = LanguageModelSettings & { baseUrl?: string };

/** Creates a provider that speaks Anthropic's messages. */
export async function createAnthropicProvider(settings: AnthropicSettings): Promise<AiProvider> {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  // Both are always passed, because the package otherwise reads them from the environment.
  const { baseUrl = BASE_URL, apiKey = '', model } = settings;
  const provider = createAnthropic({ baseURL: baseUrl, apiKey, fetch: boundedFetch });
  return createLanguageModelProvider(NAME, settings, {
    model: provider.messages(model),
    conversationOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  });
}
