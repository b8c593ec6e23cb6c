import fc from 'fast-check';
import type { Operation, Parameter, Schema } from './api-document.ts';
import { placesIn, put, requiredIn } from './body-places.ts';
import type { Draft, Twist } from './request-draft.ts';
import { misfitting, misfittingText, type Value } from './schema-values.ts';

const wrong = (name: string, apply: Twist['apply']): Twist => ({ name, isWrong: true, apply });

/** Returns twists that each make one fault. */
export function faultsOf(operation: Operation): fc.Arbitrary<Twist>[] {
  const { parameters, contents, security } = operation;
  const always = (name: string, apply: Twist['apply']) => fc.constant(wrong(name, apply));
  const found: fc.Arbitrary<Twist>[] = [
    always('an unknown query parameter', ({ query }) => {
      query.push(['__proto__', 'x']);
    }),
    always('no percent-encoded query', (draft) => {
      draft.rawQuery = 'from=%zz';
    }),
    ...parameters.flatMap(parameterFaults),
  ];
  if (security.includes('ApiKey')) {
    for (const kind of ['nobody', 'garbage', 'revoked'] as const) {
      const asked = always(`asked by ${kind}`, (draft) => {
        draft.who = { kind, index: 0 };
      });
      found.push(asked);
    }
  }
  const json = contents['application/json'];
  if (json && json.schema.format !== 'binary') found.push(...bodyFaults(json.schema));
  return found;
}

function parameterFaults({ name, in: place, schema, required }: Parameter): fc.Arbitrary<Twist>[] {
  if (place === 'header') {
    const long = wrong('a bad Idempotency-Key', ({ headers }) => {
      headers['Idempotency-Key'] = 'x'.repeat(256);
    });
    return [fc.constant(long)];
  }
  const misfit = misfittingText(schema).map((text) =>
    wrong(`${place} ${name} ${JSON.stringify(text.slice(0, 20))}`, ({ params, query }) => {
      if (place === 'path') params[name] = text;
      else replace(query, name, text);
    }),
  );
  if (place === 'path') return [misfit];
  const twice = wrong(`${name} twice`, ({ query }) => {
    query.push([name, '1'], [name, '1']);
  });
  const missing = wrong(`no ${name}`, (draft) => {
    draft.query = draft.query.filter(([one]) => one !== name);
  });
  // A list may be repeated.
  const repeated = schema.type === 'array' ? [] : [fc.constant(twice)];
  return [misfit, ...repeated, ...(required ? [fc.constant(missing)] : [])];
}

function bodyFaults(schema: Schema): fc.Arbitrary<Twist>[] {
  const raw = (name: string, change: (json: string) => string) =>
    fc.constant(
      wrong(name, ({ content }) => {
        content!.raw = change(JSON.stringify(content!.value));
      }),
    );
  const header = (name: string, ...values: string[]) =>
    fc.constantFrom(...values).map((value) =>
      wrong(`${name}: ${value}`, (draft) => {
        if (name === 'Content-Type') draft.content!.type = value;
        else draft.headers[name] = value;
      }),
    );
  const at = (name: string, path: string[], value: Value) =>
    wrong(name, ({ content }) => {
      content!.value = put(content!.value, path, value);
    });
  return [
    raw('a body that is cut', (json) => json.slice(0, -1)),
    raw('no body', () => ''),
    raw('two bodies', (json) => json + json),
    raw('a body in a list', (json) => `[${json}]`),
    raw('a body in a text', (json) => JSON.stringify(json)),
    header(
      'Content-Type',
      'text/plain',
      'application/x-www-form-urlencoded',
      '',
      'application/json; charset=latin1',
    ),
    header('Content-Encoding', 'gzip', 'br'),
    ...placesIn(schema).flatMap(
      ({ path, schema: own }) =>
        misfitting(own)?.map((value) =>
          at(`body ${path.join('.')} ${JSON.stringify(value).slice(0, 20)}`, path, value),
        ) ?? [],
    ),
    ...requiredIn(schema).map((path) => fc.constant(at(`no ${path.join('.')}`, path, undefined))),
  ];
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'QUERY', 'PROPFIND'];

const HEADERS = [
  ...[
    'X-API-Key',
    'Cookie',
    'Origin',
    'Host',
    'Content-Type',
    'Authorization',
    'TE',
    'Prefer',
    'Idempotency-Key',
  ],
  'X-HTTP-Method-Override',
];

const ENDS = ['/', '//', '/%00', '/.', '/..%2f', '%ff', '%', ';x', '\\', '/x'];

const odd = (name: string, apply: Twist['apply']): Twist => ({ name, isWrong: false, apply });

/** Returns twists that are permitted, or that are no valid request; only the form of the response is certain. */
export function odditiesOf({ contents }: Operation): fc.Arbitrary<Twist>[] {
  const printable = fc.stringMatching(/^[!-~][ -~]{0,40}$/);
  const surrogates = odd('unpaired surrogates', ({ content }) => {
    content!.raw = JSON.stringify(content!.value)?.replaceAll(/":"./gu, '":"\\ud800');
  });
  return [
    fc.constantFrom(...METHODS).map((method) =>
      odd(`the method ${method}`, (draft) => {
        draft.method = method;
      }),
    ),
    fc.webPath().map((path) =>
      odd('another path', (draft) => {
        draft.rawPath = path || '/';
      }),
    ),
    fc.constantFrom(...ENDS).map((end) =>
      odd(`a path that goes on with ${end}`, (draft) => {
        draft.rawPath = `{path}${end}`;
      }),
    ),
    fc.webQueryParameters().map((text) =>
      odd('another query', (draft) => {
        draft.rawQuery = text;
      }),
    ),
    fc.tuple(fc.constantFrom(...HEADERS), printable).map(([name, value]) =>
      odd(`${name}: ${value}`, ({ headers }) => {
        headers[name] = value.trim();
      }),
    ),
    fc.constant(
      odd('headers that are too long', ({ headers }) => {
        headers['X-Long'] = 'x'.repeat(17_000);
      }),
    ),
    fc.jsonValue().map((value) =>
      odd('another body', (draft) => {
        draft.content = { type: 'application/json', value };
      }),
    ),
    fc.uint8Array({ maxLength: 200 }).map((bytes) =>
      odd('bytes', (draft) => {
        const type = draft.content?.type ?? 'application/json';
        draft.content = { type, value: undefined, raw: Buffer.from(bytes) };
      }),
    ),
    ...(contents['application/json'] ? [fc.constant(surrogates)] : []),
  ];
}

function replace(query: Draft['query'], name: string, value: string): void {
  const found = query.find(([one]) => one === name);
  if (found) found[1] = value;
  else query.push([name, value]);
}
