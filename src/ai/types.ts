/** The sides of a conversation: the organization, and everybody else. */
export type Side = 'us' | 'customer';

/** The sides whose words a signal is about. */
export const SAID_BY = ['anyone', 'customer', 'us'] as const;
export type SaidBy = (typeof SAID_BY)[number];

/**
 * Returns whether words of a side count for a signal. Somebody who is not known to belong to the organization counts as
 * the customer, so that each speaker is on exactly one of the two sides.
 */
export function countsFor(saidBy: SaidBy, side: Side | undefined): boolean {
  return saidBy === 'anyone' || (saidBy === 'us') === (side === 'us');
}

/** One entry of a transcript, or one paragraph of an e-mail; `side` is its speaker's, if it is known. */
export type Entry = { text: string; speaker?: string; side?: Side; timestampSeconds?: number };

/** The conversation that a provider works on. Entries are identified by their index, which is 0-based. */
export type Conversation = {
  kind: 'meeting' | 'email';
  /** A meeting's title or an e-mail's subject. */
  title: string;
  /** The side of whoever wrote an e-mail, if it is known: the subject is this side's. */
  authorSide?: Side;
  /** The time when it began or was sent, in RFC 3339 and UTC. */
  startedAt: string;
  /** The host or sender comes first; each has the form `Ada Park <ada@acme.example>`. */
  participants: readonly string[];
  entries: readonly Entry[];
};

/** Words that a provider cites as evidence; they are not verified. Without an index they are from the title. */
export type ClaimedQuote = { entryIndex?: number; text: string };

/** A signal that asks whether something happened in a conversation. */
export type SignalQuestion = {
  signalId: number;
  name: string;
  prompt: string;
  /** The side whose words count; `anyone` if undefined. */
  saidBy?: SaidBy;
  /** The follow-ups that are asked where it fires. A provider may answer at once; what it does not answer is asked by followUp(). */
  followUps?: readonly { name: string; prompt: string }[];
};

/** A provider's judgement of one signal. */
export type Verdict = {
  fired: boolean;
  reason: string;
  quotes: ClaimedQuote[];
  /** The probability that `fired` is right, by the provider's own estimate, from 0 to 1; undefined if it does not tell. */
  confidence?: number;
  /** The answers to its follow-ups, in their order, if the provider gave all of them at once. */
  responses?: string[];
};

/** A question that is asked if its signal fired; `evidence` holds the signal's verified quotes. */
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
  /** `owner` is the person who is to do it, by the name that the conversation uses. */
  nextSteps: (Finding & { owner?: string })[];
  openQuestions: Finding[];
  /** The topics are in the order of the conversation; each begins at its first quote. */
  topics: Finding[];
};

/** A question about what was said, and the weight of each word that it was searched by, above 0. */
export type AskedQuestion = { text: string; weights: readonly number[] };

/** An entry of an excerpt: its index in the transcript, and how well the search found that it fits the question. */
export type ExcerptEntry = Entry & {
  place: number;
  relevance: number;
  /** The places of the question's words in the text, as UTF-16 offsets, in their order; `word` is an index of the weights. */
  hits: readonly { at: number; word: number }[];
};

/** Entries of one meeting, from which a question is answered. */
export type Excerpt = Omit<Conversation, 'kind' | 'entries'> & { entries: readonly ExcerptEntry[] };

export type Tokens = {
  inputTokens: number;
  outputTokens: number;
  /** The part of the input that the provider had read before, which costs less; undefined if it does not tell. */
  cachedInputTokens?: number;
};

/** The calls and tokens that a task used. */
export type Usage = Tokens & { calls: number };

export type CallEstimate = Tokens & { isOptional?: boolean };

/** The context of every task. */
export type TaskContext = {
  /** Aborts when nobody waits for the answer any longer. */
  signal: AbortSignal;
  /**
   * Wraps every call of a model. It may refuse the call, for example because a budget is used up, and records afterwards
   * how many tokens the call used.
   * @param estimate the most tokens that the call is expected to use; `isOptional` if the task can do without it
   */
  metered<Result>(
    estimate: CallEstimate,
    call: () => Promise<{ result: Result; tokens: Tokens }>,
  ): Promise<Result>;
  /** Is called for each answer that cannot be used, which has been paid for nevertheless. */
  noteInvalidAnswer?(): void;
  /**
   * Is called by answer() with each sentence that is complete while the next ones are still being written. The result
   * repeats them, unless the answer had to be asked for once more.
   */
  noteSentence?(sentence: Finding): void;
};

/**
 * The interface of all artificial intelligence: it judges, answers and summarizes, and does nothing else. Its results are
 * claims; the caller verifies the quotes.
 *
 * @throws ProviderUnavailable if it cannot answer now, RequestRefused if it does not answer this, InvalidAnswer if nothing
 *   of its answer can be used
 */
export type AiProvider = {
  /** The name of its descriptor, which is the value of PARLEY_AI_PROVIDER. */
  name: string;
  model: string;
  /** Allows callers to skip the preparation of a call. @throws ProviderUnavailable if it is known to be unavailable */
  check(): void;
  /** Whether calls are held back because the latest one found it unavailable; false by default. */
  isHeldBack?(): boolean;
  /**
   * Judges all questions about a conversation and returns a verdict for each, in their order; undefined for those that
   * the provider left out however often it was asked.
   */
  judge(
    conversation: Conversation,
    questions: readonly SignalQuestion[],
    context: TaskContext,
  ): Promise<{ verdicts: (Verdict | undefined)[]; usage: Usage }>;
  /**
   * Judges questions once more, independently of earlier verdicts, without follow-ups. Only models can: the same question would
   * always get the same verdict from others.
   * @param vote the number of the vote, from 1; each is asked for in another way
   */
  judgeAgain?(
    conversation: Conversation,
    questions: readonly SignalQuestion[],
    vote: number,
    context: TaskContext,
  ): Promise<{ verdicts: (Verdict | undefined)[]; usage: Usage }>;
  /** Answers all questions, in their order, in one call; undefined as of judge(). */
  followUp(
    conversation: Conversation,
    questions: readonly FollowUpQuestion[],
    context: TaskContext,
  ): Promise<{ responses: (string | undefined)[]; usage: Usage }>;
  summarize(conversation: Conversation, context: TaskContext): Promise<{ draft: SummaryDraft; usage: Usage }>;
  /** Does what judge() and summarize() do, in one call; the draft is undefined as verdicts are. Some cannot do that. */
  examine?(
    conversation: Conversation,
    questions: readonly SignalQuestion[],
    context: TaskContext,
  ): Promise<{ verdicts: (Verdict | undefined)[]; draft: SummaryDraft | undefined; usage: Usage }>;
  /**
   * Answers a question in sentences, in one call. The quotes count the entries through all excerpts, from 0.
   * @param excerpts at most {@link AiProvider.maxExcerptTokens}
   */
  answer(
    excerpts: readonly Excerpt[],
    question: AskedQuestion,
    context: TaskContext,
  ): Promise<{ sentences: Finding[]; usage: Usage }>;
  /** The most that answer() reads, in tokens as lib/token-bound.ts counts them. */
  maxExcerptTokens: number;
  /** Estimates, without a call, what judge() would use. */
  estimateJudging(conversation: Conversation, questions: readonly SignalQuestion[]): Promise<Usage>;
};
