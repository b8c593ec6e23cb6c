/** The part of a prompt's conversation that a model can see. */
export type PromptEntry = { entry: number; speaker?: string; side?: string; text: string };

export type PromptQuestion = {
  id: number;
  name: string;
  question: string;
  found_at?: number[];
  if_fired?: { id: number; name: string; question: string }[];
};

/** A parsed prompt. It is parsed strictly by its marks and lines, as a careful model reads it. */
export type ReadPrompt = {
  /** The first task; a prompt that judges may also summarize. */
  task: 'judge' | 'answer' | 'summarize' | 'reply';
  summarizes: boolean;
  title: string;
  entries: PromptEntry[];
  questions: PromptQuestion[];
};

const HEADER = /^(?:Meeting|Began|Participants, host first): /;
const SPEAKER = /^(us|customer|speaker): (.*?)(?: \((\d\d:\d\d:\d\d)\))?$/;
const ENTRY = /^\[(\d+)\] (.*)$/;

/**
 * Parses a user message: `<conversation-CODE>`, header, entries, `</conversation-CODE>`, task. A question is asked about
 * several meetings, each with a header and entries.
 * @throws Error if it does not have exactly that form
 */
export function readPrompt(user: string): ReadPrompt {
  const whole =
    /^<conversation-([0-9a-f]{16})>\n([\s\S]*?)\n<\/conversation-\1>\s+(Task: (judge|answer|summarize|reply)\.\n[\s\S]*)$/.exec(
      user,
    );
  if (!whole) throw new Error('the prompt has not the form that the stub reads');
  const [, code, body, task, kind] = whole as unknown as string[];
  if (task!.includes(code!)) throw new Error('the mark stands in the task');
  const [header, ...rest] = body!.split('\n\n');
  const lines = rest
    .join('\n\n')
    .split('\n')
    .filter((line) => line !== '' && line !== '(entries left out)')
    .filter((line) => kind !== 'reply' || !HEADER.test(line));
  return {
    task: kind as ReadPrompt['task'],
    title: header!.split('\n')[0]!.replace(/^(?:Meeting|E-mail): /, ''),
    summarizes: kind === 'summarize' || task!.includes('\nTask: summarize.\n'),
    entries: readEntries(lines),
    questions: task!
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line)),
  };
}

function readEntries(lines: readonly string[]): PromptEntry[] {
  let heading: { speaker?: string; side?: string } = {};
  return lines.flatMap((line) => {
    const entry = ENTRY.exec(line);
    if (entry) return [{ entry: Number(entry[1]), ...heading, text: entry[2]! }];
    const speaker = SPEAKER.exec(line);
    if (!speaker) throw new Error('a line of the conversation is neither an entry nor a speaker');
    heading = { speaker: speaker[2]!, side: speaker[1]! };
    return [];
  });
}

const NOTHING = { verdicts: [], responses: [], findings: [] };

/** Returns the answer of the deterministic "model"; see `startAiServer`. */
export function answerPrompt(prompt: ReadPrompt): Record<string, unknown> {
  if (prompt.task === 'judge') {
    const verdicts = prompt.questions.map((one) => judge(one, prompt));
    const responses = prompt.questions.flatMap(({ if_fired = [] }, place) => {
      const { fired, quotes } = verdicts[place]!;
      return fired
        ? if_fired.map((one) => respond({ ...one, found_at: quotes.map(({ entry }) => entry) }))
        : [];
    });
    return { verdicts, responses, findings: prompt.summarizes ? summarize(prompt) : [] };
  }
  if (prompt.task === 'answer') {
    return { ...NOTHING, responses: prompt.questions.map(respond) };
  }
  if (prompt.task === 'reply') return { ...NOTHING, findings: reply(prompt) };
  return { ...NOTHING, findings: summarize(prompt) };
}

function respond({ id, question, found_at = [] }: PromptQuestion) {
  return { id, text: `Answer to "${question}", found at ${found_at.join(', ')}.` };
}

/** Answers with a sentence for each entry that judge() would quote. */
function reply(prompt: ReadPrompt) {
  const { quotes } = judge({ ...prompt.questions[0]!, id: 1 }, { ...prompt, title: '' });
  return quotes.map((quote) => ({
    kind: 'answer',
    text: `Somebody said: ${quote.text}`,
    owner: '',
    quotes: [quote],
  }));
}

/** Words that are too common to search for; words of fewer than five letters are ignored as well. */
const COMMON = new Set(
  'about anyone asked customer during mention mentions somebody someone their there these'
    .split(' ')
    .concat('those whether where which would'.split(' ')),
);

/** Returns the search terms of a question: its texts in double quotes, otherwise its words. */
function lookedFor(question: string): { phrases: string[]; needed: number } {
  const quoted = [...question.matchAll(/"([^"]+)"/g)].map(([, phrase]) => phrase!.toLowerCase());
  if (quoted.length > 0) return { phrases: quoted, needed: 1 };
  const words = new Set(question.toLowerCase().match(/\p{L}{5,}/gu) ?? []);
  const phrases = [...words].filter((word) => !COMMON.has(word));
  return { phrases, needed: Math.min(2, phrases.length) };
}

const MAX_QUOTES = 3;
const MAX_QUOTE_CHARACTERS = 300;

function judge({ id, question }: PromptQuestion, { title, entries }: ReadPrompt) {
  const { phrases, needed } = lookedFor(question);
  const holds = (text: string) => {
    const lower = text.toLowerCase();
    return needed > 0 && phrases.filter((phrase) => lower.includes(phrase)).length >= needed;
  };
  const inEntries = entries.filter(({ text }) => holds(text)).map(toQuote);
  const quotes = [...inEntries, ...(holds(title) ? [{ entry: -1, text: title }] : [])].slice(0, MAX_QUOTES);
  return quotes.length > 0
    ? { id, reason: `Found: ${phrases.join(', ')}.`, fired: true, quotes }
    : { id, reason: `Not found: ${phrases.join(', ')}.`, fired: false, quotes: [] };
}

function toQuote({ entry, text }: PromptEntry) {
  return { entry, text: text.slice(0, MAX_QUOTE_CHARACTERS).trim() };
}

const MAX_FINDINGS_PER_KIND = 5;

function summarize({ entries }: ReadPrompt) {
  const find = (kind: string, pattern: RegExp) =>
    entries
      .filter(({ text }) => pattern.test(text))
      .slice(0, MAX_FINDINGS_PER_KIND)
      .map((entry) => ({
        kind,
        text: `${kind}: ${entry.text.slice(0, MAX_QUOTE_CHARACTERS)}`,
        owner: kind === 'next_step' ? (entry.speaker ?? '') : '',
        quotes: [toQuote(entry)],
      }));
  return [
    ...find('decision', /\bdecided?\b|\bagreed?\b/i),
    ...find('next_step', /\bI will\b|\bI'll\b|\bnext step\b/i),
    ...find('open_question', /\?\s*$/),
    ...entries
      .filter(({ text }) => text.trim() !== '')
      .slice(0, 1)
      .map((entry) => ({ kind: 'topic', text: 'The beginning', owner: '', quotes: [toQuote(entry)] })),
  ];
}
