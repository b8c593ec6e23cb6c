import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { titleFromName } from '../src/domain/meetings/files/from-file-name.ts';
import { webVtt } from '../src/domain/meetings/formats/vtt.ts';
import { isStopWord } from '../src/domain/words/languages.ts';
import { tokenBound } from '../src/lib/token-bound.ts';
import { type Agent, connectAgent, moreOf } from '../test/mcp/agent.ts';
import { globalSetup, globalTeardown } from '../test/support/global-setup.ts';
import { startService, type TestService } from '../test/support/service.ts';
import questions from './questions.json' with { type: 'json' };
import { median } from './stats.ts';

/**
 * `node bench/questions.ts --data <folder> [--misses]`: asks the tools for agents 60 questions about real meetings, without a
 * model: the words of a question are searched for, the calls that the answers name are made, and the transcript is read around the
 * first entry. It reports how often the entry with the answer was shown, and the tokens of all answers. The folder has WebVTT
 * files and QMSum's JSON, in itself or in folders.
 */

/** An agent would stop when it has the answer; the program cannot know, so it always makes the same calls. */
const MAX_MORE = 1;
const ENTRIES_AROUND = 16;

/** Words with which people ask, and that say little about what they ask for. */
const ASKING = new Set(
  'who whom whose what which when where why how much many long long far does did do is are was were will would could can should has have had'.split(
    ' ',
  ),
);

type Segment = { text: string; timestampSeconds?: number; speaker?: { name?: string } };
type Outcome = { question: string; isShown: boolean; tokens: number; calls: number };

const { values } = parseArgs({
  options: { data: { type: 'string' }, misses: { type: 'boolean', default: false } },
});
if (values.data === undefined)
  throw new Error('--data takes a folder with .vtt files and QMSum’s .json files');

await globalSetup();
try {
  await main(values.data);
} finally {
  await globalTeardown();
}

async function main(data: string): Promise<void> {
  const service = await startService({ rateLimit: undefined, logLevel: 'warn' });
  const agent = await connectAgent(service);
  try {
    const answers = await importAll(service, data);
    const outcomes: Outcome[] = [];
    for (const { question, file, phrase } of questions) {
      outcomes.push(await ask(agent, question, answers(file, phrase)));
    }
    report(outcomes);
  } finally {
    await agent.close();
    await service.stop();
  }
}

/** Imports the meetings. @returns the citation of the entry of a file that has the phrase, without its time */
async function importAll(service: TestService, data: string) {
  const files = (await readdir(data, { recursive: true }))
    .filter((name) => /\.(?:vtt|json)$/.test(name))
    .sort();
  const known = new Map<string, { id: string; segments: readonly Segment[] }>();
  for (const [number, path] of files.entries()) {
    const text = await readFile(join(data, path), 'utf8');
    const segments = path.endsWith('.vtt') ? webVtt.parse(text).segments : segmentsOfQmsum(text);
    if (!segments) continue;
    const startMs = Date.parse('2026-01-05T09:00:00Z') + number * 86_400_000;
    const name = path.split('/').at(-1)!;
    const id = await service.client.ingest(
      {
        id: name,
        title: titleFromName(name),
        startTime: new Date(startMs).toISOString(),
        endTime: new Date(startMs + 6 * 3_600_000).toISOString(),
        host: { email: 'host@parley.example' },
        transcript: { segments },
      },
      { processImportedMeeting: false },
    );
    known.set(name, { id, segments });
  }
  console.log(`${known.size} meetings`);
  return (file: string, phrase: string): string => {
    const meeting = known.get(file);
    const index = meeting?.segments.findIndex(({ text }) => text.includes(phrase)) ?? -1;
    if (!meeting || index < 0) throw new Error(`${file} has no entry with ${JSON.stringify(phrase)}`);
    return `meeting:${meeting.id}#${index}`;
  };
}

type Qmsum = { meeting_transcripts?: { speaker: string; content: string }[] };

function segmentsOfQmsum(text: string): Segment[] | undefined {
  const turns = (JSON.parse(text) as Qmsum).meeting_transcripts;
  return turns
    ?.filter(({ content }) => content.trim() !== '')
    .map(({ speaker, content }) => ({ text: content, speaker: { name: speaker } }));
}

async function ask(agent: Agent, question: string, answer: string): Promise<Outcome> {
  const shown: string[] = [];
  let tokens = 0;
  let calls = 0;
  const call = async (tool: string, args: Record<string, unknown>) => {
    const { text, json } = await agent.call(tool, args);
    tokens += tokenBound(json);
    calls++;
    shown.push(...[...text.matchAll(/^> (?:~ )?\[(meeting:\d+#\d+)/gm)].map(([, citation]) => citation!));
    return moreOf(text, { args });
  };
  const query = contentWords(question).join(' ');
  let more = await call('search_moments', { query, order: 'relevance' });
  for (let count = 0; more && count < MAX_MORE; count++) more = await call('search_moments', more.args);
  const [, meetingId, around] = /^meeting:(\d+)#(\d+)$/.exec(shown[0] ?? '') ?? [];
  if (meetingId !== undefined) {
    await call('read_transcript', {
      meetingId,
      around: Number(around),
      entries: ENTRIES_AROUND,
      maxTokens: 2000,
    });
  }
  return { question, isShown: shown.includes(answer), tokens, calls };
}

function contentWords(question: string): string[] {
  const words = question.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'-]*/gu) ?? [];
  return words.filter((word) => !ASKING.has(word.toLowerCase()) && !isStopWord(word.toLowerCase(), 'en'));
}

function report(outcomes: readonly Outcome[]): void {
  const shown = outcomes.filter(({ isShown }) => isShown).length;
  const tokens = outcomes.map((one) => one.tokens).sort((a, b) => a - b);
  const percent = ((100 * shown) / outcomes.length).toFixed(0);
  console.log(`the entry with the answer was shown: ${shown} of ${outcomes.length} (${percent} %)`);
  console.log(`tokens of a question: median ${median(tokens)}, most ${tokens.at(-1)}`);
  console.log(`calls of a question: median ${median(outcomes.map((one) => one.calls))}`);
  if (!values.misses) return;
  for (const { question, isShown } of outcomes) if (!isShown) console.log(`missed: ${question}`);
}
