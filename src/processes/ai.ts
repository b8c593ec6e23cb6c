import type { AiSettings } from '../ai/settings.ts';
import type { AiProvider } from '../ai/types.ts';

/** The provider that the settings name; only that one is loaded. */
export async function createAi(settings: AiSettings): Promise<AiProvider> {
  const { provider, baseUrl, apiKey, maxInputTokens: maxInputTokensPerCall, timeoutSeconds } = settings;
  const limits = {
    maxInputTokensPerCall,
    ...(timeoutSeconds === undefined ? {} : { timeoutMs: timeoutSeconds * 1000 }),
  };
  const model = settings.model!;
  switch (provider) {
    case 'builtin':
      return (await import('../ai/builtin/builtin-provider.ts')).createBuiltinProvider();
    case 'openai-compatible': {
      const { createOpenAiCompatibleProvider } = await import('../ai/openai-compatible/openai-compatible-provider.ts');
      return createOpenAiCompatibleProvider({ baseUrl: baseUrl!, apiKey, model, ...limits });
    }
    case 'anthropic': {
      const { createAnthropicProvider } = await import('../ai/anthropic/anthropic-provider.ts');
      return createAnthropicProvider({ baseUrl, apiKey, model, ...limits });
    }
  }
}
