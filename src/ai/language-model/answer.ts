import { toStorableText } from '../../lib/text.ts';
import { InvalidAnswer } from '../errors.ts';
import type { ClaimedQuote, Conversation, Finding, SignalQuestion, SummaryDraft, Verdict } from '../types.ts';
import {
  MAX_FINDING_CHARACTERS,
  MAX_FINDINGS_PER_KIND,
  MAX_OWNER_CHARACTERS,
  MAX_QUOTE_CHARACTERS,
  MAX_QUOTES,
  MAX_REASON_CHARACTERS,
  MAX_RESPONSE_CHARACTERS,
  MAX_SENTENCES,
} from './limits.ts';
import { TITLE_ENTRY } from './prompts.ts';
import type { ModelAnswer, ModelFinding, ModelQuote } from './read-answer.ts';
import { cut } from './text.ts';

/**
 * Returns the verdicts on questions, in their order; undefined where the answer has none that can be used.
 * @param questions as the task had them: numbered from 1, and so are the follow-ups of all of them
 */
export function verdictsOf(
  answer: ModelAnswer,
  questions: readonly Pick<SignalQuestion, 'followUps'>[],
  conversation: Conversation,
): (Verdict | undefined)[] {
  const usable = (answer.verdicts ?? []).filter(({ fired, reason }) => !fired || reason.trim() !== '');
  const found = inOrder(usable, questions.length, ({ fired }) => fired);
  const followUpCount = questions.reduce((sum, { followUps = [] }) => sum + followUps.length, 0);
  const responses = responsesOf(answer, followUpCount);
  let asked = 0;
  return found.map((verdict, place) => {
    const count = questions[place]!.followUps?.length ?? 0;
    const own = responses.slice(asked, asked + count).filter((one) => one !== undefined);
    asked += count;
    if (!verdict) return undefined;
    const { fired, reason, confidence, quotes } = verdict;
    return {
      fired,
      reason: clean(reason, MAX_REASON_CHARACTERS),
      quotes: fired ? quotesOf(quotes, conversation) : [],
      ...(confidence === undefined ? {} : { confidence }),
      ...(fired && count > 0 && own.length === count ? { responses: own } : {}),
    };
  });
}

/** Returns the responses to questions 1 to `count`, in this order; undefined where the answer has none. */
export function responsesOf({ responses = [] }: ModelAnswer, count: number): (string | undefined)[] {
  const told = responses.filter(({ text }) => text.trim() !== '');
  return inOrder(told, count, ({ text }) => text).map(
    (response) => response && clean(response.text, MAX_RESPONSE_CHARACTERS),
  );
}

/** Returns the findings by their kind, without those that have no words; undefined if the answer has no list of them. */
export function draftOf(answer: ModelAnswer, conversation: Conversation): SummaryDraft | undefined {
  if (!answer.findings) return undefined;
  const ofKind = (kind: string) => findingsOf(answer, kind, MAX_FINDINGS_PER_KIND);
  const toFinding = (finding: ModelFinding) => findingOf(finding, conversation);
  return {
    decisions: ofKind('decision').map(toFinding),
    nextSteps: ofKind('next_step').map((finding) => {
      const owner = clean(finding.owner, MAX_OWNER_CHARACTERS).trim();
      return owner === '' ? toFinding(finding) : { ...toFinding(finding), owner };
    }),
    openQuestions: ofKind('open_question').map(toFinding),
    topics: ofKind('topic').map(toFinding),
  };
}

/** Returns the sentences of a reply, without those that have no words. @throws InvalidAnswer if there is no list of them */
export function sentencesOf(answer: ModelAnswer, conversation: Conversation): Finding[] {
  if (!answer.findings) throw new InvalidAnswer("The AI provider's answer has no findings");
  return findingsOf(answer, 'answer', MAX_SENTENCES).map((finding) => findingOf(finding, conversation));
}

function findingsOf({ findings = [] }: ModelAnswer, kind: string, limit: number): ModelFinding[] {
  return findings.filter((finding) => finding.kind === kind && finding.text.trim() !== '').slice(0, limit);
}

function findingOf({ text, quotes }: ModelFinding, conversation: Conversation): Finding {
  return { text: clean(text, MAX_FINDING_CHARACTERS), quotes: quotesOf(quotes, conversation) };
}

/** Sorts items by their questions. Items that were not asked for do not count, nor do those that contradict each other. */
function inOrder<Item extends { id: number }>(
  items: readonly Item[],
  count: number,
  meaningOf: (item: Item) => unknown,
): (Item | undefined)[] {
  const byId = Map.groupBy(items, ({ id }) => id);
  return Array.from({ length: count }, (_, place) => {
    const [first, ...others] = byId.get(place + 1) ?? [];
    return first && others.every((other) => meaningOf(other) === meaningOf(first)) ? first : undefined;
  });
}

/** Drops quotes without words, and those from entries that do not exist. */
function quotesOf(quotes: readonly ModelQuote[], conversation: Conversation): ClaimedQuote[] {
  return quotes
    .filter(({ entry = TITLE_ENTRY, text }) => {
      return entry >= TITLE_ENTRY && entry < conversation.entries.length && text.trim() !== '';
    })
    .slice(0, MAX_QUOTES)
    .map(({ entry = TITLE_ENTRY, text }) => {
      const words = clean(text, MAX_QUOTE_CHARACTERS);
      return entry === TITLE_ENTRY ? { text: words } : { entryIndex: entry, text: words };
    });
}

function clean(text: string, maxCharacters: number): string {
  return cut(toStorableText(text), maxCharacters);
}
