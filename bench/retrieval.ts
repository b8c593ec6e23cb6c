import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { retrieve } from '../src/ai/builtin/bm25.ts';
import { type ConversationIndex, indexConversation } from '../src/ai/builtin/conversation-index.ts';
import { judgeQuestions } from '../src/ai/builtin/judge.ts';
import { readQuery } from '../src/ai/builtin/query.ts';
import { readInquiry } from '../src/ai/builtin/speakers.ts';
import { createTokenizer } from '../src/ai/builtin/tokenize.ts';
import { weighWords } from '../src/ai/builtin/weigh.ts';
import type { Entry } from '../src/ai/types.ts';
import { runWithoutYielding } from '../src/lib/event-loop.ts';

/**
 * `node bench/retrieval.ts --data <folder>`: measures how well the builtin provider finds passages; see
 * docs/retrieval.md.
 */

/** The number of entries that a retriever may name. */
const TOP = 10;

/** The parts of a QMSum file that are read. Turns are counted from 0; spans of turns include both ends. */
type QmsumFile = {
  meeting_transcripts: { speaker: string; content: string }[];
  specific_query_list: { query: string; relevant_text_span: [from: string, to: string][] }[];
};

type Meeting = {
  /** Meetings of one group continue each other: `ES2004a` to `ES2004d`. */
  group: string;
  /** Meetings of one series share their subject. */
  series: string;
  index: ConversationIndex;
  questions: { query: string; gold: ReadonlySet<number> }[];
};

/** Returns the number of gold entries among a retriever's first {@link TOP}; it may be an expected value. */
type Retriever = (meeting: Meeting, query: string, gold: ReadonlySet<number>) => number;

const tokenizer = createTokenizer();

const hits = (entries: readonly number[], gold: ReadonlySet<number>): number =>
  entries.filter((entry) => gold.has(entry)).length;

const retrievers: Record<string, Retriever> = {
  'builtin (BM25, stems, surroundings, speakers)': ({ index }, query, gold) => {
    const found = runWithoutYielding(retrieve(index, readInquiry(index, query), TOP));
    return hits(
      found.map(({ entry }) => entry),
      gold,
    );
  },
  'BM25 of each entry alone': ({ index }, query, gold) => hits(rankAlone(index, query), gold),
  'plain term count': ({ index }, query, gold) => hits(countTerms(index.conversation.entries, query), gold),
  // The entries are drawn without replacement; the expected value is exact.
  random: ({ index }, _, gold) =>
    (Math.min(TOP, index.conversation.entries.length) * gold.size) / index.conversation.entries.length,
};

/** Ranks entries as the builtin provider does, but without regard to the entries around them. */
function rankAlone(index: ConversationIndex, query: string): number[] {
  const { entryStarts, positions, termStarts, entryOf, words } = index;
  const scores = new Map<number, number>();
  for (const { termNumber, weight } of weighWords(index, readQuery(tokenizer, query))) {
    if (termNumber === undefined) continue;
    const places = positions.subarray(termStarts[termNumber]!, termStarts[termNumber + 1]!);
    for (const [entry, found] of Map.groupBy(places, (position) => entryOf[position]!)) {
      const length =
        (entryStarts[entry + 1]! - entryStarts[entry]!) / (words.length / (entryStarts.length - 1));
      const score = (weight * found.length * 2.2) / (found.length + 1.2 * (0.25 + 0.75 * length));
      scores.set(entry, (scores.get(entry) ?? 0) + score);
    }
  }
  const ranked = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return ranked.slice(0, TOP).map(([entry]) => entry);
}

const plainWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Ranks entries by the number of words of the query in them, without stems, stop words or weights. */
function countTerms(entries: readonly Entry[], query: string): number[] {
  const wanted = new Set(plainWords(query));
  return entries
    .map(({ text }, entry) => ({ entry, count: plainWords(text).filter((word) => wanted.has(word)).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.entry - b.entry)
    .slice(0, TOP)
    .map(({ entry }) => entry);
}

async function readMeeting(path: string): Promise<Meeting> {
  const file = JSON.parse(await readFile(path, 'utf8')) as QmsumFile;
  const entries = file.meeting_transcripts.map(({ speaker, content }) => ({ speaker, text: content }));
  const name = basename(path, '.json');
  const letters = name.match(/^\D*/)![0];
  const conversation = { kind: 'meeting' as const, title: '', startedAt: '', participants: [], entries };
  return {
    group: name.replace(/(?<=\d)[a-z]$/, ''),
    // Three sites held the same series of meetings: teams that design a remote control.
    series: ['ES', 'IS', 'TS'].includes(letters) ? 'remote control' : letters,
    index: runWithoutYielding(indexConversation(tokenizer, conversation)),
    questions: file.specific_query_list.map(({ query, relevant_text_span }) => ({
      query,
      gold: new Set(relevant_text_span.flatMap(([from, to]) => rangeOf(Number(from), Number(to)))),
    })),
  };
}

const rangeOf = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, offset) => from + offset);

/** Returns the means over all questions of the meetings, in percent. */
function measure(meetings: readonly Meeting[], retriever: Retriever) {
  let [questions, ofReachable, ofGold] = [0, 0, 0];
  for (const meeting of meetings) {
    for (const { query, gold } of meeting.questions) {
      const found = retriever(meeting, query, gold);
      questions++;
      ofReachable += found / Math.min(TOP, gold.size);
      ofGold += found / gold.size;
    }
  }
  const percent = (sum: number) => `${((100 * sum) / questions).toFixed(1)} %`;
  return { questions, ofReachable: percent(ofReachable), ofGold: percent(ofGold) };
}

/** Returns the number of these questions that fire as signals in a meeting. */
function countFired({ index }: Meeting, questions: Meeting['questions']): number {
  const signals = questions.map(({ query }, place) => ({ signalId: place + 1, name: query, prompt: query }));
  return runWithoutYielding(judgeQuestions(index, signals)).filter(({ fired }) => fired).length;
}

/** Returns the shares of questions that fire in their own meeting, in others of its series, and elsewhere, in percent. */
function measureFiring(meetings: readonly Meeting[]) {
  const sums = { own: { fired: 0, asked: 0 }, series: { fired: 0, asked: 0 }, other: { fired: 0, asked: 0 } };
  for (const meeting of meetings) {
    for (const asker of meetings) {
      // The meetings of one group go on with the same work, so that a question of one may well have an answer in another.
      if (asker !== meeting && asker.group === meeting.group) continue;
      const kind = asker === meeting ? 'own' : asker.series === meeting.series ? 'series' : 'other';
      sums[kind].fired += countFired(meeting, asker.questions);
      sums[kind].asked += asker.questions.length;
    }
  }
  const percent = ({ fired, asked }: typeof sums.own) =>
    `${((100 * fired) / asked).toFixed(1)} % of ${asked}`;
  return { own: percent(sums.own), series: percent(sums.series), other: percent(sums.other) };
}

async function main(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const meetings = await Promise.all(names.map((name) => readMeeting(join(folder, name))));
  const groups = [...new Set(meetings.map(({ group }) => group))].sort();
  const isHeldOut = ({ group }: Meeting) => groups.indexOf(group) % 2 === 1;
  const parts = {
    'held out': meetings.filter(isHeldOut),
    'tuned on': meetings.filter((meeting) => !isHeldOut(meeting)),
    all: meetings,
  };
  const lines = [
    '| retriever | meetings | questions | recall@10 of what fits | recall@10 |',
    '|---|---|---|---|---|',
  ];
  for (const [part, chosen] of Object.entries(parts)) {
    for (const [name, retriever] of Object.entries(retrievers)) {
      const { questions, ofReachable, ofGold } = measure(chosen, retriever);
      lines.push(`| ${name} | ${part}: ${chosen.length} | ${questions} | ${ofReachable} | ${ofGold} |`);
    }
  }
  lines.push('', '| fires as a signal | own meeting | same series | other series |', '|---|---|---|---|');
  for (const part of ['held out', 'tuned on'] as const) {
    const { own, series, other } = measureFiring(parts[part]);
    lines.push(`| ${part} | ${own} | ${series} | ${other} |`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

const { data } = parseArgs({ options: { data: { type: 'string' } } }).values;
if (data === undefined) {
  process.stderr.write('Usage: node bench/retrieval.ts --data <folder of QMSum JSON files>\n');
  process.exitCode = 2;
} else {
  await main(data);
}
