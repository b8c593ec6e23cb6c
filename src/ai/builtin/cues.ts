/**
 * English phrases with which people decide, take on a task or leave a question open. They are narrow on purpose: a
 * summary that misses something is better than one that makes it up. All are matched against one sentence of some
 * hundred characters, which bounds their backtracking.
 */

const spaced = (list: string): string =>
  list
    .trim()
    .split(/\s*\n\s*/)
    .join('|');

const DECISION = new RegExp(
  `\\b(?:${spaced(`
    we(?:'ve| have)?(?: all| both| just| now| already| finally| kind of)* (?:decided|agreed|settled on|concluded|approved|voted)
    (?:it|this|that)(?:'s| is| was| has been)(?: now| all)? (?:decided|agreed|settled|approved)
    (?:the|our|final) (?:final )?(?:decision|conclusion|agreement|consensus) (?:is|was)(?: to| that|,)
    we(?:'re| are) (?:going|going to go|gonna go) (?:ahead )?with
    (?:let's|let us|we'll|we will|I suggest we) (?:go ahead with|go with|stick with|stick to|settle on|move forward with|move ahead with)
    (?:then|so),? (?:it's|it is|that's|that is) (?:decided|settled|agreed|a deal)
    (?:is|are|was|were|has been|have been) (?:officially |formally )?(?:approved|signed off)
  `)})\\b`,
  'i',
);

/** Words that, before a decision, show that nothing is decided yet. */
const HEDGE =
  /\b(?:if|once|until|before|unless|whether|when|which|as soon as|not|never|should|can|could|would|might|may|maybe|perhaps|hope|think|need to|have to|want to|did|do)\b|n't\b/i;

/** Returns whether a sentence states a decision. */
export function tellsDecision(sentence: string): boolean {
  const found = DECISION.exec(sentence);
  return (
    found !== null && isStatement(sentence) && !HEDGE.test(sentence.slice(0, found.index + found[0].length))
  );
}

/** Tasks that are typically given to somebody else, or are done later. */
const ERRAND = spaced(`
  send|prepare|schedule|set up|write|draft|follow up|look into|reach out|circulate|organi[sz]e|document|find out
  investigate|submit|upload|publish|put together|take care of|make sure|arrange|finali[sz]e|forward|update the
  review the|provide|report back|coordinate|deliver|invite|book
`);
const TASK = `(?:${ERRAND}|${spaced(`
  share|check|create|update|review|post|e-?mail|call (?:you|back)|ping|confirm|introduce|test|fix|ask|get back to
  come back to (?:you|them|the)|contact|finish|reply|work on|merge|implement|collect
`)})`;

const ADVERBS =
  '(?:(?:also|just|then|definitely|certainly|personally|quickly|gladly|try to|go ahead and|be sure to|please) ){0,3}';

const I_WILL = new RegExp(
  `\\b(?:I'll|I will|I'm going to|I am going to|I'm gonna) ${ADVERBS}${TASK}\\b`,
  'i',
);
const WE_WILL = new RegExp(`\\b(?:we'll|we will) ${ADVERBS}${TASK}\\b`, 'i');
/** One word or two; the first may also be the one that begins the sentence: `So Ben`. */
const NAME = "(?<![\\p{L}'-])\\p{Lu}[\\p{L}'-]{1,40}(?: \\p{Lu}[\\p{L}'-]{1,40})?";
const NAME_WILL = new RegExp(`(?<name>${NAME}) (?:will|is going to) ${ADVERBS}${TASK}\\b`, 'u');
const NAME_ASKED = new RegExp(
  `(?<name>${NAME}),? (?:can|could|would|will) you ${ADVERBS}(?:${ERRAND})\\b`,
  'u',
);
const ASKED_NAME = new RegExp(
  `\\b[Cc](?:an|ould) you ${ADVERBS}(?:${ERRAND})\\b.{0,200}, (?<name>${NAME})[?.!]$`,
  'u',
);
const CAN_NAME = new RegExp(`\\b[Cc](?:an|ould) (?<name>${NAME}) ${ADVERBS}(?:${ERRAND})\\b`, 'u');
const ACTION_ITEM =
  /\b(?:(?:an|the|my|your|one|first|next) )?action items? (?:is|are|for|here|would be|from)\b|\b(?:the|our|immediate) next steps? (?:is|are|would be|will be) (?:to|for|that)\b/i;

/** Things that are done during the meeting, or are merely considered, are not next steps. */
const AT_ONCE =
  /\b(?:screen|chat|slides?|here|one more thing|maybe|perhaps|probably|right now|right here|real quick|a second|a minute|to the call|the floor|the question)\b/i;

/** A pattern that every task matches. Most sentences do not, and are rejected quickly. */
const MAY_BE_TASK = /will|'ll |going to|gonna|\b[cC](?:an|ould) |[nN]ext step|[aA]ction item/;

/** The person who takes on a task: the speaker, somebody by name, or nobody in particular. */
export type Task = { by: 'speaker' } | { by: 'name'; name: string } | { by: 'nobody' };

/** Returns the tasks that a sentence may state; the caller decides whether a name is that of a person. */
export function findTasks(sentence: string): Task[] {
  if (!MAY_BE_TASK.test(sentence) || AT_ONCE.test(sentence)) return [];
  const tasks: Task[] = [];
  for (const pattern of [NAME_WILL, NAME_ASKED, ASKED_NAME, CAN_NAME]) {
    const name = pattern.exec(sentence)?.groups?.name;
    if (name !== undefined) tasks.push({ by: 'name', name });
  }
  if (!isStatement(sentence)) return tasks;
  if (I_WILL.test(sentence)) tasks.push({ by: 'speaker' });
  if (ACTION_ITEM.test(sentence) || (WE_WILL.test(sentence) && namesTime(sentence)))
    tasks.push({ by: 'nobody' });
  return tasks;
}

const DUE =
  /\b(?:today|tonight|tomorrow|(?:on|by|until|before|next|this) (?:the )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:next|this|end of(?: the)?|later this) (?:week|month|quarter|year)|by (?:the )?(?:end|noon|january|february|march|april|may|june|july|august|september|october|november|december)|after (?:the|this) (?:call|meeting))\b/i;

/** Returns whether a sentence names a due day or date. */
export function namesTime(sentence: string): boolean {
  return DUE.test(sentence);
}

export const isQuestion = (sentence: string): boolean => /[?？]["'”’)]*$/.test(sentence);

/** Returns whether a sentence is neither a question nor broken off. */
const isStatement = (sentence: string): boolean =>
  !isQuestion(sentence) && !/(?:…|\.\.\.|[,-])$/.test(sentence);

const UNRESOLVED = new RegExp(
  `\\b(?:${spaced(`
    (?:an|one|another|the|my|still an|biggest|remaining) open questions? (?:is|are|here|remains|was)
    (?:is|are|it's|that's) still (?:an )?(?:open|unclear|undecided|unresolved)
    (?:remains?|is|it's|that's) (?:unclear|undecided|unresolved|an open question)
    (?:to be|yet to be) (?:decided|determined|confirmed|clarified)
    we(?:'ve| have)?(?: still)? (?:don't|do not|haven't|have not)(?: yet)? (?:know yet|know (?:if|whether|how|when|who|what|where)|decided|figured out)
    (?:not|isn't|hasn't been|haven't been) (?:yet )?(?:decided|resolved|settled|clarified)(?: yet)?
    we(?: still)? (?:need|have) to (?:find out|figure out|clarify|decide)
  `)})\\b`,
  'i',
);

/** Words that, before an open point, make it hypothetical. */
const CONDITION = /\b(?:if|unless|once|until)\b/i;

/** Returns whether a sentence says that something is not known or not decided. */
export function leavesOpen(sentence: string): boolean {
  const found = UNRESOLVED.exec(sentence);
  return found !== null && isStatement(sentence) && !CONDITION.test(sentence.slice(0, found.index));
}

const DEFERRED = new RegExp(
  `\\b(?:${spaced(`
    I (?:don't|do not) know
    I(?:'m| am) not (?:\\w+ )?sure
    no idea
    (?:that's a|that is a|very|a) good question
    let me (?:check|find out|ask|look into|get back|come back)
    I(?:'ll| will| can)(?: have to| need to)? (?:check|find out|ask|look into|get back|come back)
    (?:get|come) back to you
    (?:have|need) to (?:check|ask|look into|think about)
    hard to say|too early to say
    (?:we|you)(?:'ll| will)(?: have to)? see
  `)})\\b`,
  'i',
);

/** Returns whether a sentence postpones an answer. */
export function putsOff(sentence: string): boolean {
  return DEFERRED.test(sentence);
}
