import { type Operation, operations, type Schema } from './api-document.ts';
import { completed, placesIn, put } from './body-places.ts';
import type { Draft } from './request-draft.ts';

/** A place in the requests of an operation that contains a caller's text. */
export type TextPlace = {
  operation: Operation;
  /** The name, for example `query query`, `body meeting.title` or `header X-API-Key`. */
  name: string;
  in: 'path' | 'query' | 'header' | 'body' | 'file';
  /** The schema of a parameter or field; undefined if the document does not declare it. */
  schema: Schema | undefined;
  /** Inserts the text at the place. */
  apply(draft: Draft, text: string): void;
};

const HEADERS = [
  'X-API-Key',
  'Cookie',
  'X-Request-Id',
  'Idempotency-Key',
  'Origin',
  'Accept-Encoding',
  'Content-Type',
  'Range',
  'If-None-Match',
];

/** All such places of all operations, including those for numbers, times and lists. */
export const textPlaces: readonly TextPlace[] = operations.flatMap((operation) => [
  ...operation.parameters.flatMap(({ name, in: place, schema }): TextPlace[] =>
    place === 'header'
      ? []
      : [
          {
            operation,
            name: `${place} ${name}`,
            in: place,
            schema,
            apply: intoParameter(place, name),
          },
        ],
  ),
  {
    operation,
    name: 'name of a query parameter',
    in: 'query',
    schema: undefined,
    apply: ({ query }, text) => query.push([text, 'x']),
  },
  ...bodyPlaces(operation),
  ...HEADERS.map(
    (name): TextPlace => ({
      operation,
      name: `header ${name}`,
      in: 'header',
      schema: undefined,
      apply: (draft, text) => {
        // A header can only contain printable ASCII.
        const value = text.replaceAll(/[^ -~]/g, '?').trim() || 'x';
        draft.headers[name] = name === 'Cookie' ? `parley_session=${value}` : value;
        if (name === 'Cookie') draft.who = { kind: 'nobody', index: 0 };
      },
    }),
  ),
]);

/** Returns the text as part of a value that the place accepts: an address, a URL, a file name. */
export function fittedTo({ name, schema }: TextPlace, text: string): string {
  if (schema?.format === 'email') return `${text.replaceAll(NOT_IN_EMAILS, '')}@acme.example`;
  if (schema?.format === 'uri') return `http://recordings.invalid/${text}`;
  if (name === 'query fileName') return `${text.replaceAll('/', '')}.vtt`;
  if (schema?.pattern?.startsWith('^[^\\s@.,/')) return text.replaceAll(/[\s@.,/\p{Cc}]/gu, '');
  return text;
}

const NOT_IN_EMAILS = /[\s@,;:<>()[\]\\"\p{Cc}]/gu;

function intoParameter(place: 'path' | 'query', name: string): TextPlace['apply'] {
  return (draft, text) => {
    if (place === 'path') draft.params[name] = text;
    else draft.query = [...draft.query.filter(([one]) => one !== name), [name, text]];
  };
}

function bodyPlaces(operation: Operation): TextPlace[] {
  const [content] = Object.values(operation.contents);
  if (!content) return [];
  if (content.schema.format === 'binary') {
    const apply: TextPlace['apply'] = (draft, text) => {
      draft.content!.raw = text;
    };
    return [{ operation, name: 'the file', in: 'file', schema: undefined, apply }];
  }
  const fields = placesIn(content.schema).map(
    ({ path, schema }): TextPlace => ({
      operation,
      name: `body ${path.join('.')}`,
      in: 'body',
      schema,
      apply: ({ content }, text) => {
        content!.value = put(completed(operation, content!.value, path), path, text);
      },
    }),
  );
  const unknown: TextPlace = {
    operation,
    name: 'name of a field',
    in: 'body',
    schema: undefined,
    apply: ({ content }, text) => {
      content!.value = { ...(content!.value as object), [text]: text };
    },
  };
  return [...fields, unknown];
}
