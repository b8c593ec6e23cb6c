import { readCount, readUrl } from '../lib/read-setting.ts';
import { AI_PROVIDERS, type AiProviderName, type AiSettings } from './settings.ts';

const DEFAULT_AI_CONCURRENCY = 4;
const MAX_AI_CONCURRENCY = 64;

/** Some hundred hours of conversation, for each organization. */
const DEFAULT_PAID_TOKENS_PER_DAY = 5_000_000;

/** A call that takes longer would take up all of its job's time. */
const MAX_AI_TIMEOUT_SECONDS = 1200;

type Variables = Record<string, string | undefined>;

/** Reads the settings of the AI provider; tells what is wrong of them. */
export function readAi(env: Variables, apiKey: string | undefined, faults: string[]): AiSettings {
  const provider = AI_PROVIDERS.find((one) => one === (env.PARLEY_AI_PROVIDER || 'builtin'));
  if (!provider) faults.push(`PARLEY_AI_PROVIDER must be one of ${AI_PROVIDERS.join(', ')}`);
  const baseUrl = readUrl(env, 'PARLEY_AI_BASE_URL', faults);
  const model = env.PARLEY_AI_MODEL || undefined;
  const needs = (name: string, value: string | undefined) => {
    if (value === undefined && !env[name])
      faults.push(`${name} is required where PARLEY_AI_PROVIDER is ${provider}`);
  };
  if (provider === 'openai-compatible') needs('PARLEY_AI_BASE_URL', baseUrl);
  if (provider === 'anthropic') needs('PARLEY_AI_API_KEY', apiKey);
  if (provider && provider !== 'builtin') needs('PARLEY_AI_MODEL', model);
  const concurrency = readCount(env, 'PARLEY_AI_CONCURRENCY', faults) ?? DEFAULT_AI_CONCURRENCY;
  if (concurrency > MAX_AI_CONCURRENCY) {
    faults.push(`PARLEY_AI_CONCURRENCY must be at most ${MAX_AI_CONCURRENCY}`);
  }
  const timeoutSeconds = readCount(env, 'PARLEY_AI_TIMEOUT_SECONDS', faults);
  if (timeoutSeconds !== undefined && timeoutSeconds > MAX_AI_TIMEOUT_SECONDS) {
    faults.push(`PARLEY_AI_TIMEOUT_SECONDS must be at most ${MAX_AI_TIMEOUT_SECONDS}`);
  }
  return {
    provider: provider ?? 'builtin',
    baseUrl,
    apiKey,
    model,
    maxInputTokens: readCount(env, 'PARLEY_AI_MAX_INPUT_TOKENS', faults),
    timeoutSeconds,
    concurrency,
    tokensPerDay: readTokensPerDay(env, isPaid(provider, apiKey), faults),
    prices: readPrices(env, faults),
  };
}

/** A provider that asks for a key most likely sends a bill; a model of one's own has none. */
function isPaid(provider: AiProviderName | undefined, apiKey: string | undefined): boolean {
  return provider === 'anthropic' || (provider === 'openai-compatible' && apiKey !== undefined);
}

function readTokensPerDay(env: Variables, isPaidFor: boolean, faults: string[]): number | undefined {
  const name = 'PARLEY_AI_TOKENS_PER_DAY';
  const text = env[name];
  if (text === 'none') return undefined;
  if (!text) return isPaidFor ? DEFAULT_PAID_TOKENS_PER_DAY : undefined;
  const count = readCount(env, name, []);
  if (count === undefined) faults.push(`${name} must be a whole number above 0, or none`);
  return count;
}

function readPrices(env: Variables, faults: string[]): AiSettings['prices'] {
  const names = ['PARLEY_AI_INPUT_PRICE', 'PARLEY_AI_OUTPUT_PRICE'] as const;
  const texts = names.map((name) => env[name] || undefined);
  if (texts.every((text) => text === undefined)) return undefined;
  const [input, output] = names.map((name, index) => {
    const text = texts[index];
    if (text !== undefined && /^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return Number(text);
    faults.push(`${name} must be US dollars for a million tokens, as 0.25; it goes with the other price`);
    return 0;
  });
  return { input: input!, output: output! };
}
