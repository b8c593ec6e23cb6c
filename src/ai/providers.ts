import { anthropic } from './anthropic/index.ts';
import { builtin } from './builtin/index.ts';
import type { AiProviderDescriptor, AiSetting, AiSettingMap } from './descriptor.ts';
import { openAiCompatible } from './openai-compatible/index.ts';

/** Every AI provider; the first one is the default. CONTRIBUTING.md says what a new one takes. */
export const aiProviders = [builtin, openAiCompatible, anthropic] as const;

type Descriptor = (typeof aiProviders)[number];
export type AiProviderName = Descriptor['name'];

type KeyOf<Settings> = Settings extends unknown ? keyof Settings : never;
type ReadAt<Settings, Key> = Settings extends { [Each in Key & string]: AiSetting<infer Value> }
  ? Value
  : never;

/** The values of all providers' settings, each by the key that its descriptors give it. */
export type AiValues = { [Key in KeyOf<Descriptor['settings']>]?: ReadAt<Descriptor['settings'], Key> };

/** The provider of a name, or undefined where there is none. */
export function findAiProvider(name: string): AiProviderDescriptor | undefined {
  return (aiProviders as readonly unknown[] as readonly AiProviderDescriptor[]).find(
    (one) => one.name === name,
  );
}

/** The settings of all providers by their keys, each once. */
export const aiProviderSettings: AiSettingMap = Object.assign(
  {},
  ...aiProviders.map(({ settings }) => settings),
);
