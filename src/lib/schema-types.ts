import type TypeBox from 'typebox';

type Schema = Record<string, unknown>;

const OPTIONAL = Symbol('optional');

/** Marks a copy of a schema, so that an object does not require the property. The mark is no part of the JSON Schema. */
function optional(schema: Schema): Schema {
  return Object.defineProperty({ ...schema }, OPTIONAL, { value: true });
}

function object(properties: Record<string, Schema>, options?: Schema): Schema {
  const required = Object.keys(properties).filter((name) => !(OPTIONAL in properties[name]!));
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options };
}

function partial(schema: Schema): Schema {
  const entries = Object.entries(schema.properties as Record<string, Schema>);
  return object(Object.fromEntries(entries.map(([name, property]) => [name, optional(property)])));
}

const constructors = {
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Schema) => ({ type: 'boolean', ...options }),
  Enum: (values: unknown[], options?: Schema) => ({ enum: values, ...options }),
  Integer: (options?: Schema) => ({ type: 'integer', ...options }),
  Literal: (value: unknown, options?: Schema) => ({ type: typeof value, const: value, ...options }),
  Null: (options?: Schema) => ({ type: 'null', ...options }),
  Number: (options?: Schema) => ({ type: 'number', ...options }),
  Object: object,
  Optional: optional,
  Partial: partial,
  String: (options?: Schema) => ({ type: 'string', ...options }),
  Union: (anyOf: Schema[], options?: Schema) => ({ anyOf, ...options }),
  Unknown: (options?: Schema) => ({ ...options }),
  Unsafe: (schema: Schema) => ({ ...schema }),
};

/**
 * Makes JSON Schemas with the types of TypeBox. TypeBox itself makes the same schemas by 370 modules, which take 6 MB of a process that
 * needs nothing else of them until it checks its first body.
 */
export const Type = constructors as unknown as Pick<typeof TypeBox, keyof typeof constructors>;
