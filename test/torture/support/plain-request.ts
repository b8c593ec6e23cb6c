import type { Operation } from './api-document.ts';
import { TRANSCRIPT } from './arbitrary-uploads.ts';
import type { Draft } from './request-draft.ts';
import type { Value } from './schema-values.ts';
import { kindInPath, kindOfName, Seen } from './seen-values.ts';

/** Optional fields that examples need: a host for a transcript, and an end for a short window. */
const NEEDED = ['hostEmail', 'to'];

/**
 * Returns a request with the document's examples, which is answered with 2xx.
 * @param index the index of the resource among those that were seen; 0 is the newest
 */
export function plainRequest(operation: Operation, index = 0): Draft {
  const { parameters, contents, method, scopes } = operation;
  const params = parameters
    .filter((one) => one.in === 'path')
    .map(({ name, example }) => {
      const kind = kindInPath(operation, name);
      return [name, kind === undefined ? (example ?? 'x') : new Seen(kind, index)] as const;
    });
  const query = parameters.filter((one) => one.in === 'query' && (one.required || NEEDED.includes(one.name)));
  const [content] = Object.entries(contents);
  return {
    operation,
    method,
    who: { kind: scopes.includes('operator') ? 'operator' : scopes.length > 0 ? 'owner' : 'session', index },
    params: Object.fromEntries(params),
    query: query.map(({ name, example }) => [name, example ?? 'ada@parley.example']),
    headers: {},
    content: content && {
      type: content[0].replace('*', 'mpeg'),
      value: withSeen(content[1].example, index),
      ...(content[1].schema.format === 'binary' ? { raw: TRANSCRIPT } : {}),
    },
  };
}

/** Returns the example with existing ids instead of its own. */
function withSeen(example: Value, index: number, name = ''): Value {
  if (Array.isArray(example)) return example.map((item) => withSeen(item, index, name));
  if (typeof example === 'object' && example !== null) {
    return Object.fromEntries(
      Object.entries(example).map(([key, child]) => [key, withSeen(child, index, key)]),
    );
  }
  if (name === 'key') return new Seen('secret', index);
  const kind = kindOfName(name);
  return kind === undefined ? example : new Seen(kind, index, typeof example === 'number');
}
