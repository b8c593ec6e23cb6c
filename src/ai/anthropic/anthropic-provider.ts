import { boundedFetch } from '../language-model/bounded-fetch.ts';
import {
  createLanguageModelProvider,
  type LanguageModelSettings,
} from '../language-model/language-model-provider.ts';
import type { AiProvider } from '../types.ts';

const NAME = 'anthropic';
const BASE_URL = 'https://api.anthropic.com/v1';

/** `baseUrl` with the version; default Anthropic's own. */
export type AnthropicSettings = LanguageModelSettings & { baseUrl?: string };

/** Anthropic's messages. */
export async function createAnthropicProvider(settings: AnthropicSettings): Promise<AiProvider> {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  // Both are always given: where they are not, the package reads the environment.
  const { baseUrl = BASE_URL, apiKey = '', model } = settings;
  const provider = createAnthropic({ baseURL: baseUrl, apiKey, fetch: boundedFetch });
  return createLanguageModelProvider(NAME, settings, {
    model: provider.messages(model),
    conversationOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  });
}
