import { isEmail, isStorableText, NO_NUL, STORABLE_TEXT_FORM } from '../lib/text.ts';
import { DATE_TIME_FORM, parseDateTime } from '../lib/time.ts';

/**
 * A parameter of a query string or path: its JSON Schema for openapi.json, what it takes in words, and the parser
 * from the decoded text. Parsers are exact: nothing is trimmed, coerced or guessed.
 */
export type Param<T> = {
  schema: Record<string, unknown>;
  description: string;
  required: boolean;
  example?: unknown;
  /** @returns the value, or undefined where the text does not fit `takes` */
  parse(text: string): T | undefined;
  /** The accepted values, to follow "must be". */
  takes: string;
  fallback?: T;
  /** True if it takes a list: given several times, it has the values of all of them. */
  isList?: boolean;
  /** Name of a parameter that must not be given together with this one. */
  excludes?: string;
  /** Name of a time that this one must not be before. */
  notBefore?: string;
};

export type ParamValues<Specs> = {
  [Name in keyof Specs]: Specs[Name] extends Param<infer T> ? T : never;
};

type Options = { description: string; example?: unknown };

export const MAX_INT32 = 2_147_483_647;

/** Makes a parameter mandatory. */
export function required<T>(param: Param<T | undefined>): Param<T> {
  return { ...param, required: true } as Param<T>;
}

/** Gives a parameter the value it has where it is left out. */
export function withFallback<T>(param: Param<T | undefined>, fallback: T): Param<T> {
  return { ...param, schema: { ...param.schema, default: fallback }, fallback } as Param<T>;
}

export function integer(options: Options & { minimum: number; maximum: number }): Param<number | undefined> {
  const { minimum, maximum } = options;
  return {
    schema: { type: 'integer', minimum, maximum, ...(maximum === MAX_INT32 ? { format: 'int32' } : {}) },
    description: options.description,
    example: options.example,
    required: false,
    takes: `a whole number from ${minimum} to ${maximum}`,
    parse(text) {
      if (!/^-?\d{1,16}$/.test(text)) return undefined;
      const value = Number(text);
      return value >= minimum && value <= maximum ? value : undefined;
    },
  };
}

export function boolean(options: Options): Param<boolean | undefined> {
  return {
    schema: { type: 'boolean' },
    description: options.description,
    example: options.example,
    required: false,
    takes: 'true or false',
    parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  };
}

/** A flag that is false where it is not given. */
export function flag(options: Options): Param<boolean> {
  return withFallback(boolean(options), false);
}

/** A hint on encoding a plus sign, which stands for a space in a query. */
const PLUS_FORM = 'a + in a query is written %2B';

/**
 * The value is milliseconds since the epoch.
 * @param options.notBefore name of the time parameter that this one must not be before
 */
export function dateTime(options: Options & { notBefore?: string }): Param<number | undefined> {
  return {
    notBefore: options.notBefore,
    schema: { type: 'string', format: 'date-time' },
    description: options.description,
    example: options.example,
    required: false,
    takes: `${DATE_TIME_FORM} (${PLUS_FORM})`,
    parse: parseDateTime,
  };
}

/** @param options.excludes name of the parameter that must not be given together with this one */
export function text(options: Options & { length: number; excludes?: string }): Param<string | undefined> {
  const { length, excludes } = options;
  return {
    excludes,
    schema: { type: 'string', minLength: length, maxLength: length, pattern: NO_NUL },
    description: options.description,
    example: options.example,
    required: false,
    takes: `exactly ${length} characters of ${STORABLE_TEXT_FORM}`,
    parse: (value) => (isStorableText(value) && [...value].length === length ? value : undefined),
  };
}

const MAX_SHORT_TEXT = 128;

