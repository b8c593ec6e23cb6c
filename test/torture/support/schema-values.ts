import fc from 'fast-check';
import { checkOf, operations, type Schema } from './api-document.ts';
import { kindOfName, Seen } from './seen-values.ts';

/** A JSON value, with {@link Seen} in place of ids from earlier responses. */
export type Value = unknown;

/** The values of the document's examples by name, so that related texts match each other. */
const examples = new Map<string, unknown[]>();

function remember(value: unknown): void {
  if (Array.isArray(value)) value.forEach(remember);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value)) {
      examples.set(name, [...(examples.get(name) ?? []), child]);
      remember(child);
    }
  }
}
for (const { parameters, contents, answers } of operations) {
  for (const { name, example } of parameters) if (example !== undefined) remember({ [name]: example });
  for (const { example } of Object.values(contents)) remember(example);
  for (const answer of answers.values())
    for (const { example } of Object.values(answer.contents)) remember(example);
}

/** Texts that careless code misinterprets. */
const TRICKY = [
  ...[
    '',
    ' ',
    '%',
    '%00',
    '%s',
    '_',
    '*',
    '.',
    '..',
    '../..',
    '\\',
    '\\0',
    "'",
    '"',
    '`',
    "''",
    '--',
    ';',
    '#',
    '&',
    '+',
  ],
  ...[
    'null',
    'undefined',
    'true',
    'NaN',
    'Infinity',
    '-0',
    '0',
    '1e309',
    '9007199254740993',
    '__proto__',
    'constructor',
  ],
  ...[
    '\n',
    '\r\n',
    '\t',
    '\u0001',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u2028',
    '\ufeff',
    '\u200b',
    '\u202e',
    'e\u0301',
    'ﷺ',
  ],
  ...[
    'İ',
    'ß',
    '😀',
    '👩‍👩‍👧',
    '\u{10ffff}',
    '\ufffd',
    '\uffff',
    '<script>alert(1)</script>',
    '{{7*7}}',
    '$1',
    '{}',
  ],
];

/** URLs that never leave this machine: those that are not refused name hosts that cannot exist. */
const URLS = [
  ...[
    'http://127.0.0.1:9/call.mp4',
    'https://recordings.invalid/a.mp4',
    'HTTP://[::1]:9/',
    'http://169.254.169.254/',
  ],
  ...[
    'http://user:password@recordings.invalid:8080/a?b=c#d',
    'https://münchen.invalid/ä',
    'http://0x7f.1:9/',
  ],
];

const EMAILS = [
  ...[
    'ada@parley.example',
    'ADA@parley.example',
    'grace@acme.example',
    'bo@acme.example',
    "o'neil+tag@acme.example",
  ],
  ...['ä@ö.example', 'x@localhost', '"@acme.example'.slice(1), `${'x'.repeat(300)}@acme.example`],
].filter((email) => !email.startsWith('@'));

const INSTANTS = [
  ...['2026-01-31T09:30:00Z', '2026-01-31T10:15:00Z', '2000-01-01T00:00:00Z', '2030-01-01T00:00:00Z'],
  ...[
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '2016-12-31T23:59:60Z',
    '2026-01-31t09:30:00.123456z',
  ],
  ...['2026-01-31T09:30:00+14:00', '1969-12-31T23:59:59-00:00'],
];

/** Generates values that fit the schema; optional fields of objects are present half the time. */
export function fitting(schema: Schema, name = '', example?: Value): fc.Arbitrary<Value> {
  const types = [schema.type ?? []].flat();
  const type = types.find((one) => one !== 'null');
  const value = fittingValue(type === undefined ? schema : { ...schema, type }, name, example);
  return types.includes('null')
    ? fc.oneof({ weight: 12, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) })
    : value;
}

function fittingValue(schema: Schema, name: string, example: Value): fc.Arbitrary<Value> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.properties) return objectOf(schema, example);
  if (schema.items) return listOf(schema, name, example);
  const kind = kindOfName(name);
  const known = [...(example === undefined ? [] : [example]), ...(examples.get(name) ?? [])].filter((one) =>
    checkOf(schema).Check(one),
  );
  const made = leafOf(schema);
  return fc.oneof(
    { weight: 4, arbitrary: made },
    ...(known.length > 0 ? [{ weight: 6, arbitrary: fc.constantFrom(...known) }] : []),
    ...(kind === undefined ? [] : [{ weight: 30, arbitrary: seen(kind, schema.type === 'integer') }]),
  );
}

/** Generates references to a resource of the kind in an earlier response. */
export function seen(kind: string, isNumber = false): fc.Arbitrary<Seen> {
  return fc.nat({ max: 60 }).map((index) => new Seen(kind, index, isNumber));
}

function objectOf(schema: Schema, example: Value): fc.Arbitrary<Value> {
  const given = (example ?? {}) as Record<string, Value>;
  const properties = Object.entries(schema.properties!).map(([name, child]) => {
    const value = fitting(child, name, given[name]);
    return [
      name,
      schema.required?.includes(name) ? value : fc.option(value, { nil: undefined, freq: 2 }),
    ] as const;
  });
  const { minProperties, anyOf } = schema;
  const bounds = { ...(minProperties === undefined ? {} : { minProperties }), ...(anyOf ? { anyOf } : {}) };
  return fc
    .record(Object.fromEntries(properties))
    .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)))
    .filter((made) => checkOf(bounds).Check(made));
}

