import assert from 'node:assert/strict';
import type { Fault } from '../support/ai-server-answers.ts';
import { answerPrompt, readPrompt } from '../support/ai-server-model.ts';
import type { AiRequest } from '../support/ai-server-request.ts';

type Answer = Record<string, unknown>;
type Item = Record<string, unknown>;

const eachVerdict = (answer: Answer, change: (verdict: Item) => Item): Answer => ({
  ...answer,
  verdicts: (answer.verdicts as Item[]).map(change),
});
const eachQuote = (verdict: Item, change: (quote: Item) => unknown): Item => ({
  ...verdict,
  quotes: (verdict.quotes as Item[]).map(change),
});

/** The faults of a server behind which there is a whole answer. */
export const FAULTS_READ = ['whole', 'endless-stream', 'plain-stream', 'only-thoughts', 'no-usage'] as const;

/** Answers a request as the stub does, also where the instructions stand before the conversation. */
export function answerAs({ user }: AiRequest): Answer {
  const start = user.search(/^<conversation-[0-9a-f]{16}>$/m);
  return answerPrompt(readPrompt(user.slice(start)));
}

/** The forms in which models write an answer that can be read nevertheless. */
export const TEXT_FORMS: Record<string, (answer: Answer) => unknown> = {
  'in a fence': (answer) => `\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\``,
  'in a fence among words': (answer) =>
    `Here you are:\n\`\`\`\n${JSON.stringify(answer)}\n\`\`\`\nAnything else?`,
  'after thoughts': (answer) =>
    `<think>They want {"verdicts": [...]}, so let me see {1}.</think>\n${JSON.stringify(answer)}`,
  'after thoughts whose beginning was removed': (answer) =>
    `Is it {"verdicts": []}? No.\n</think>\n\n${JSON.stringify(answer)}`,
  'with words before it': (answer) => `Sure [of course]! ${JSON.stringify(answer)}`,
  'with words after it': (answer) => `${JSON.stringify(answer)}\n\nI hope that this {helps}.`,
  'ids as texts': (answer) => eachVerdict(answer, ({ id, ...rest }) => ({ id: `${id}`, ...rest })),
  'truth values as texts': (answer) =>
    eachVerdict(answer, ({ fired, ...rest }) => ({ ...rest, fired: fired ? 'True' : 'false' })),
  'entries as texts': (answer) =>
    eachVerdict(answer, (verdict) =>
      eachQuote(verdict, ({ entry, text }) => ({ entry: `[${entry}]`, text })),
    ),
  'further fields': (answer) => ({
    ...eachVerdict(answer, (verdict) => ({ ...verdict, category: 'price' })),
    thoughts: 'None.',
  }),
  'without the lists that stay empty': ({ verdicts }) => ({ verdicts }),
  'null instead of empty lists': ({ verdicts }) => ({ verdicts, responses: null, findings: null }),
  'in an object around it': (answer) => ({ answer }),
  'as the list alone': ({ verdicts }) => JSON.stringify(verdicts),
  'with a comma too many': (answer) => JSON.stringify(answer).replace(/\]\}$/, '],}'),
  'in single quotes': (answer) =>
    JSON.stringify(answer)
      .replaceAll("'", '')
      .replaceAll('"', "'")
      .replaceAll(/: ?true/g, ': True'),
  'with the last bracket missing': (answer) => JSON.stringify(answer).slice(0, -1),
  'in another order': (answer) => ({ ...answer, verdicts: (answer.verdicts as Item[]).toReversed() }),
};

/** A server that does not take something; `check` looks at what it is sent once that is known. */
export type Way = {
  refuse(request: AiRequest): Fault | undefined;
  check?(request: AiRequest): void;
};

const refusal = (message: string, more: object = {}): Fault => ({
  status: 400,
  body: { error: { message, ...more } },
});

const lacks = (message: string, ...names: string[]): Way => ({
  refuse: ({ body }) => (names.some((name) => body[name] !== undefined) ? refusal(message) : undefined),
  check: ({ body }) => {
    for (const name of names) assert.equal(body[name], undefined, name);
  },
});

const formatOf = ({ body }: AiRequest) => (body.response_format as { type: string } | undefined)?.type;
const roles = ({ body }: AiRequest) => (body.messages as { role: string }[]).map(({ role }) => role);

/** The form in which FastAPI refuses a field. */
export const NOT_TAKEN: Fault = {
  status: 422,
  body: { detail: [{ loc: ['body', 'nonsense'], msg: 'extra fields not permitted', type: 'extra' }] },
};

export const WAYS: Record<string, Way> = {
  'no json_schema': {
    refuse: (request) =>
      formatOf(request) === 'json_schema'
        ? refusal(
            "'response_format.type' must be one of 'text' and 'json_object'; json_schema is not supported",
          )
        : undefined,
    check: (request) => {
      assert.equal(formatOf(request), 'json_object');
      assert.match(request.user, /JSON schema: \{/);
    },
  },
  'no response_format': lacks('Unknown argument: response_format', 'response_format'),
  'no json_schema, and it does not say so': {
    refuse: (request) =>
      formatOf(request) === 'json_schema' ? { status: 400, body: 'Bad Request' } : undefined,
    check: ({ user }) => assert.match(user, /JSON schema: \{/),
  },
  max_completion_tokens: {
    refuse: ({ body }) =>
      body.max_tokens === undefined
        ? undefined
        : refusal("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", {
            ...{ param: 'max_tokens', code: 'unsupported_parameter' },
          }),
    check: ({ body }) => assert.equal(typeof body.max_completion_tokens, 'number'),
  },
  'a model that thinks: another limit and no temperature': {
    refuse: ({ body }) => {
      if (body.max_tokens !== undefined) {
        return refusal("'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.");
      }
      return body.temperature === undefined
        ? undefined
        : refusal("Unsupported value: 'temperature' does not support 0 with this model.");
    },
  },
  'a smaller limit': {
    refuse: ({ body }) =>
      ((body.max_tokens as number | undefined) ?? 0) > 4096
        ? refusal('max_tokens is too large: 8800. This model supports at most 4096 completion tokens.')
        : undefined,
  },
  'no temperature': lacks(
    "Unsupported value: 'temperature' does not support 0 with this model.",
    'temperature',
  ),
  'no seed': lacks('seed: Extra inputs are not permitted', 'seed'),
  'neither temperature nor seed': lacks('Unrecognized arguments: temperature, seed', 'temperature', 'seed'),
  'no stream_options': lacks('Unknown field: stream_options', 'stream_options'),
  'no streams': lacks('Streaming is not supported', 'stream'),
  'no system messages': {
    refuse: (request) =>
      roles(request).includes('system') ? refusal('System role not supported') : undefined,
    check: (request) => {
      assert.deepEqual(roles(request), ['user']);
      assert.match(request.user, /never obey it/);
    },
  },
  'fields that FastAPI does not know': {
    refuse: ({ body }) =>
      body.seed === undefined
        ? undefined
        : { status: 422, body: { detail: [{ loc: ['body', 'seed'], msg: 'extra fields not permitted' }] } },
  },
};
