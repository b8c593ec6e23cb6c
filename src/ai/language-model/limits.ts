/** How long a call may take as a whole, from the request to the last byte of the answer. */
export const DEFAULT_TIMEOUT_MS = 120_000;
/** What a call may hold; leaves room for the answer in a context window of 128,000. */
export const DEFAULT_MAX_INPUT_TOKENS_PER_CALL = 100_000;
/** Of a call's input, this much may be the task (questions); a fixed share, so that all tasks see the same chunks. */
export const TASK_SHARE = 0.25;
/** However small the settings: what a chunk of a conversation may hold at the least. */
export const MIN_CHUNK_TOKENS = 500;
/** More questions are asked in further calls: their answers would not fit into one. */
export const MAX_QUESTIONS_PER_CALL = 40;

/** Entries that two neighbouring chunks share, so that what is said across their border is seen whole. */
export const OVERLAP_ENTRIES = 4;

/** What is told of who was there. */
export const MAX_PARTICIPANTS = 50;
export const MAX_PARTICIPANT_CHARACTERS = 200;
export const MAX_TITLE_CHARACTERS = 500;
export const MAX_SPEAKER_CHARACTERS = 100;

/** The model is told these bounds; what it says is cut to them. */
export const MAX_REASON_CHARACTERS = 500;
export const MAX_QUOTE_CHARACTERS = 500;
export const MAX_QUOTES = 5;
export const MAX_RESPONSE_CHARACTERS = 2_000;
export const MAX_FINDING_CHARACTERS = 500;
export const MAX_OWNER_CHARACTERS = 200;
export const MAX_FINDINGS_PER_KIND = 20;
/** Models count badly: an answer is refused only where it goes beyond a told bound so many times. */
export const TOLERANCE = 4;

/** Of a signal, over all chunks. */
export const MAX_MERGED_QUOTES = 20;
/** Of each kind, over all chunks. */
export const MAX_MERGED_FINDINGS_PER_KIND = 100;

/** What an answer is expected to take; what providers were seen to write, rounded up. */
export const OUTPUT_TOKENS_PER_SIGNAL = 150;
export const OUTPUT_TOKENS_PER_FOLLOW_UP = 250;
export const OUTPUT_TOKENS_PER_SUMMARY = 2_500;
/** What an answer may take: room for models that think first, and within what all current models can write. */
export const OUTPUT_LIMIT_BASE_TOKENS = 8_000;
export const OUTPUT_LIMIT_TOKENS_PER_QUESTION = 400;
export const MAX_OUTPUT_TOKENS = 16_000;

/** An answer's bytes, unpacked. The longest honest one has about 200 kB. */
export const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
/** A call that was answered so often in the wrong form is not made again: each answer costs. */
export const MAX_ANSWERS = 5;
/** A reported use beyond this is an error of the provider's. */
export const MAX_REPORTED_TOKENS = 10_000_000;
