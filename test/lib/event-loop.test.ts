import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { test } from 'node:test';
import { yieldToEventLoop } from '../../src/lib/event-loop.ts';

test('concurrent workers take turns, one for each round of the event loop, in the order of their requests', async () => {
  const turns: [name: string, round: number][] = [];
  const work = async (name: string) => {
    for (let piece = 0; piece < 3; piece++) {
      await yieldToEventLoop();
      turns.push([name, performance.nodeTiming.uvMetricsInfo.loopCount]);
    }
  };
  await Promise.all(['a', 'b', 'c'].map(work));
  assert.equal(turns.map(([name]) => name).join(''), 'abcabcabc');
  assert.equal(new Set(turns.map(([, round]) => round)).size, turns.length);
});
