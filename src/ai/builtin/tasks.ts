import { isQuestion, namesTime } from './cues.ts';

/** The person who takes on a task: the speaker, somebody by name, or nobody in particular. */
export type Task = { by: 'speaker' } | { by: 'name'; name: string } | { by: 'nobody' };

/** The form in `I will be sending`, of verbs whose last consonant is not doubled. */
function progressive(verb: string): string {
  const [first, ...rest] = verb.split(' ') as [string, ...string[]];
  return ['be', `${first.replace(/e$/, '')}ing`, ...rest].join(' ');
}

const verbs = (list: string): string =>
  list
    .trim()
    .split(/\s*[|\n]\s*/)
    .flatMap((verb) => [verb, progressive(verb)])
    .join('|');

/** Things that people do after a meeting, and hardly ever during it. */
const LATER = verbs(`
  send|e-?mail|publish|release|schedule|draft|submit|upload|cancel|organi[sz]e|invite|finali[sz]e|circulate|distribute
  write up|deploy|report back|arrange|book|investigate|file|put together|forward|prepare|set up|look into
`);
/** Things that are also done, or shown, during a meeting: they need a time, or something that is made for later. */
const ANY_TIME = verbs(`
  update|create|open|add|post|share|make|push|merge|provide|write|review|work on|fix|take care of
  implement|integrate|raise|document|finish|announce|collect|test|launch|deliver|introduce|migrate
  put|drop|start|reply to|redesign|do|run
`);
/** Ways to speak to somebody, which say little without a subject. */
const SPEAK = verbs(
  'follow up|reach out|coordinate|notify|sync|contact|ping|check in|check|get back|come back|connect|message',
);
const ABOUT =
  /\b(?:about|regarding|on (?:the|an?|how|when|what|whether)|to (?:see|ask|get|discuss|schedule|set|find|make))\b/i;

const ADVERBS =
  '(?:(?:also|just|then|definitely|certainly|personally|gladly|try (?:to|and)|go ahead and|be sure to|please|plan to|work to|look to) ){0,3}';
const WHEN =
  '(?:(?:tomorrow|tonight|later today|next week|this week|after (?:the|this) (?:call|meeting)|(?:on|by) (?:mon|tues|wednes|thurs|fri)day),? (?:so )?)?';
const TASK = `${ADVERBS}(?:(?<later>${LATER})|(?<any>${ANY_TIME})|(?<speak>${SPEAK})|(?<verb>be \\w+ing|\\w+))\\b(?<object>.*)`;
const WILL =
  "(?<will>'ll| will| am going to|'m going to|'m gonna| are going to|'re going to|'re gonna| need to| have to)";
const I_WILL = new RegExp(`^${WHEN}I${WILL} ${TASK}`, 'i');
const WE_WILL = new RegExp(`^${WHEN}we${WILL} ${TASK}`, 'i');
/** One word or two. */
const NAME = "(?<name>\\p{Lu}[\\p{L}'-]{1,40}(?: \\p{Lu}[\\p{L}'-]{1,40})?)";
const NAME_WILL = new RegExp(`^${NAME} (?:will|is going to) ${TASK}`, 'u');
const NAME_ASKED = new RegExp(`^${NAME},? (?:can|could|would|will) you ${TASK}`, 'u');
const CAN_NAME = new RegExp(`^(?:[Cc]an|[Cc]ould) ${NAME} ${TASK}`, 'u');
const ASKED_NAME = new RegExp(`^(?:[Cc]an|[Cc]ould) you ${TASK}, ${NAME}[?.!]$`, 'u');

/** Verbs of what happens during a meeting, or to somebody. */
const NO_TASK =
  /^(?:be|see|ask|say|tell|show|go|give|let|need|want|not|have|keep|all|continue|get|be (?:having|going|able|meeting))$/i;
const PLAN =
  /^(?:currently,? |right now,? )?(?:(?:(?<planning>I'm|I am) planning|(?<plan>I) plan|(?:we're|we are) planning|we plan) (?:to|on)|(?:the|our|my) (?:current )?plan is (?:still )?(?:now )?to) (?!have|having|do\b|doing|get\b|try|be\b|being|talk|just|go\b|use|work\b)/i;
