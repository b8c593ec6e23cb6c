import assert from 'node:assert/strict';
import { test } from 'node:test';
import TypeBox from 'typebox';
import { Type } from '../../src/lib/schema-types.ts';

/** A schema with every constructor, nested and with options. */
function schema(make: typeof Type) {
  const item = make.Object(
    {
      name: make.String({ maxLength: 5, description: 'A name.' }),
      count: make.Optional(make.Integer({ minimum: 1 })),
      share: make.Optional(make.Number()),
      isNew: make.Boolean({ default: false }),
      kind: make.Enum(['a', 'b'], { type: 'string' }),
    },
    { title: 'Item', additionalProperties: false },
  );
  return make.Object({
    items: make.Optional(make.Array(item, { maxItems: 3 })),
    partial: make.Partial(item),
    given: make.Object(make.Partial(item).properties),
    either: make.Union([make.Null(), make.Literal('x'), make.Literal(2), make.Literal(true)], {
      description: 'Either.',
    }),
    anything: make.Unknown({ description: 'Anything.' }),
    bytes: make.Optional(make.Unsafe<string>({ type: 'string', format: 'binary' })),
    none: make.Object({}),
  });
}

test('schemas are those that TypeBox makes, in the same order of keys', () => {
  assert.equal(JSON.stringify(schema(Type), null, 1), JSON.stringify(schema(TypeBox), null, 1));
});
