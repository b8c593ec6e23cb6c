import { type Dialect, temperatureOf } from '../language-model/ask.ts';

type Body = Record<string, unknown>;

/** The name under which a server takes the limit of an answer; undefined where it takes none. */
type LimitName = 'max_tokens' | 'max_completion_tokens' | undefined;

type Ways = {
  limit: LimitName;
  format: 'json_schema' | 'json_object' | undefined;
  temperature: boolean;
  seed: boolean;
  stream: boolean;
  streamOptions: boolean;
  /** Whether instructions have a message of their own; otherwise they begin the user's. */
  system: boolean;
};

const USUAL: Ways = {
  limit: 'max_tokens',
  format: 'json_schema',
  temperature: true,
  seed: true,
  stream: true,
  streamOptions: true,
  system: true,
};

/** What every server takes. */
const PLAIN: Partial<Ways> = {
  format: undefined,
  temperature: false,
  seed: false,
  stream: false,
  streamOptions: false,
};

/** Any fixed number. */
const SEED = 1;

/**
 * The dialect of a server that calls itself OpenAI-compatible. It begins with everything that Parley wants, and leaves out
 * or renames what the server says it does not take. A server that refuses its first request without saying why is
 * asked in the plainest form once.
 * @param first what is known beforehand
 */
export function createDialect(first: Partial<Ways> = {}): Dialect & { write(body: Body): Body } {
  let ways: Ways = { ...USUAL, ...first };
  let lessons = 0;
  let isProven = false;
  let beforePlain: Ways | undefined;
  let hasTriedPlain = false;

  const change = (changes: Partial<Ways>): boolean => {
    const next = { ...ways, ...changes };
    if (Object.entries(next).every(([name, value]) => ways[name as keyof Ways] === value)) return false;
    ways = next;
    lessons++;
    return true;
  };

  return {
    lessons: () => lessons,
    sampling: (vote = 0) => ({
      ...(ways.temperature ? { temperature: temperatureOf(vote) } : {}),
      ...(ways.seed ? { seed: SEED + vote } : {}),
    }),
    statesSchema: () => ways.format === 'json_schema',
    learn({ response }) {
      if (beforePlain) {
        // The form was not the reason.
        change(beforePlain);
        beforePlain = undefined;
        return false;
      }
      if (change(lessonOf(response, ways))) return true;
      if (isProven || hasTriedPlain) return false;
      hasTriedPlain = true;
      beforePlain = ways;
      return change(PLAIN);
    },
    noteAnswer(wasRefused) {
      // An answer to another request does not tell whether the plain form was needed.
      if (beforePlain && !wasRefused) return;
      isProven = true;
      beforePlain = undefined;
    },
    write: (body) => write(body, ways),
  };
}

/** Returns the changes that a refusal suggests, by the parameters that it names. */
function lessonOf(response: string, { limit, format }: Ways): Partial<Ways> {
  const names = (pattern: RegExp) => pattern.test(response);
  return {
    ...(names(/max_(?:completion_)?tokens/) ? { limit: otherLimit(response, limit) } : {}),
    // Models that think refuse both, and name one at a time.
    ...(names(/max_completion_tokens/) && limit === 'max_tokens' ? { temperature: false } : {}),
    ...(names(/response_format|json_schema|json_object|structured[ _]output|grammar|guided/i)
      ? { format: simplerFormat(response, format) }
      : {}),
    ...(names(/temperature/) ? { temperature: false } : {}),
    ...(names(/\bseed\b/) ? { seed: false } : {}),
    ...(names(/stream_options|include_usage/) ? { streamOptions: false } : {}),
    ...(names(/\bstream(?:ing)?\b/i) ? { stream: false, streamOptions: false } : {}),
    ...(names(/system['"]? (?:role|message|prompt|instruction)|role['"]?:? ['"]?system|roles must alternate/i)
      ? { system: false }
      : {}),
  };
}

function otherLimit(response: string, limit: LimitName): LimitName {
  const other = limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  const isTooLarge = /too (?:large|high|big)|at most|maximum|less than|exceed/i.test(response);
  if (limit === undefined || isTooLarge) return undefined;
  return limit === 'max_tokens' && !response.includes(other) ? undefined : other;
}

function simplerFormat(response: string, format: Ways['format']): Ways['format'] {
  if (format !== 'json_schema') return undefined;
  return /json_object|json_schema|schema/i.test(response) ? 'json_object' : undefined;
}

function write({ max_tokens, response_format, messages, ...body }: Body, ways: Ways): Body {
  const written: Body = { ...body, messages: ways.system ? messages : inOneMessage(messages as Message[]) };
  if (ways.limit) written[ways.limit] = max_tokens;
  if (ways.format === 'json_schema') written.response_format = response_format;
  if (ways.format === 'json_object') written.response_format = { type: 'json_object' };
  if (!ways.stream) delete written.stream;
  if (!ways.stream || !ways.streamOptions) delete written.stream_options;
  return written;
}

type Message = { role: string; content: string };

function inOneMessage(messages: readonly Message[]): Message[] {
  return [{ role: 'user', content: messages.map(({ content }) => content).join('\n\n') }];
}
