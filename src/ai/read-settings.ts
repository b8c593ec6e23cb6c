import { readCount } from '../lib/read-setting.ts';
import { type AiValues, aiProviderSettings, aiProviders, findAiProvider } from './providers.ts';
import {
  type AiSettings,
  DEFAULT_AI_CONCURRENCY,
  DEFAULT_AI_PROVIDER,
  DEFAULT_PAID_TOKENS_PER_DAY,
} from './settings.ts';

const MAX_AI_CONCURRENCY = 64;

type Variables = Record<string, string | undefined>;

/**
 * Reads the settings of artificial intelligence. All providers' settings are read, whichever one is chosen, so that a
 * wrong one is reported before it is needed.
 * @param env the variables, with secrets that are kept in files under their plain names
 * @param faults receives a line for each setting that is wrong or missing
 */
export function readAi(env: Variables, faults: string[]): AiSettings {
  const provider = findAiProvider(env.PARLEY_AI_PROVIDER || DEFAULT_AI_PROVIDER);
  if (!provider) {
    faults.push(`PARLEY_AI_PROVIDER must be one of ${aiProviders.map(({ name }) => name).join(', ')}`);
  }
  const values: Record<string, unknown> = {};
  for (const [key, { name, read }] of Object.entries(aiProviderSettings)) {
    values[key] = read(env, name, faults);
  }
  for (const [key, { name, isRequired }] of Object.entries(provider?.settings ?? {})) {
    // A value that is set but wrong has been reported already.
    if (isRequired && values[key] === undefined && !env[name]) {
      faults.push(`${name} is required where PARLEY_AI_PROVIDER is ${provider!.name}`);
    }
  }
  const concurrency = readCount(env, 'PARLEY_AI_CONCURRENCY', faults) ?? DEFAULT_AI_CONCURRENCY;
  if (concurrency > MAX_AI_CONCURRENCY) {
    faults.push(`PARLEY_AI_CONCURRENCY must be at most ${MAX_AI_CONCURRENCY}`);
  }
  return {
    ...(values as AiValues),
    provider: (provider?.name ?? DEFAULT_AI_PROVIDER) as AiSettings['provider'],
    concurrency,
    tokensPerDay: readTokensPerDay(env, provider?.isPaid(values) ?? false, faults),
    prices: readPrices(env, faults),
  };
}

function readTokensPerDay(env: Variables, isPaid: boolean, faults: string[]): number | undefined {
  const name = 'PARLEY_AI_TOKENS_PER_DAY';
  const text = env[name];
  if (text === 'none') return undefined;
  if (!text) return isPaid ? DEFAULT_PAID_TOKENS_PER_DAY : undefined;
  const count = readCount(env, name, []);
  if (count === undefined) faults.push(`${name} must be a whole number above 0, or none`);
  return count;
}

function readPrices(env: Variables, faults: string[]): AiSettings['prices'] {
  const needed = ['PARLEY_AI_INPUT_PRICE', 'PARLEY_AI_OUTPUT_PRICE'] as const;
  const cached = 'PARLEY_AI_CACHED_INPUT_PRICE';
  if ([...needed, cached].every((name) => !env[name])) return undefined;
  const read = (name: string) => {
    const text = env[name];
    if (text && /^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return Number(text);
    faults.push(`${name} must be US dollars for a million tokens, as 0.25; it goes with the other price`);
    return 0;
  };
  const [input, output] = needed.map(read);
  return { input: input!, output: output!, ...(env[cached] ? { cachedInput: read(cached) } : {}) };
}