/** The maximum length of lists; other tests cover their limits. */
const MAX_ITEMS = 4;

function listOf(
  { items, minItems = 0, maxItems = MAX_ITEMS }: Schema,
  name: string,
  example: Value,
): fc.Arbitrary<Value> {
  const [first] = (example ?? []) as Value[];
  return fc.array(fitting(items!, name, first), {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems, MAX_ITEMS)),
  });
}

const INTEGERS = [0, 1, -1, 2, 50, 51, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1];

function leafOf(schema: Schema): fc.Arbitrary<Value> {
  const { type, minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema;
  const isRight = (value: Value) => checkOf(schema).Check(value);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') {
    const special = [minimum, maximum, ...INTEGERS].filter(isRight);
    return fc.oneof(
      fc.constantFrom(...special),
      fc.integer({ min: minimum, max: Math.min(maximum, minimum + 100) }),
      fc.integer({ min: minimum, max: maximum }),
    );
  }
  if (type === 'number') {
    return fc.oneof(
      fc.constantFrom(0, -0, 0.1, 1e-7, 1e21, 5e-324, 3600),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
  }
  if (type !== 'string') return fc.jsonValue();
  return textOf(schema);
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 100 } = schema;
  const isRight = (value: string) => checkOf(schema).Check(value);
  if (format === 'date-time') return fc.oneof(fc.constantFrom(...INSTANTS), instant);
  if (format === 'email')
    return fc.oneof(fc.constantFrom(...EMAILS.filter(isRight)), fc.emailAddress().filter(isRight));
  if (format === 'uri') return fc.constantFrom(...URLS.filter(isRight));
  if (pattern !== undefined && !pattern.includes('^[^\\u0000]*$')) {
    return fc.stringMatching(new RegExp(pattern)).filter(isRight);
  }
  const longest = Math.min(maxLength, 5000);
  const tricky = TRICKY.filter(isRight);
  return fc.oneof(
    ...(tricky.length > 0 ? [{ weight: 3, arbitrary: fc.constantFrom(...tricky) }] : []),
    {
      weight: 3,
      arbitrary: fc
        .string({ unit: 'grapheme', minLength, maxLength: Math.min(longest, Math.max(minLength, 20)) })
        .filter(isRight),
    },
    { weight: 1, arbitrary: fc.constantFrom('x', '漢', '😀').map((char) => char.repeat(longest)) },
  );
}

const instant = fc
  .tuple(
    fc.date({
      min: new Date('0000-01-02T00:00:00Z'),
      max: new Date('9999-12-30T00:00:00Z'),
      noInvalidDate: true,
    }),
    fc.constantFrom('Z', 'z', '+01:00', '-23:59', '+00:00'),
  )
  .map(([date, zone]) => date.toISOString().replace(/Z$/, zone));

/** Values that may fit no schema. */
const STRANGE: unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    2 ** 53,
    1e308,
    '',
    'x',
    '5',
    'true',
    'null',
    'a\0b',
    '2026-01-31',
    '2026-02-30T00:00:00Z',
  ],
  ...[
    [],
    [[]],
    {},
    { x: 1 },
    [null],
    [1],
    ['x'],
    [{}],
    'x'.repeat(300),
    'x'.repeat(11_000),
    '😀'.repeat(600),
    'ftp://x.invalid/',
  ],
];

/** Generates values that do not fit the schema; undefined if any value fits it. */
export function misfitting(schema: Schema): fc.Arbitrary<Value> | undefined {
  const { maxLength, maximum, minimum, maxItems } = schema;
  const near = [
    ...(maxLength !== undefined && maxLength < 20_000
      ? ['x'.repeat(maxLength + 1), '😀'.repeat(maxLength + 1)]
      : []),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maxItems !== undefined && maxItems <= 1000 ? [Array(maxItems + 1).fill('x')] : []),
  ];
  const misfits = [...near, ...STRANGE].filter((value) => !checkOf(schema).Check(value));
  return misfits.length === 0 ? undefined : fc.constantFrom(...misfits);
}

/** Generates texts of a query or path that cannot be read by the schema; `%` stands for itself. */
export function misfittingText(schema: Schema): fc.Arbitrary<string> {
  const texts = [
    ...[
      '',
      ' ',
      'x',
      '-1',
      '1.5',
      '1e3',
      '0x10',
      '+1',
      ' 1',
      '9'.repeat(20),
      'TRUE',
      'yes',
      '1,',
      ',',
      '2026-01-31',
      'a\0b',
      'null',
    ],
    ...['x'.repeat(2100), '2026-02-30T00:00:00Z', '2026-01-31T09:30:00', '[]', '{}', '😀'.repeat(200)],
  ];
  return fc.constantFrom(...texts.filter((text) => !textFits(schema, text)));
}

function textFits(schema: Schema, text: string): boolean {
  const type = [schema.type ?? []].flat()[0];
  if (type === 'array') return text.split(',').every((one) => textFits(schema.items!, one));
  if (type === 'integer') return /^-?\d+$/.test(text) && checkOf(schema).Check(Number(text));
  if (type === 'boolean') return text === 'true' || text === 'false';
  return text !== '' && checkOf(schema).Check(text);
}
