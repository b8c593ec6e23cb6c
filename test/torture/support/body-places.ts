import type { Operation, Schema } from './api-document.ts';
import type { Value } from './schema-values.ts';

type Place = { path: string[]; schema: Schema };

/** Returns every field of a body, at any depth; `0` stands for an array's first item. */
export function placesIn(schema: Schema, path: string[] = []): Place[] {
  const own = path.length === 0 ? [] : [{ path, schema }];
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
    placesIn(child, [...path, name]),
  );
  const items = schema.items ? placesIn(schema.items, [...path, '0']) : [];
  return [...own, ...inside, ...items];
}

/** Returns every required field outside of arrays. */
export function requiredIn(schema: Schema): string[][] {
  return placesIn(schema)
    .flatMap(({ path, schema: at }) => (at.required ?? []).map((name) => [...path, name]))
    .concat((schema.required ?? []).map((name) => [name]))
    .filter((path) => !path.includes('0'));
}

/** Returns a copy with another value at the path; undefined removes the field. Missing parents are created. */
export function put(value: Value, [name, ...rest]: string[], leaf: Value): Value {
  if (name === undefined) return leaf;
  if (name === '0') {
    const [first, ...others] = Array.isArray(value) ? value : [];
    return [put(first, rest, leaf), ...others];
  }
  const object = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  return { ...object, [name]: put((object as Record<string, Value>)[name], rest, leaf) };
}

/** Returns the value with the required fields of the objects on the path, if the example lacks these objects. */
export function completed(operation: Operation, value: Value, path: string[]): Value {
  const { schema } = Object.values(operation.contents)[0]!;
  let [made, node, at] = [value, schema, value] as [Value, Schema, Value];
  for (const [index, name] of path.slice(0, -1).entries()) {
    node = (name === '0' ? node.items : node.properties?.[name])!;
    at = (at as Record<string, Value> | undefined)?.[name];
    if (at !== undefined && at !== null) continue;
    at = minimal(node);
    made = put(made, path.slice(0, index + 1), at);
  }
  return made;
}

/** Returns the smallest valid value. */
function minimal(node: Schema): Value {
  const [type] = [node.type ?? []].flat();
  if (node.enum) return node.enum[0];
  if (node.properties) {
    const names = [...(node.required ?? []), ...(node.anyOf?.[0]?.required ?? [])];
    return Object.fromEntries(names.map((name) => [name, minimal(node.properties![name]!)]));
  }
  if (node.items) return [minimal(node.items)];
  if (node.format === 'email') return 'nobody@missing.example';
  if (node.format === 'date-time') return '2026-01-31T09:30:00Z';
  return type === 'integer' || type === 'number' ? 1 : type === 'boolean' ? true : 'x';
}
