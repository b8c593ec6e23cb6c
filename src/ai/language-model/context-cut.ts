import { InvalidAnswer } from '../errors.ts';
import { type Prompt, SYSTEM_TEXT } from './prompts.ts';

/** Prompts of fewer words fit into every model. */
const MIN_WORDS = 1000;

/** Scripts without spaces: no tokenizer has tokens of more characters on average. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const UNSPACED_PER_TOKEN = 6;

/**
 * Returns a number of tokens that every tokenizer exceeds: no token reaches over a space to the next word.
 */
function fewestTokens(text: string): number {
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  const words = text.replaceAll(UNSPACED, '').match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
  return words + Math.floor(unspaced / UNSPACED_PER_TOKEN);
}

/**
 * Finds out whether the server cut the prompt without saying so, as servers of local models do if it is longer than their
 * context: then it reports fewer tokens than the prompt has words.
 * @param reported the reported input; undefined if there is none
 * @throws InvalidAnswer with advice; the answer is about a part of the conversation
 */
export function checkWholeIsRead({ conversation, task }: Prompt, reported: number | undefined): void {
  if (reported === undefined) return;
  const fewest = [SYSTEM_TEXT, conversation, task].reduce((sum, text) => sum + fewestTokens(text), 0);
  if (fewest < MIN_WORDS || reported >= fewest) return;
  throw new InvalidAnswer(
    `The AI provider read ${inDigits(reported)} tokens of a request that has more than ${inDigits(fewest)}: it cuts ` +
      'what its context does not hold, without saying so. Give the model a larger context (Ollama: ' +
      `OLLAMA_CONTEXT_LENGTH or num_ctx), or set PARLEY_AI_MAX_INPUT_TOKENS to ${inDigits(reported)} or less, so ` +
      'that longer conversations are split.',
    { isRepeatable: false },
  );
}

function inDigits(count: number): string {
  return count.toLocaleString('en-US');
}
