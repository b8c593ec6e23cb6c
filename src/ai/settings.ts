import { type AiProviderName, type AiValues, aiProviderSettings, aiProviders } from './providers.ts';

/** Some hundred hours of conversation, for each organization. */
export const DEFAULT_PAID_TOKENS_PER_DAY = 5_000_000;
export const DEFAULT_AI_CONCURRENCY = 4;
export const DEFAULT_AI_PROVIDER: AiProviderName = aiProviders[0].name;

/** The settings of artificial intelligence: those of the providers, and those that count for each of them. */
export type AiSettings = AiValues & {
  provider: AiProviderName;
  /** The most conversations of one organization that are worked on at a time; processes that serve together share it. */
  concurrency: number;
  /** Each organization's daily budget, input and output together; undefined where there is none. */
  tokensPerDay: number | undefined;
  /** US dollars for a million tokens, for estimates; undefined where they are not known. */
  prices: { input: number; output: number; cachedInput?: number } | undefined;
};

/** A setting as lists of settings show it; `default` is in words. */
export type SettingText = { name: string; description: string; default?: string };

/** Every environment variable of artificial intelligence, in the order in which people are told of them. */
export const aiSettingTexts: readonly SettingText[] = [
  {
    name: 'PARLEY_AI_PROVIDER',
    description: `the provider that evaluates signals and writes summaries: ${aiProviders.map(({ name }) => name).join(', ')}`,
    default: DEFAULT_AI_PROVIDER,
  },
  ...Object.values(aiProviderSettings).map((setting) => ({
    name: setting.name,
    description: setting.help,
    ...(setting.default === undefined ? {} : { default: `${setting.default}` }),
  })),
  {
    name: 'PARLEY_AI_CONCURRENCY',
    description: 'conversations of one organization that `parley serve` works on at the same time',
    default: `${DEFAULT_AI_CONCURRENCY}`,
  },
  {
    name: 'PARLEY_AI_TOKENS_PER_DAY',
    description: "each organization's daily budget of input and output tokens together; none for no limit",
    default: `${DEFAULT_PAID_TOKENS_PER_DAY} with an API key, otherwise none`,
  },
  {
    name: 'PARLEY_AI_INPUT_PRICE',
    description: 'US dollars per million input tokens, for estimates',
  },
  {
    name: 'PARLEY_AI_CACHED_INPUT_PRICE',
    description: 'the same of input tokens that the provider had read before',
    default: 'as `PARLEY_AI_INPUT_PRICE`',
  },
  {
    name: 'PARLEY_AI_OUTPUT_PRICE',
    description: 'US dollars per million output tokens, for estimates',
  },
];

/** The names of all variables of artificial intelligence. */
export const AI_SETTING_NAMES: readonly string[] = aiSettingTexts.map(({ name }) => name);

/** The names of those that may also be given in files. */
export const AI_SECRET_NAMES: readonly string[] = Object.values(aiProviderSettings)
  .filter(({ isSecret }) => isSecret)
  .map(({ name }) => name);
