/**
 * Turns the schemas that check requests and describe answers into those of openapi.json. The checks take more than a
 * document should say, and say less of types than generators of clients need.
 */
import { NO_NUL } from '../lib/text.ts';
import { MAX_INT32 } from './params.ts';

type Json = Record<string, unknown>;

/**
 * Returns the schema of a request as the check applies it: null for absent in optional fields, and no NUL in text.
 * The check itself says neither by the schema, so that its messages stay plain.
 */
export function asRequest(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  const { anyOf, ...rest } = schema as Json & { properties?: Record<string, Json>; required?: string[] };
  // Generators take alternatives of required fields for alternatives of types; the description of a field names them.
  const node = isChoiceOfFields(anyOf) ? rest : { ...rest, ...(anyOf === undefined ? {} : { anyOf }) };
  if (node.type === 'string') {
    return node.pattern || node.format || node.enum ? node : { ...node, pattern: NO_NUL };
  }
  if (node.items) return { ...node, items: asRequest(node.items) };
  if (!node.properties) return node;
  const properties = Object.entries(node.properties).map(([name, child]) => {
    const asked = asRequest(child) as Json;
    return [name, node.required?.includes(name) ? asked : orNull(asked)];
  });
  return { ...node, properties: Object.fromEntries(properties) };
}

function isChoiceOfFields(anyOf: unknown): boolean {
  return Array.isArray(anyOf) && anyOf.every((one) => Object.keys(one).join() === 'required');
}

function orNull(schema: Json): Json {
  if (Array.isArray(schema.enum)) return nullableEnum(schema as Json & { enum: unknown[] });
  return typeof schema.type === 'string' ? { ...schema, type: [schema.type, 'null'] } : schema;
}

/** Its default is told in words: generators take one of the values for the default of a type that has none. */
function nullableEnum({ default: fallback, ...schema }: Json & { enum: unknown[] }): Json {
  const told =
    fallback === undefined ? {} : { description: `${schema.description} Default: \`${fallback}\`.` };
  return { ...schema, ...told, enum: [...schema.enum, null] };
}

/** Replaces every titled schema by a reference to the one place under components that holds it. */
export function hoist(schema: unknown, schemas: Json): unknown {
  if (Array.isArray(schema)) return schema.map((one) => hoist(one, schemas));
  if (typeof schema !== 'object' || schema === null) return schema;
  // A field may be called title, too: then it is a schema, and no name.
  const { title, ...rest } = schema as Json;
  const parts = typeof title === 'string' ? rest : (schema as Json);
  const plain = withTypes(
    Object.fromEntries(Object.entries(parts).map(([key, value]) => [key, hoist(value, schemas)])),
  );
  if (typeof title !== 'string') return plain;
  schemas[title] ??= plain;
  if (JSON.stringify(schemas[title]) !== JSON.stringify(plain))
    throw new Error(`two schemas are called ${title}`);
  return { $ref: `#/components/schemas/${title}` };
}

/**
 * Returns the schema with the type of an enum and the size of a number, without which generators make `any` of the one,
 * and 32 bits of the other.
 */
export function withTypes(schema: Json): Json {
  const { type, format, enum: values } = schema;
  if (
    Array.isArray(values) &&
    type === undefined &&
    values.every((one) => one === null || typeof one === 'string')
  ) {
    return { type: values.includes(null) ? ['string', 'null'] : 'string', ...schema };
  }
  const types = [type].flat();
  if (format !== undefined || typeof types[0] !== 'string') return schema;
  if (types.includes('integer')) return { ...schema, format: isSmall(schema) ? 'int32' : 'int64' };
  return types.includes('number') ? { ...schema, format: 'double' } : schema;
}

function isSmall({ minimum, maximum }: Json): boolean {
  return typeof maximum === 'number' && maximum <= MAX_INT32 && typeof minimum === 'number';
}
