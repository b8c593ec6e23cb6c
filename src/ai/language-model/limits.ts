/** The longest duration of a call as a whole, from the request to the last byte of the answer. */
export const DEFAULT_TIMEOUT_MS = 600_000;
/** The longest silence of a server, before the first byte of an answer or within it. */
export const DEFAULT_IDLE_MS = 120_000;
/** The largest input of a call; it leaves space for the answer in a context window of 128,000. */
export const DEFAULT_MAX_INPUT_TOKENS_PER_CALL = 100_000;
/**
 * The share of a call's input that the task (its questions) may have; it is fixed, so that all tasks see the same
 * chunks.
 */
export const TASK_SHARE = 0.25;
/** The smallest size of a chunk of a conversation, even if the settings allow less. */
export const MIN_CHUNK_TOKENS = 500;
/** Further questions are asked in further calls, because the answers would not fit into one. */
export const MAX_QUESTIONS_PER_CALL = 40;

/**
 * The number of entries that two neighbouring chunks share, so that statements across their border are seen in full.
 */
export const OVERLAP_ENTRIES = 4;

/** The most participants that a prompt names. */
export const MAX_PARTICIPANTS = 50;
export const MAX_PARTICIPANT_CHARACTERS = 200;
export const MAX_TITLE_CHARACTERS = 500;
export const MAX_SPEAKER_CHARACTERS = 100;

/** The prompt states these bounds; longer texts are cut to them. */
export const MAX_REASON_CHARACTERS = 500;
export const MAX_QUOTE_CHARACTERS = 500;
export const MAX_QUOTES = 5;
export const MAX_RESPONSE_CHARACTERS = 2_000;
export const MAX_FINDING_CHARACTERS = 500;
export const MAX_OWNER_CHARACTERS = 200;
export const MAX_FINDINGS_PER_KIND = 20;
export const MAX_SENTENCES = 12;
/** Models count badly: of a list, as many items as this factor allows are looked at. */
export const TOLERANCE = 4;

/** The most quotes of a signal over all chunks. */
export const MAX_MERGED_QUOTES = 20;
/** The most findings of each kind over all chunks. */
export const MAX_MERGED_FINDINGS_PER_KIND = 100;

/** The expected size of an answer: the observed sizes, rounded up. */
export const OUTPUT_TOKENS_PER_SIGNAL = 150;
export const OUTPUT_TOKENS_PER_FOLLOW_UP = 250;
export const OUTPUT_TOKENS_PER_SUMMARY = 2_500;
export const OUTPUT_TOKENS_PER_REPLY = 1_000;
/** The largest size of an answer: it allows for models that reason first, and all current models can produce it. */
export const OUTPUT_LIMIT_BASE_TOKENS = 8_000;
export const OUTPUT_LIMIT_TOKENS_PER_QUESTION = 400;
export const MAX_OUTPUT_TOKENS = 16_000;

/** The most bytes of an answer after decompression. The longest legitimate one has about 200 kB. */
export const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
/** The same of a stream, in which each token is an event of some hundred bytes. */
export const MAX_STREAM_BYTES = 16 * 1024 * 1024;
/** The number of answers in the wrong form after which a call is not repeated, because each answer costs money. */
export const MAX_ANSWERS = 5;
/** The most calls that ask for what an answer left out; what is left out again and again is done without. */
export const MAX_SUPPLEMENTS = 2;
/** The same as MAX_ANSWERS for a question, whose asker waits. */
export const MAX_ANSWERS_TO_QUESTION = 2;
/** A reported usage above this is an error of the provider. */
export const MAX_REPORTED_TOKENS = 10_000_000;
