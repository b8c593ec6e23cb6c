import { type Rng, seeded } from './prng.ts';

/** After these words, and after a yes or no, "is" and "are" are not contracted: "where it is now". */
const NOT_AFTER =
  '(?<!\\b(?:what|how|where|who|as|than|which|yes|no|so|that|well|on|in|of|with|for|to|about|at|from),? )';

/** Participles before which "have" is an auxiliary verb. */
const PARTICIPLES =
  'been|seen|had|got|done|heard|made|met|looked|asked|tried|given|read|put|used|lost|found|learned|signed';

/** A rule that applies only to texts that contain `sign`; most texts do not. */
type Rule = { sign: string; pattern: RegExp; to: string };

const rule = (sign: string, pattern: string, to: string): Rule => ({
  sign,
  pattern: new RegExp(pattern, 'g'),
  to,
});

/** The contractions of speech; the scripts are written in full. A word must follow, otherwise the form is kept. */
const RULES: Rule[] = [
  rule('o not', '\\b([Dd])o not\\b', "$1on't"),
  rule(' not', '\\b([Dd]oes|[Dd]id|is|are|was|were|has|have|had|would|could|should) not\\b', "$1n't"),
  rule('annot', '\\b([Cc])annot\\b', "$1an't"),
  rule('et us', '\\b([Ll])et us (?=[a-z])', "$1et's "),
  rule('I am ', '\\bI am (?=[a-zA-Z])', "I'm "),
  rule(' are ', `${NOT_AFTER}\\b([Ww]e|[Tt]hey|[Yy]ou) are (?=[a-z])`, "$1're "),
  rule(' will ', '\\b(I|[Ww]e|[Yy]ou|[Tt]hey|[Ii]t|[Tt]hat) will (?!not)(?=[a-z])', "$1'll "),
  rule(' would ', '\\b(I|[Ww]e|[Yy]ou|[Tt]hey) would (?!not)(?=[a-z])', "$1'd "),
  rule(' is ', `${NOT_AFTER}\\b([Ii]t|[Tt]hat|[Tt]here|What|[Hh]ere) is (?=[a-z])`, "$1's "),
  rule(' have ', `\\b(I|[Ww]e|[Yy]ou|[Tt]hey) have (?=(?:${PARTICIPLES}) )`, "$1've "),
];

/** Returns the probability with which a person uses contractions (0 to 1), the same in every call. */
export function looseness(name: string): number {
  return 0.3 + 0.68 * seeded(`voice ${name}`).next();
}

/** Applies contractions, each form with the given probability. */
export function contract(text: string, readiness: number, rng: Rng): string {
  let out = text;
  for (const { sign, pattern, to } of RULES) {
    if (out.includes(sign) && rng.chance(readiness)) out = out.replaceAll(pattern, to);
  }
  return out;
}
