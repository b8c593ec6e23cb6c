import { readCount, readUrl } from '../../lib/read-setting.ts';
import { type AiSetting, requiredSetting } from '../descriptor.ts';
import type { LanguageModelSettings } from './language-model-provider.ts';
import { DEFAULT_IDLE_MS, DEFAULT_MAX_INPUT_TOKENS_PER_CALL, DEFAULT_TIMEOUT_MS } from './limits.ts';

const MS_PER_SECOND = 1000;

/** A longer call would use up all the time that its job has. */
const MAX_TIMEOUT_SECONDS = 1200;

/** Without a slash at the end. */
export const BASE_URL = {
  name: 'PARLEY_AI_BASE_URL',
  help: "the provider's base URL with its version, as http://127.0.0.1:11434/v1; it may have a query",
  read: readBaseUrl,
  isAddress: true,
} as const satisfies AiSetting<string>;

export const API_KEY = {
  name: 'PARLEY_AI_API_KEY',
  help: "the provider's API key",
  read: readText,
  isSecret: true,
} as const satisfies AiSetting<string>;

/** The settings that every provider of a language model has. */
export const LANGUAGE_MODEL_SETTINGS = {
  model: requiredSetting({
    name: 'PARLEY_AI_MODEL',
    help: "the model, by the provider's name for it",
    read: readText,
  } as const satisfies AiSetting<string>),
  apiKey: API_KEY,
  maxInputTokens: {
    name: 'PARLEY_AI_MAX_INPUT_TOKENS',
    help: 'the largest input of one call, in tokens; longer conversations are split',
    read: readCount,
    default: DEFAULT_MAX_INPUT_TOKENS_PER_CALL,
  } as const satisfies AiSetting<number>,
  timeoutSeconds: {
    name: 'PARLEY_AI_TIMEOUT_SECONDS',
    help: 'the time limit of one call as a whole',
    read: readTimeout,
    default: DEFAULT_TIMEOUT_MS / MS_PER_SECOND,
  } as const satisfies AiSetting<number>,
  idleSeconds: {
    name: 'PARLEY_AI_IDLE_SECONDS',
    help: 'the longest wait for the next part of an answer, and for the first one',
    read: readTimeout,
    default: DEFAULT_IDLE_MS / MS_PER_SECOND,
  } as const satisfies AiSetting<number>,
};

/** The limits of a language model, in the units that it is created with. */
export function limitsOf(values: {
  maxInputTokens: number;
  timeoutSeconds: number;
  idleSeconds: number;
}): Required<Pick<LanguageModelSettings, 'maxInputTokensPerCall' | 'timeoutMs' | 'idleMs'>> {
  return {
    maxInputTokensPerCall: values.maxInputTokens,
    timeoutMs: values.timeoutSeconds * MS_PER_SECOND,
    idleMs: values.idleSeconds * MS_PER_SECOND,
  };
}

/** A query is kept, because Azure wants the version of its interface there. */
function readBaseUrl(
  env: Record<string, string | undefined>,
  name: string,
  faults: string[],
): string | undefined {
  const [address, query] = splitOnce(env[name] ?? '', '?');
  if (query !== undefined && !/^[\w.~%&=+-]*$/.test(query)) {
    faults.push(`${name} has a query that is none, for example ?api-version=2024-10-21`);
  }
  const url = readUrl({ [name]: address }, name, faults);
  return url !== undefined && query ? `${url}?${query}` : url;
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}

function readText(env: Record<string, string | undefined>, name: string): string | undefined {
  return env[name] || undefined;
}

function readTimeout(
  env: Record<string, string | undefined>,
  name: string,
  faults: string[],
): number | undefined {
  const seconds = readCount(env, name, faults);
  if (seconds !== undefined && seconds > MAX_TIMEOUT_SECONDS) {
    faults.push(`${name} must be at most ${MAX_TIMEOUT_SECONDS}`);
  }
  return seconds;
}
