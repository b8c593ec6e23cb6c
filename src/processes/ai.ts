import { findAiProvider } from '../ai/providers.ts';
import type { AiSettings } from '../ai/settings.ts';
import type { AiProvider } from '../ai/types.ts';

/** Creates the provider that the settings name; the packages of the others are not loaded. */
export async function createAi(settings: AiSettings): Promise<AiProvider> {
  const provider = findAiProvider(settings.provider)!;
  const given: Record<string, unknown> = settings;
  const values = Object.entries(provider.settings).map(([key, setting]) => [
    key,
    given[key] ?? setting.default,
  ]);
  return provider.create(Object.fromEntries(values));
}
