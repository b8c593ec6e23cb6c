import { createAnthropic } from '@ai-sdk/anthropic';
import { type Dialect, temperatureOf } from '../language-model/ask.ts';
import { createBoundedFetch, type WholeAnswer } from '../language-model/bounded-fetch.ts';
import {
  createLanguageModelProvider,
  idleMsOf,
  type LanguageModelSettings,
} from '../language-model/language-model-provider.ts';
import type { AiProvider } from '../types.ts';

const NAME = 'anthropic';
const BASE_URL = 'https://api.anthropic.com/v1';

/** `baseUrl` includes the version; the default is Anthropic's own address. */
export type AnthropicSettings = LanguageModelSettings & { baseUrl?: string };

/** Creates a provider that speaks Anthropic's messages. */
export async function createAnthropicProvider(settings: AnthropicSettings): Promise<AiProvider> {
  // Both are always passed, because the package otherwise reads them from the environment.
  const { baseUrl = BASE_URL, apiKey = '', model } = settings;
  const fetch = createBoundedFetch({ idleMs: idleMsOf(settings), toEvents });
  const provider = createAnthropic({ baseURL: baseUrl, apiKey, fetch });
  return createLanguageModelProvider(NAME, settings, {
    model: provider.messages(model),
    dialect: createDialect(),
    conversationOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  });
}

/** The package knows what each model takes, except models newer than itself, some of which take no temperature. */
function createDialect(): Dialect {
  let lessons = 0;
  return {
    lessons: () => lessons,
    sampling: (vote) => (lessons === 0 ? { temperature: temperatureOf(vote) } : {}),
    statesSchema: () => true,
    learn({ response }) {
      if (lessons > 0 || !/temperature/.test(response)) return false;
      lessons++;
      return true;
    },
    noteAnswer() {},
  };
}

/** Writes a whole answer as the events in which it would have been streamed. */
function toEvents({ content, stop_reason, stop_sequence, usage, ...message }: WholeAnswer): unknown[] {
  const blocks = Array.isArray(content) ? (content as Record<string, unknown>[]) : [];
  return [
    {
      type: 'message_start',
      message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage },
    },
    ...blocks.flatMap(eventsOfBlock),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: stop_sequence ?? null }, usage },
    { type: 'message_stop' },
  ];
}

function eventsOfBlock(block: Record<string, unknown>, index: number): unknown[] {
  const { type, text, input } = block;
  const isText = type === 'text';
  const [start, delta] = isText
    ? [
        { type, text: '' },
        { type: 'text_delta', text },
      ]
    : [
        { ...block, input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(input ?? {}) },
      ];
  return [
    { type: 'content_block_start', index, content_block: start },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
  ];
}
