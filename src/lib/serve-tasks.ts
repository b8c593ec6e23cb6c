import { parentPort } from 'node:worker_threads';

/** A message to a thread of a pool. */
export type ToThread<Task, Answer> = { task: Task } | { answer: Answer };

/** A message from a thread of a pool. A question belongs to the task in work. */
export type FromThread<Question, Result> = { question: Question } | { result: Result };

/** The result of a task, with the memory that is transferred with it. */
export type Served<Result> = { result: Result; transfer?: ArrayBuffer[] };

/**
 * Serves the tasks of a thread pool, in a thread of it.
 * @param serve does a task; it may ask the pool's owner questions, one at a time. If it throws, the thread ends
 */
export function serveTasks<Task, Result, Question = never, Answer = never>(
  serve: (task: Task, ask: (question: Question) => Promise<Answer>) => Promise<Served<Result>>,
): void {
  const port = parentPort!;
  let takeAnswer: (answer: Answer) => void = () => {};
  const send = (message: FromThread<Question, Result>, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer);
  const ask = (question: Question) =>
    new Promise<Answer>((resolve) => {
      takeAnswer = resolve;
      send({ question });
    });
  port.on('message', async (message: ToThread<Task, Answer>) => {
    if ('answer' in message) {
      takeAnswer(message.answer);
      return;
    }
    const { result, transfer } = await serve(message.task, ask);
    send({ result }, transfer);
  });
}
