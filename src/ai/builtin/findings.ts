import { stemmer } from 'stemmer';
import type { Finding, SummaryDraft } from '../types.ts';
import {
  asksForFact,
  isQuestion,
  leavesOpen,
  namesTime,
  putsOff,
  tellsDecision,
  withoutTime,
} from './cues.ts';
import { clausesOf, standsAlone } from './fluency.ts';
import type { People } from './people.ts';
import { isComplete, type SpokenSentence } from './statements.ts';
import { findTask, type Task } from './tasks.ts';
import type { Tokenizer } from './tokenize.ts';
import { VAGUE_STEMS } from './words.ts';

/** The most findings in one list of a summary. */
const MAX_FINDINGS = 10;

/** The fewest words that name a subject, in a sentence that can be shown alone. */
const MIN_TOPIC_WORDS = 3;
/** The fewest in `I will send an agenda by Friday`, besides the day, and in `We don't know whether the old data comes over`. */
const MIN_TOPIC_WORDS_OF_PATTERN = 2;
/** The number of topic words above which a sentence is not considered more informative. */
const MAX_TOPIC_WORDS = 12;
const NAMED_TIME_RANK = 4;
const OWNER_RANK = 6;

/** The most sentences between a question and its answer. */
const ANSWER_DISTANCE = 2;

type NextStep = SummaryDraft['nextSteps'][number];
type Ranked<Kind> = { rank: number; place: number; finding: Kind };

/** What a sentence says, and the words that say it. */
type Said =
  | { kind: 'decision'; sentence: string; finding: Finding }
  | { kind: 'openQuestion'; sentence: string; finding: Finding }
  | { kind: 'nextStep'; sentence: string; finding: NextStep };

/** Finds decisions, next steps and open questions by typical phrases. Yields between steps. */
export function* findFindings(
  tokenizer: Tokenizer,
  statements: readonly SpokenSentence[],
  people: People,
): Generator<void, Pick<SummaryDraft, 'decisions' | 'nextSteps' | 'openQuestions'>> {
  const decisions: Ranked<Finding>[] = [];
  const nextSteps: Ranked<NextStep>[] = [];
  const openQuestions: Ranked<Finding>[] = [];
  const isFragment = fragmentsAmong(statements);
  const isUnfinished = unfinishedAmong(statements);
  for (const [place, statement] of statements.entries()) {
    if (place % STATEMENTS_PER_STEP === 0) yield;
    if (isFragment(statement) || isUnfinished(statement) || goesOnBelow(statements, place)) continue;
    const said = read(statements, place, people);
    if (!said) continue;
    const { kind, sentence, finding } = said;
    const topicWords =
      countTopicWords(tokenizer, withoutTime(sentence)) + (NOTES.test(sentence) ? WORDS_OF_NOTES : 0);
    const isPlain =
      kind === 'openQuestion' ? !NEEDED.test(sentence) && !isQuestion(sentence) : namesTime(sentence);
    if (topicWords < (isPlain ? MIN_TOPIC_WORDS_OF_PATTERN : MIN_TOPIC_WORDS)) continue;
    const rank = Math.min(topicWords, MAX_TOPIC_WORDS) + (namesTime(sentence) ? NAMED_TIME_RANK : 0);
    if (kind === 'decision') decisions.push({ rank, place, finding });
    else if (kind === 'openQuestion') openQuestions.push({ rank, place, finding });
    else nextSteps.push({ rank: rank + (finding.owner === undefined ? 0 : OWNER_RANK), place, finding });
  }
  return { decisions: best(decisions), nextSteps: best(nextSteps), openQuestions: best(openQuestions) };
}

/** Returns what the sentence says, or its last clause does, if it can be shown alone. */
function read(statements: readonly SpokenSentence[], place: number, people: People): Said | undefined {
  for (const sentence of clausesOf(statements[place]!.text)) {
    const said = readClause(statements, place, people, sentence);
    if (said && standsAlone(sentence)) return said;
  }
  return undefined;
}

