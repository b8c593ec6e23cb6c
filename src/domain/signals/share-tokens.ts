import type { Tokens } from '../../ai/types.ts';

/** Returns the tokens of a call that are attributed to one of its parts; the shares add up to all of them. */
export function shareOf({ inputTokens, outputTokens }: Tokens, parts: number, index: number): Tokens {
  return {
    inputTokens: share(inputTokens, parts, index),
    outputTokens: share(outputTokens, parts, index),
  };
}

/** Returns the share of one of the parts; the shares add up to the total. */
export function share(total: number, parts: number, index: number): number {
  return Math.floor((total * (index + 1)) / parts) - Math.floor((total * index) / parts);
}

export function sumTokens(one: Tokens, other: Tokens): Tokens {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}
