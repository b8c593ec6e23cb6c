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
    (?:is|was|were|has been|have been) (?:officially |formally )?(?:approved|signed off)
  `)})\\b`,
  'i',
);

/** Words that, before a decision, show that nothing is decided yet. */
const HEDGE =
  /\b(?:if|once|until|before|unless|whether|when|which|why|as soon as|(?:have|has|are) (?:we|it|they)|not|never|should|can|could|would|might|may|maybe|perhaps|hope|think|seems?|need to|have to|want to|did|do)\b|n't\b/i;

/** Decisions that only earlier sentences explain: `we'll go with that`. */
const POINTS_BACK =
  /^(?:(?: on| to| with)?,? (?:it|that|this|those|these|them|both)\b(?! (?:we|the|everyone))|.*\b(?:these|those) things\b)/i;

/** `That we agreed on.` says who decided, and not what. */
const SAYS_WHO = /^(?:we|let)/i;
const SAYS_NO_MORE = /^(?: on| to| with)?[,.!]*$/;

/** The words that may precede `we decided`. After others it is part of a description, as in `the update we agreed on`. */
const BEFORE_WE =
  /(?:^|[,;:.]|\b(?:so|and|but|well|okay|ok|now|then|yes|yeah|no|also|today|because|cause|guess|kay|um+|uh+|as|(?:is|are|was|were|say|said|note|see) that))\s*$/i;
const STARTS_WITH_WE = /^(?:we|it|this|that)\b/i;
const OF_OTHERS = /\b(?:their|his|her) $/i;
/** An approval is no decision if it is general, or only describes something, as in `tests that have been approved`. */
const IS_APPROVED = /\b(?:approved|signed off)$/i;
const DESCRIBES = /\b(?:that|who|number of|already|some|more|over [\d,.]+ .*)\s*$/i;