const ACTION_ITEM =
  /^(?:(?:the|an|one|my|our|your|next|big|main|first|immediate|only|as) )*(?:action items?|next steps?)(?: for \w+| here)?,? (?:is|are|will be|would be) (?:for \w+ )?to (?!see|have)/i;

/** Something that has been given a date, as in `The pilot is scheduled for Monday`. */
const SCHEDULED =
  /^(?:the|our|a) (?:next )?[\w' -]{3,50} (?:is|are|will be|has been) (?:now )?(?:scheduled|planned|set) (?:for|on|to)\b|^(?:the|our) next [\w' -]{0,40}(?:meeting|call|session) (?:is|will be|is going to be) (?:held )?on\b/i;
const LETS = new RegExp(`^(?:let's|let us) ${TASK}`, 'i');

/** Things that are written or made for later. */
const ARTIFACT =
  /\b(?:PRs?|pull requests?|issues?|tickets?|proposals?|specs?|specification|agenda|notes|recordings?|transcripts?|minutes|report|discord|github|mailing list|e-?mails?|forum|thread|documentation|docs|calendar|invites?|newsletter|blog|survey|release|announcement|write-?up|draft|meeting for)\b/i;
/** Things that are done during the meeting, and things that say little. */
const AT_ONCE =
  /\b(?:screen|chat|links?|slides?|right now|now|in a (?:moment|second|minute)|quick(?:ly)?|questions?|my time|time with|floor|camera|presentation|walk you|example|whiteboard|button|click|tab|window|page|note of|an update (?:on|of|about)|you an? (?:idea|overview)|with you|second|minutes? to|hand|notes? (?:in the background|during)|point|comment|sure|sense|(?:a|quick) look|look (?:at|back)|remarks|remind|little|decisions?|more (?:information|details|news)|folks|(?:threads?|messages?)(?! (?:about|on|for|to))|motion|vote|response|progress|drop in|start (?:with|off|by|recording|the (?:recording|stream|meeting)))\b/i;
const MUST = /^ (?:need|have) to/;
const NO_OBJECT = /^(?:[.,!?]| (?:we|I|that|down the)\b| you\b(?! (?:the|an?|our|my)\b))/;

/** Returns the task that a sentence states; the caller decides whether a name is that of a person. */
export function findTask(sentence: string): Task | undefined {
  if (isQuestion(sentence)) return findRequest(sentence);
  if (ACTION_ITEM.test(sentence)) return { by: 'nobody' };
  const plan = PLAN.exec(sentence)?.groups;
  if (plan)
    return AT_ONCE.test(sentence) ? undefined : { by: (plan.plan ?? plan.planning) ? 'speaker' : 'nobody' };
  const mine = I_WILL.exec(sentence)?.groups;
  if (mine) return isLater(mine, sentence) ? { by: 'speaker' } : undefined;
  const ours = WE_WILL.exec(sentence)?.groups;
  if (ours) return isLater(ours, sentence) && namesTime(sentence) ? { by: 'nobody' } : undefined;
  const together = LETS.exec(sentence)?.groups;
  if (together) return isLater(together, sentence) && namesTime(sentence) ? { by: 'nobody' } : undefined;
  if (SCHEDULED.test(sentence)) return namesTime(sentence) ? { by: 'nobody' } : undefined;
  const other = NAME_WILL.exec(sentence)?.groups;
  return other && isLater(other, sentence) ? { by: 'name', name: other.name! } : undefined;
}

function findRequest(sentence: string): Task | undefined {
  for (const pattern of [NAME_ASKED, CAN_NAME, ASKED_NAME]) {
    const found = pattern.exec(sentence)?.groups;
    if (found && isLater(found, sentence)) return { by: 'name', name: found.name! };
  }
  return undefined;
}

function isLater(found: Record<string, string | undefined>, sentence: string): boolean {
  const { will = '', later, speak, verb, object = '' } = found;
  if (AT_ONCE.test(sentence) || NO_OBJECT.test(object)) return false;
  const isDated = namesTime(sentence);
  if (verb !== undefined) return isDated && !MUST.test(will) && !NO_TASK.test(verb);
  if (MUST.test(will)) return isDated && speak === undefined;
  if (speak !== undefined) return ABOUT.test(object);
  return later !== undefined || isDated || ARTIFACT.test(object);
}
