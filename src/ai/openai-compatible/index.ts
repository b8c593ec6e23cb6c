import { defineAiProvider, requiredSetting } from '../descriptor.ts';
import { BASE_URL, LANGUAGE_MODEL_SETTINGS, limitsOf } from '../language-model/settings.ts';

/** Any server that speaks OpenAI's chat completions. */
export const openAiCompatible = defineAiProvider({
  name: 'openai-compatible',
  title: 'OpenAI-compatible',
  description: "a server with OpenAI's chat completions and structured output, see below",
  settings: { baseUrl: requiredSetting(BASE_URL), ...LANGUAGE_MODEL_SETTINGS },
  // A server that asks for a key most likely sends a bill; a model of one's own has neither.
  isPaid: ({ apiKey }) => apiKey !== undefined,
  async create({ baseUrl, apiKey, model, ...limits }) {
    const { createOpenAiCompatibleProvider } = await import('./openai-compatible-provider.ts');
    return createOpenAiCompatibleProvider({ baseUrl, apiKey, model, ...limitsOf(limits) });
  },
});
