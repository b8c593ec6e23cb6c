/** One entry of a transcript, or one paragraph of an e-mail. */
export type Entry = { text: string; speaker?: string; timestampSeconds?: number };

/** What is judged. Entries are known by their place, counted from 0. */
export type Conversation = {
  kind: 'meeting' | 'email';
  /** A meeting's title or an e-mail's subject. */
  title: string;
  /** When it began or was sent: RFC 3339, UTC. */
  startedAt: string;
  /** Host or sender first, as `Ada Park <ada@acme.example>`. */
  participants: readonly string[];
  entries: readonly Entry[];
};

/** What a provider gives as proof: words of an entry. Not verified. Without a place: words of the title. */
export type ClaimedQuote = { entryIndex?: number; text: string };

/** A signal that asks whether something happened in a conversation. */
export type SignalQuestion = { signalId: number; name: string; prompt: string };

/** A provider's judgement of one signal. */
export type Verdict = { fired: boolean; reason: string; quotes: ClaimedQuote[] };

/** A question that is asked where its signal fired; `evidence` are the signal's verified quotes. */
export type FollowUpQuestion = {
  signalId: number;
  signalName: string;
  name: string;
  prompt: string;
  evidence: readonly ClaimedQuote[];
};

/** A finding of a summary. */
export type Finding = { text: string; quotes: ClaimedQuote[] };

export type SummaryDraft = {
  decisions: Finding[];
  /** `owner` is who is to do it, as the conversation names them. */
  nextSteps: (Finding & { owner?: string })[];
  openQuestions: Finding[];
  /** In the order of the conversation; each begins where its first quote stands. */
  topics: Finding[];
};

export type Tokens = { inputTokens: number; outputTokens: number };

/** What a task took. */
export type Usage = Tokens & { calls: number };

/** What comes with every task. */
export type TaskContext = {
  /** Fires when nobody waits for the answer any more. */
  signal: AbortSignal;
  /**
   * Every call of a model goes through this: it may refuse before the call (a budget that is used up), and learns
   * after it what the call took.
   * @param estimate the most that the call is expected to take
   */
  metered<Result>(estimate: Tokens, call: () => Promise<{ result: Result; tokens: Tokens }>): Promise<Result>;
};

/**
 * The port behind which artificial intelligence lives: it judges, answers and summarizes, and nothing else. What it
 * says is a claim; quotes are verified by the caller.
 *
 * @throws ProviderUnavailable where it cannot answer now, InvalidAnswer where what it says has not the form asked for
 */
export type AiProvider = {
  /** The setting's value: `builtin`, `openai-compatible`, `anthropic`. */
  name: string;
  model: string;
  /** @throws ProviderUnavailable where it is known to be away: then nothing need be made ready for a call */
  check(): void;
  /** Judges all questions of a conversation; a verdict for each, in their order. */
  judge(
    conversation: Conversation,
    questions: readonly SignalQuestion[],
    context: TaskContext,
  ): Promise<{ verdicts: Verdict[]; usage: Usage }>;
  /** Answers all questions, in their order, in one call. */
  followUp(
    conversation: Conversation,
    questions: readonly FollowUpQuestion[],
    context: TaskContext,
  ): Promise<{ responses: string[]; usage: Usage }>;
  summarize(conversation: Conversation, context: TaskContext): Promise<{ draft: SummaryDraft; usage: Usage }>;
  /** What judge() would take, told without a call. */
  estimateJudging(conversation: Conversation, questions: readonly SignalQuestion[]): Promise<Usage>;
};
