/** Every provider there is. CONTRIBUTING.md lists what a new one takes. */
export const AI_PROVIDERS = ['builtin', 'openai-compatible', 'anthropic'] as const;
export type AiProviderName = (typeof AI_PROVIDERS)[number];

/** What an operator says about artificial intelligence. */
export type AiSettings = {
  provider: AiProviderName;
  /** Without a slash at the end. */
  baseUrl: string | undefined;
  apiKey: string | undefined;
  /** The provider's name of the model; the builtin one has its own. */
  model: string | undefined;
  /** What one call of the model may read; longer conversations are split. */
  maxInputTokens: number | undefined;
  /** How long one call may take as a whole; undefined: the provider's own default. */
  timeoutSeconds: number | undefined;
  /** Conversations of one organization that a process works on at a time. */
  concurrency: number;
  /** Each organization's budget, input and output together; undefined is none. */
  tokensPerDay: number | undefined;
  /** US dollars for a million tokens, for estimates; undefined where nobody said. */
  prices: { input: number; output: number } | undefined;
};