function readClause(
  statements: readonly SpokenSentence[],
  place: number,
  people: People,
  sentence: string,
): Said | undefined {
  const { quotes, speaker } = statements[place]!;
  const finding = { text: capitalized(sentence), quotes };
  const task = findTask(sentence);
  if (task) {
    const owner = ownerOf(task, speaker, people);
    if (owner !== undefined) return { kind: 'nextStep', sentence, finding: { ...finding, owner } };
    return task.by === 'name' ? undefined : { kind: 'nextStep', sentence, finding };
  }
  if (leavesOpen(sentence)) return { kind: 'openQuestion', sentence, finding };
  if (tellsDecision(sentence)) return { kind: 'decision', sentence, finding };
  const answer = asksForFact(sentence) ? postponedAnswer(statements, place) : undefined;
  if (!answer) return undefined;
  return { kind: 'openQuestion', sentence, finding: { ...finding, quotes: [...quotes, ...answer.quotes] } };
}

const capitalized = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** `We have to decide on the concept` names less than `we do not know how the price behaves`. */
const NEEDED = /^we (?:still )?(?:need|have) to\b/i;

const STATEMENTS_PER_STEP = 64;

/** Recognizes sentences whose beginning is missing: those in lower case, where most sentences are not. */
function fragmentsAmong(statements: readonly SpokenSentence[]): (statement: SpokenSentence) => boolean {
  const isLowerCase = ({ text }: SpokenSentence) => STARTS_LOWER_CASE.test(text);
  const lowerCase = statements.filter(isLowerCase).length;
  return 2 * lowerCase > statements.length ? () => false : isLowerCase;
}

const STARTS_LOWER_CASE = /^\p{Ll}/u;

/** Recognizes sentences whose end is missing: those without a mark at their end, where most sentences have one. */
function unfinishedAmong(statements: readonly SpokenSentence[]): (statement: SpokenSentence) => boolean {
  const isUnfinished = ({ text }: SpokenSentence) => !isComplete(text);
  const unfinished = statements.filter(isUnfinished).length;
  return 2 * unfinished > statements.length ? () => false : isUnfinished;
}

/** Returns whether the transcript has put a full stop into a sentence: the same speaker goes on in lower case. */
function goesOnBelow(statements: readonly SpokenSentence[], place: number): boolean {
  const [statement, next] = [statements[place]!, statements[place + 1]];
  return next !== undefined && next.speaker === statement.speaker && STARTS_LOWER_CASE.test(next.text);
}

function ownerOf(task: Task, speaker: string | undefined, people: People): string | undefined {
  if (task.by === 'nobody') return undefined;
  return task.by === 'speaker' ? speaker : people.named(task.name);
}

/** Returns the sentence with which somebody else postpones the answer to a question. */
function postponedAnswer(statements: readonly SpokenSentence[], place: number): SpokenSentence | undefined {
  const { speaker } = statements[place]!;
  for (const answer of statements.slice(place + 1, place + 1 + ANSWER_DISTANCE)) {
    if (isQuestion(answer.text)) return undefined;
    if (answer.speaker === speaker) continue;
    return putsOff(answer.text.replaceAll('’', "'")) ? answer : undefined;
  }
  return undefined;
}

/** `The minutes` name themselves: those of this meeting. */
const NOTES = /\b(?:the|my|our|this) (?:\w+ )?(?:minutes|notes|recording|transcript)\b/i;
const WORDS_OF_NOTES = 2;

/** Words for what is sent, opened or held, which do not say what it is about. */
const CONTAINERS = new Set(
  'pr pull request thread mail e-mail meeting message link discord github channel open mention email'
    .split(' ')
    .map(stemmer),
);

function countTopicWords(tokenizer: Tokenizer, text: string): number {
  let count = 0;
  tokenizer.scan(text, 0, text.length, (term) => {
    if (!VAGUE_STEMS.has(term) && !CONTAINERS.has(term)) count++;
  });
  return count;
}

/** Returns the findings with the highest rank, the earlier ones among equals, in the order of the conversation. */
function best<Kind>(found: Ranked<Kind>[]): Kind[] {
  return found
    .sort((a, b) => b.rank - a.rank || a.place - b.place)
    .slice(0, MAX_FINDINGS)
    .sort((a, b) => a.place - b.place)
    .map(({ finding }) => finding);
}
