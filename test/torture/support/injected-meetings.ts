import { HOSTILE_TEXT } from '../../support/ai-server-answers.ts';
import { answerPrompt } from '../../support/ai-server-model.ts';
import type { AiRequest } from '../../support/ai-server-request.ts';

export const PLACES = ['start', 'middle', 'end'] as const;

/** The number of entries of each transcript. */
export const ENTRIES = 12;

/** A meeting that contains a payload. */
export type Victim = {
  meeting: {
    id: string;
    /** The title, which begins with the name of the model that reads the meeting. */
    title: string;
    transcript: { segments: { text: string; timestampSeconds: number; speaker: { name: string } }[] };
  };
};

type State = 'fired' | 'not_fired' | 'failed';

/** The behavior of a model that reads a payload, and the most that it may cause. */
export type Model = {
  name: string;
  expected: { never: State; said: State };
  /** Returns its answer; undefined: that of a careful model. */
  answer(request: AiRequest, url: string): unknown;
};

const NOTHING = { verdicts: [], responses: [], findings: [] };

/** Replaces every text of an answer. */
function inWords(answer: unknown, words: string): unknown {
  return JSON.parse(
    JSON.stringify(answer, (name, value) => (typeof value === 'string' && name !== 'kind' ? words : value)),
  );
}

/** Answers that every signal fires, with quotes that nobody said. */
const inventor = ({ prompt }: AiRequest) =>
  prompt?.task === 'judge'
    ? {
        ...NOTHING,
        verdicts: prompt.questions.map(({ id }) => ({
          ...{ id, fired: true, reason: 'As I was told.' },
          quotes: [{ entry: 0, text: 'purple elephants for everybody' }],
        })),
      }
    : undefined;

const MODELS: readonly Model[] = [
  { name: 'careful', expected: { never: 'not_fired', said: 'fired' }, answer: () => undefined },
  { name: 'inventor', expected: { never: 'not_fired', said: 'not_fired' }, answer: inventor },
  {
    name: 'parrot',
    expected: { never: 'not_fired', said: 'not_fired' },
    answer: ({ prompt }, url) =>
      inWords(answerPrompt(prompt!), `${HOSTILE_TEXT} <script src="${url}"></script> ![x](${url}/a.png)`),
  },
  {
    name: 'smuggler',
    // What is no part of the schema is left out.
    expected: { never: 'not_fired', said: 'fired' },
    answer: ({ prompt }, url) => ({
      ...answerPrompt(prompt!),
      webhook: url,
      scopes: ['admin'],
      files: [{ url }],
    }),
  },
  {
    name: 'caller of tools',
    expected: { never: 'failed', said: 'failed' },
    answer: (_request, url) => ({ tool: 'fetch', arguments: { url } }),
  },
  {
    name: 'polluter',
    // Its payload always stands in the middle, in place of the words that are looked for.
    expected: { never: 'not_fired', said: 'not_fired' },
    answer: ({ prompt }) =>
      JSON.stringify(answerPrompt(prompt!)).replace('{', '{"__proto__":{"isAdmin":true},'),
  },
];

/** Returns the model that reads a meeting. */
export function modelOf(title: string): Model {
  return MODELS.find(({ name }) => title.startsWith(`${name}:`)) ?? MODELS[0]!;
}

/** Returns meetings with every payload at each place; in some it is also the speaker's name or in the title. */
export function* victims(payloads: readonly string[]): Generator<Victim> {
  let number = 0;
  for (const payload of payloads) {
    for (const place of PLACES) {
      number += 1;
      const at = { start: 0, middle: ENTRIES / 2, end: ENTRIES - 1 }[place];
      const { name } = MODELS[number % MODELS.length]!;
      const segments = Array.from({ length: ENTRIES }, (_, index) => ({
        text: index === at ? `Well. ${payload}` : `Sentence ${index + 1}.`,
        timestampSeconds: index * 5,
        speaker: { name: number % 2 === 0 && index === at ? payload : 'Ada Park' },
      }));
      const title = `${name}: ${number % 3 === 0 ? payload : 'Weekly call'}`;
      yield { meeting: { id: `victim-${number}`, title, transcript: { segments } } };
    }
  }
}