/** A name or identifier that is not empty, of at most `maxLength` code points. */
export function shortText({
  maxLength = MAX_SHORT_TEXT,
  excludes,
  ...options
}: Options & { maxLength?: number; excludes?: string }): Param<string | undefined> {
  return {
    excludes,
    schema: { type: 'string', minLength: 1, maxLength, pattern: NO_NUL },
    description: options.description,
    example: options.example,
    required: false,
    takes: `1 to ${maxLength} characters of ${STORABLE_TEXT_FORM}`,
    parse: (value) =>
      value !== '' && isStorableText(value) && [...value].length <= maxLength ? value : undefined,
  };
}

const MAX_LONG_TEXT = 2048;

/** Text of a bounded length that only has to be there. */
export function longText(options: Options): Param<string | undefined> {
  return {
    ...shortText(options),
    schema: { type: 'string', minLength: 1, maxLength: MAX_LONG_TEXT, pattern: NO_NUL },
    takes: `1 to ${MAX_LONG_TEXT} characters of ${STORABLE_TEXT_FORM}`,
    parse: (value) =>
      value !== '' && isStorableText(value) && value.length <= MAX_LONG_TEXT ? value : undefined,
  };
}

/** Text of an exact form. */
export function matching(options: Options & { pattern: RegExp; takes: string }): Param<string | undefined> {
  return {
    schema: { type: 'string', pattern: options.pattern.source },
    description: options.description,
    example: options.example,
    required: false,
    takes: options.takes,
    parse: (value) => (options.pattern.test(value) ? value : undefined),
  };
}

export function oneOf<Value extends string>(
  options: Options & { values: readonly Value[] },
): Param<Value | undefined> {
  return {
    schema: { type: 'string', enum: [...options.values] },
    description: options.description,
    example: options.example,
    required: false,
    takes: `one of ${options.values.join(', ')}`,
    parse: (value) => options.values.find((known) => known === value),
  };
}

export function email(options: Options): Param<string | undefined> {
  return {
    schema: { type: 'string', format: 'email' },
    description: options.description,
    example: options.example,
    required: false,
    takes: `one e-mail address (${PLUS_FORM})`,
    parse: (value) => (isEmail(value) ? value : undefined),
  };
}

/** Whole numbers, separated by commas or repeated. */
export function integerList(
  options: Options & { minimum: number; maximum: number; maxItems: number },
): Param<number[] | undefined> {
  const { minimum, maximum, maxItems } = options;
  const one = integer(options);
  return {
    schema: { type: 'array', items: one.schema, minItems: 1, maxItems },
    isList: true,
    description: options.description,
    example: options.example,
    required: false,
    takes: `a comma-separated list of 1 to ${maxItems} whole numbers from ${minimum} to ${maximum}`,
    parse(value) {
      const numbers = value.split(',').map(one.parse);
      return numbers.length <= maxItems && numbers.every((number) => number !== undefined)
        ? numbers
        : undefined;
    },
  };
}

/** The most addresses one filter takes. */
const MAX_EMAILS = 50;

/** E-mail addresses, separated by commas or repeated. */
export function emailList(options: Options): Param<string[] | undefined> {
  return {
    schema: { type: 'array', items: { type: 'string', format: 'email' }, minItems: 1, maxItems: MAX_EMAILS },
    isList: true,
    description: options.description,
    example: options.example,
    required: false,
    takes: `a comma-separated list of 1 to ${MAX_EMAILS} e-mail addresses (${PLUS_FORM})`,
    parse(value) {
      const emails = value.split(',');
      return emails.length <= MAX_EMAILS && emails.every(isEmail) ? emails : undefined;
    },
  };
}

/** Codes, separated by commas or repeated. */
export function codeList<Code extends string>(
  options: Options & { codes: readonly Code[] },
): Param<Code[] | undefined> {
  return {
    schema: { type: 'array', items: { type: 'string', enum: [...options.codes] }, minItems: 1 },
    isList: true,
    description: options.description,
    example: options.example,
    required: false,
    takes: `a comma-separated list of the codes ${options.codes.join(', ')}`,
    parse(value) {
      const codes = value.split(',') as Code[];
      return codes.every((one) => options.codes.includes(one)) ? codes : undefined;
    },
  };
}
