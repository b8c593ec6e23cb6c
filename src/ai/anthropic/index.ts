import { defineAiProvider, requiredSetting } from '../descriptor.ts';
import { API_KEY, BASE_URL, LANGUAGE_MODEL_SETTINGS, limitsOf } from '../language-model/settings.ts';

/** Anthropic's messages. */
export const anthropic = defineAiProvider({
  name: 'anthropic',
  title: 'Anthropic',
  description: "Anthropic's messages; the address is Anthropic's own unless another one is given",
  settings: { baseUrl: BASE_URL, ...LANGUAGE_MODEL_SETTINGS, apiKey: requiredSetting(API_KEY) },
  isPaid: () => true,
  async create({ baseUrl, apiKey, model, ...limits }) {
    const { createAnthropicProvider } = await import('./anthropic-provider.ts');
    return createAnthropicProvider({ baseUrl, apiKey, model, ...limitsOf(limits) });
  },
});
