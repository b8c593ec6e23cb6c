/**
 * English phrases with which people decide, take on a task or leave a question open. They are narrow on purpose: a
 * summary that misses something is better than one that makes it up. All are matched against one sentence of some
 * hundred characters, without the words at its beginning that say nothing, which bounds their backtracking.
 */

export const spaced = (list: string): string =>
  list
    .trim()
    .split(/\s*\n\s*/)
    .join('|');

const DUE =
  /\b(?:later today|tonight|tomorrow|(?:on|by|until|before|for|next|this|this coming) (?:the )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:next|this|this coming|end of(?: the)?|later this) (?:week|month|quarter|year)|in the (?:next|coming) (?:few |couple (?:of )?|two )?(?:days|weeks)|by (?:the )?(?:end|noon|today|january|february|march|april|may|june|july|august|september|october|november|december)|(?:right )?(?:after|before) (?:the|this|our) (?:next )?(?:call|meeting)|afterwards|offline|(?:mon|tues|wednes|thurs|fri|satur|sun)day (?:the \d+\w* )?at the latest|on the \d+\w* of|(?:january|february|march|april|may|june|july|august|september|october|november|december) (?:the )?\d+)/i;

/** Returns whether a sentence names a due day or date. */
export const namesTime = (sentence: string): boolean => DUE.test(sentence);

/** Returns the sentence without its due day or date. */
export const withoutTime = (sentence: string): string => sentence.replace(DUE, '');

export const isQuestion = (sentence: string): boolean => /[?？]["'”’)]*$/.test(sentence);

/** The beginning of a question about a fact, not of a request or an offer. */
const ASKS =
  /^(?:what|when|where|who|how|which|why|is|are|do|does|did|can|could|will|would|has|have|should)\b(?! (?:I|you)\b)/i;

/** Returns whether a sentence is a question about a fact. */
export const asksForFact = (sentence: string): boolean => isQuestion(sentence) && ASKS.test(sentence);

const EARLIER =
  '(?:(?:last time|last week|yesterday|today|in (?:the|our) last (?:call|meeting)|as a (?:group|team)),? )?';
const WE_DECIDED =
  "we(?:'ve| have)?(?: all| both| just| now| already| finally| also)* (?:decided|agreed|voted|settled)";
const DECISION = new RegExp(
  `^${EARLIER}(?:${spaced(`
    ${WE_DECIDED} (?:not )?to (?!have a look|discuss)
    ${WE_DECIDED} (?:up)?on (?:the |a )?(?!functions|components?|order|most important)
    ${WE_DECIDED} that (?:we|the|all|every)
    (?:the|our|final) (?:final )?(?:decision|agreement|consensus) (?:is|was) (?:not )?(?:to|that) (?!analy[sz]e)
    (?:(?:then|it's|it is|it has been) )+(?:decided|settled|agreed)(?: that|:)
    (?:let's|let us|we'll|we will|we're going to|we are going to) (?:go ahead with|go with|stick with|stick to|settle on|move forward with|move ahead with) (?!next|question|engineering|the (?:next|discussion|agenda))
    the [\\w -]{3,60} (?:has been|is|was) (?:approved|signed off) by
  `)})`,
  'i',
);

/** Words with which nothing is decided yet, or with which a decision is only described. */
const UNDECIDED =
  /\b(?:if|unless|whether|not decided|should|could|would|hope|seems?|for now|in a moment|then you|time|come back|later)\b|n't decided/i;

/** Returns whether a sentence states a decision. */
export const tellsDecision = (sentence: string): boolean =>
  DECISION.test(sentence) && !UNDECIDED.test(sentence) && !isQuestion(sentence);

const WH = '(?:if|whether|how|which|what|who|when|where|why)';
const OPEN = new RegExp(
  `^(?:${spaced(`
    we(?: still)? (?:don't|do not) know(?: yet)? ${WH} 
    we(?: still)? (?:need|have) to (?:decide|figure out|clarify|determine|find out|agree)(?: on)? ${WH} 
    we(?: still)? (?:need|have) to (?:decide|agree) on (?:the|a|our|which)
    we (?:still )?(?:have not|haven't)(?: yet)? (?:decided|agreed|figured out)(?: on)? ${WH} 
    (?:an|one|another|the|my|our|the main|the biggest|the remaining|the only) (?:[a-z]+ )?question(?: for (?:me|us))?(?: now| still)? is(?: really| still)?,? ${WH} (?!is\\b)
    (?:an|one|another|the|my|our|the only) (?:still )?(?:open|unresolved|remaining) question (?:is|remains)
    it(?:'s| is)(?: still)? (?:unclear|not clear|undecided|open) ${WH}
    what(?:'s| is) still open
    (?:the|our|a|an) [\\p{L}\\d' -]{3,80} (?:is|are|remains?) (?:still|yet) (?:an open question|unclear|undecided|unresolved|to be (?:decided|determined|confirmed|clarified))
  `)})`,
  'iu',
);

/** Returns whether a sentence says that something is not known or not decided. */
export const leavesOpen = (sentence: string): boolean => OPEN.test(sentence) && !isQuestion(sentence);

const DEFERRED = new RegExp(
  `\\b(?:${spaced(`
    let me (?:check|find out|ask|look into|get back|come back)
    (?:I|we)(?:'ll| will| can)(?: have to| need to)? (?:check|find out|ask|look into|get back|come back)
    (?:get|come) back to you
    (?:I|we) (?:still )?(?:have|need) to (?:check|ask|look into|find out)
    (?:I|we) (?:don't|do not) know (?:yet|that yet)
  `)})\\b`,
  'i',
);

/** `I have to ask you to repeat that` concerns the question, and not the answer. */
const ASKS_BACK = /\b(?:repeat|ask again|ask (?:you|my))\b/i;

/** Returns whether a sentence postpones an answer. */
export function putsOff(sentence: string): boolean {
  return DEFERRED.test(sentence) && !ASKS_BACK.test(sentence);
}