/** Returns whether a sentence states a decision. */
export function tellsDecision(sentence: string): boolean {
  const found = DECISION.exec(sentence);
  if (found === null || !isStatement(sentence)) return false;
  const end = found.index + found[0].length;
  const before = sentence.slice(0, found.index);
  if (STARTS_WITH_WE.test(found[0]) && !BEFORE_WE.test(before)) return false;
  if (OF_OTHERS.test(before) || (IS_APPROVED.test(found[0]) && DESCRIBES.test(before))) return false;
  const rest = sentence.slice(end);
  if (HEDGE.test(sentence.slice(0, end)) || POINTS_BACK.test(rest)) return false;
  return !(SAYS_WHO.test(found[0]) && SAYS_NO_MORE.test(rest));
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
  /\b(?:screen|chat|slides?|link|here|a few minutes|ask you|let you|I think|if not|share now|just send|the comment|a call|a demo|the presentation|at the end of this|a little bit|one more thing|maybe|perhaps|probably|right now|right here|real quick|a second|a minute|to the call|the floor|the question|write down|just (?:write|e-?mail)|finish up|ask again|my time|come back to (?!you|them))\b/i;

/** A pattern that every task matches. Most sentences do not, and are rejected quickly. */
const MAY_BE_TASK = /will|'ll |going to|gonna|\b[cC](?:an|ould) |[nN]ext step|[aA]ction item/;

/** The person who takes on a task: the speaker, somebody by name, or nobody in particular. */
export type Task = { by: 'speaker' } | { by: 'name'; name: string } | { by: 'nobody' };

/** A task whose object is known only from what was said before: `I'll send it`, `I will check.` */
const REFERS_BACK = new RegExp(
  `\\b${TASK} (?:it|that|this|them|these|those|both|him|her|the results?|more|another)\\b|\\b${TASK}[,.]|\\bcheck with (?!.*\\b(?:about|whether|if|on|for)\\b)`,
  'i',
);

/** Returns the tasks that a sentence may state; the caller decides whether a name is that of a person. */
export function findTasks(sentence: string): Task[] {
  if (!MAY_BE_TASK.test(sentence) || AT_ONCE.test(sentence) || REFERS_BACK.test(sentence)) return [];
  if (/^(?:so,? |and,? |but,? )?if\b/i.test(sentence)) return [];
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

/** Words that stand for what was said before, where the sentence has nothing else to say what is meant. */
const STANDS_FOR =
  /\b(?:for|on|of|out to|about|with) (?:it|this|that|him|her|them|you)\b|\b(?:decided|agreed) (?:not )?to (?:\w+ )?(?:it|this|that|them)\b|\b(?:something|the right one|there)[.,]|\bhe wants\b|\btest this\b|\bincludes? that\b|\b(?:in|does|do|did|way|like) (?:that|this|it)\b/i;

/** Returns whether a sentence needs the sentences before to be understood. */
export const pointsBack = (sentence: string): boolean => STANDS_FOR.test(sentence);

/** Words with which people search for what they want to say; a sentence that has several of them is no summary. */
const FILLERS = /\b(?:like|you know|I mean|kind of|sort of) ?,|(?<!^)\bu[hm]+\b|…|\.\.\./gi;
const MAX_FILLERS = 1;
/** A word that is said twice, or a mark of the transcriber for what cannot be understood, or was broken off. */
const STUTTER = /(?<![\p{L}\d'])(\p{L}[\p{L}']*) \1(?![\p{L}\d'])/iu;
const MARK = /\{(?!vocalsound)[a-z]+\}|\[[a-z ]+\]|@ @/i;
/** The length, in UTF-16 units, above which a spoken sentence has to be read twice. */
const MAX_CLEAR_LENGTH = 200;

/** Returns whether a sentence is hesitant, as spontaneous speech often is, or too long to be understood at once. */
export const isHesitant = (sentence: string): boolean =>
  sentence.length > MAX_CLEAR_LENGTH ||
  STUTTER.test(sentence) ||
  MARK.test(sentence) ||
  [...sentence.matchAll(FILLERS)].length > MAX_FILLERS;

/** A question that goes on from the sentence before, or only gives somebody the floor. */
const GOES_ON =
  /^(?:or|even|because|which one|like|so like|and what|and how)\b|\bgive (?:us )?an update\b|\banything\b|\b(?:may|can|could) I\b|\b(?:those|these)\b|^(?:\w+ ){0,2}(?:that|this|it|they|them|he|she)\b/i;

/** Returns whether a question is about a subject, and can be understood without the sentences before. */
export const standsAlone = (question: string): boolean => !GOES_ON.test(question);

export const isQuestion = (sentence: string): boolean => /[?？]["'”’)]*$/.test(sentence);

/** Returns whether a sentence is neither a question nor broken off. */
const isStatement = (sentence: string): boolean => !isQuestion(sentence) && !BROKEN_OFF.test(sentence);

const BROKEN_OFF = /(?:…|\.\.\.|[,-]|\b(?:and|or|but|so|the|a|an|to|of))$/i;

const UNRESOLVED = new RegExp(
  `\\b(?:${spaced(`
    (?:an|one|another|the|my|still an|biggest|remaining) open questions? (?:is|are|here|remains|was)
    what(?:'s| is) still open
    (?:is|are|it's|that's) still (?:an open question|unclear|undecided|unresolved)
    (?:remains?|is|it's|that's) (?:unclear|undecided|unresolved|an open question)
    (?:to be|yet to be) (?:decided|determined|confirmed|clarified)
    we(?:'ve| have)?(?: still)? (?:don't|do not|haven't|have not)(?: yet)? (?:know yet|know (?:if|whether|how|when|who|what|where)|decided|figured out)
    (?:isn't|hasn't been|haven't been|not yet|not been) (?:decided|resolved|settled|clarified)
    not (?:decided|resolved|settled|clarified) yet
    we(?: still)? (?:need|have) to (?:find out|figure out|clarify|decide)
  `)})\\b`,
  'i',
);

/** Words that, before an open point, make it hypothetical. */
const CONDITION = /\b(?:if|unless|once|until)\b|\b(?:that|which) ?$/i;

/** Open points that only earlier sentences explain: `we still have to figure out those`. */
const OPEN_POINT_BEFORE =
  /^ ?(?:if |whether |what )?(?:it|that|this|those|these|they|you|some things|something|first)\b/i;

/** Returns whether a sentence says that something is not known or not decided. */
export function leavesOpen(sentence: string): boolean {
  const found = UNRESOLVED.exec(sentence);
  if (found === null || !isStatement(sentence)) return false;
  const rest = sentence.slice(found.index + found[0].length);
  return !CONDITION.test(sentence.slice(0, found.index)) && !OPEN_POINT_BEFORE.test(rest);
}

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
