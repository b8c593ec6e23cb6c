import type { Finding, SummaryDraft } from '../types.ts';
import {
  findTasks,
  isHesitant,
  isQuestion,
  leavesOpen,
  namesTime,
  pointsBack,
  putsOff,
  standsAlone,
  tellsDecision,
} from './cues.ts';
import type { People } from './people.ts';
import { isComplete, type SpokenSentence } from './statements.ts';
import type { Tokenizer } from './tokenize.ts';
import { VAGUE_STEMS } from './words.ts';

/** The most findings in one list of a summary. */
const MAX_FINDINGS = 10;

/** The fewest topic words with which a sentence makes sense on its own. */
const MIN_TOPIC_WORDS = 3;
/** `We still don't know whether the old data comes over` says by itself what is open. */
const MIN_OPEN_POINT_WORDS = 2;
/** The number of topic words above which a sentence is not considered more informative. */
const MAX_TOPIC_WORDS = 12;
const NAMED_TIME_RANK = 4;
const OWNER_RANK = 6;

/** The most sentences between a question and its answer. */
const ANSWER_DISTANCE = 2;

type NextStep = SummaryDraft['nextSteps'][number];
type Ranked<Kind> = { rank: number; place: number; finding: Kind };

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
    if (isFragment(statement) || isUnfinished(statement)) continue;
    const sentence = statement.text.replaceAll('’', "'");
    const nextStep = asNextStep(statement, sentence, people);
    const question = asOpenQuestion(statements, place, sentence);
    const isDecision = !question && !nextStep && tellsDecision(sentence);
    if ((!nextStep && !question && !isDecision) || isUnclear(sentence)) continue;
    const topicWords = countTopicWords(tokenizer, statement.text);
    const needed = question && !isQuestion(sentence) ? MIN_OPEN_POINT_WORDS : MIN_TOPIC_WORDS;
    const isDated = nextStep?.owner !== undefined && namesTime(sentence);
    if (!isDated && !isQuestion(sentence) && refersBack(tokenizer, sentence)) continue;
    if (!isDated && topicWords + (namesAmount(sentence) ? 1 : 0) < needed) continue;
    const rank = Math.min(topicWords, MAX_TOPIC_WORDS) + (namesTime(sentence) ? NAMED_TIME_RANK : 0);
    if (isDecision) decisions.push({ rank, place, finding: asFinding(statement) });
    if (question) openQuestions.push({ rank, place, finding: question });
    if (nextStep) {
      nextSteps.push({
        rank: rank + (nextStep.owner === undefined ? 0 : OWNER_RANK),
        place,
        finding: nextStep,
      });
    }
  }
  return { decisions: best(decisions), nextSteps: best(nextSteps), openQuestions: best(openQuestions) };
}

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

const isUnclear = (sentence: string): boolean => isHesitant(sentence) || pointsBack(sentence);

/** Returns whether a sentence names a number or a due time, which says much in a short sentence. */
const namesAmount = (sentence: string): boolean => NUMBER.test(sentence) || namesTime(sentence);

const NUMBER = /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|hundred|thousand|million)\b/i;

const asFinding = ({ text, quotes }: SpokenSentence): Finding => ({ text, quotes });

function asNextStep(statement: SpokenSentence, sentence: string, people: People): NextStep | undefined {
  for (const task of findTasks(sentence)) {
    if (task.by === 'nobody') return asFinding(statement);
    const owner = task.by === 'speaker' ? statement.speaker : ownerOf(task.name, people);
    if (owner !== undefined) return { ...asFinding(statement), owner };
    if (task.by === 'speaker') return asFinding(statement);
  }
  return undefined;
}

/** Returns the person's name. In `So Ben`, the first word is not part of it. */
function ownerOf(name: string, people: People): string | undefined {
  return people.named(name) ?? people.named(name.split(' ').at(-1)!);
}

/**
 * Returns a sentence that leaves something open, or a question whose answer somebody postpones; the answer is quoted
 * too.
 */
function asOpenQuestion(
  statements: readonly SpokenSentence[],
  place: number,
  sentence: string,
): Finding | undefined {
  const statement = statements[place]!;
  if (!isQuestion(sentence)) return leavesOpen(sentence) ? asFinding(statement) : undefined;
  if (!standsAlone(sentence)) return undefined;
  for (const answer of statements.slice(place + 1, place + 1 + ANSWER_DISTANCE)) {
    if (isQuestion(answer.text)) return undefined;
    if (answer.speaker === statement.speaker) continue;
    if (!putsOff(answer.text.replaceAll('’', "'"))) return undefined;
    return { text: statement.text, quotes: [...statement.quotes, ...answer.quotes] };
  }
  return undefined;
}

/** Returns whether a sentence says `it` or `them` before it has named anything that this could be. */
function refersBack(tokenizer: Tokenizer, sentence: string): boolean {
  const at = sentence.search(PRONOUN);
  return at >= 0 && countTopicWords(tokenizer, sentence.slice(0, at)) < MIN_WORDS_BEFORE_PRONOUN;
}

const PRONOUN =
  /\b(?:it|them|they)\b(?!(?:'s| is| was| has been) (?:now |all )?(?:decided|agreed|settled|approved))/i;
const MIN_WORDS_BEFORE_PRONOUN = 2;

function countTopicWords(tokenizer: Tokenizer, text: string): number {
  let count = 0;
  tokenizer.scan(text, 0, text.length, (term) => {
    if (!VAGUE_STEMS.has(term)) count++;
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
