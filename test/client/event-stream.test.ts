import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readEvents } from '../../client/src/event-stream.ts';

const BREAKS = ['\n', '\r\n', '\r'];

const words = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/[\r\n]/g, ''));
const events = fc.array(fc.record({ id: words, lines: fc.array(words, { maxLength: 3 }) }), { maxLength: 6 });

/** A body that arrives in pieces of these lengths. */
function bodyOf(bytes: Uint8Array, lengths: readonly number[]): ReadableStream<Uint8Array> {
  let start = 0;
  let turn = 0;
  return new ReadableStream({
    pull(controller) {
      if (start >= bytes.length) return controller.close();
      const end = start + lengths[turn++ % lengths.length]!;
      controller.enqueue(bytes.slice(start, end));
      start = end;
    },
  });
}

test('events are the same wherever the connection cuts them, and however their lines end', async () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(events, lengths, fc.constantFrom(...BREAKS), async (sent, cuts, end) => {
      const lines = sent.flatMap(({ id, lines }) => [
        ': comment',
        `id: ${id}`,
        'event: other',
        ...lines.map((line) => `data: ${line}`),
        '',
      ]);
      // Something follows, because CR at the end of what has arrived may be half of a line's end.
      const text = `${lines.map((line) => line + end).join('')}: end`;
      const seen = [];
      for await (const event of readEvents(bodyOf(new TextEncoder().encode(text), cuts), 10_000))
        seen.push(event);
      assert.deepEqual(
        seen,
        sent.map(({ id, lines }) => {
          return { id, name: 'other', data: lines.length === 0 ? undefined : lines.join('\n') };
        }),
      );
    }),
  );
});
