import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidAnswer } from '../../src/ai/errors.ts';
import { reasonOf } from '../../src/domain/ai-usage/waiting.ts';
import { NoMoreTries, RetryLater } from '../../src/queue/define-job.ts';
import { WorkerLost } from '../../src/queue/settle.ts';

test('our own reasons are shown; of other errors only that there was one', () => {
  const message = 'The AI provider failed (500)';
  const ours = [
    new InvalidAnswer(message),
    new NoMoreTries(message),
    new RetryLater(message, { afterSeconds: 1, isCounted: true }),
  ];
  for (const error of ours) assert.equal(reasonOf(error), message);
  assert.equal(reasonOf(new WorkerLost()), 'the worker that did the job was lost');
  for (const other of [new Error(message), new TypeError(message), message, undefined])
    assert.equal(reasonOf(other), 'It could not be processed');
});
