import { run } from 'node:test';
import type { Figure, ReliabilityPromise } from './promise.ts';

const TIMEOUT_MS = 180_000;
const FIGURE = 'figure: ';

/**
 * Makes a promise that tests of the suite prove, in the same form for every run: each has to pass. A test may report
 * figures with `t.diagnostic(figureText(…))`.
 * @param files below the project's folder
 */
export function fromTests(
  promise: Pick<ReliabilityPromise, 'number' | 'name' | 'harm'>,
  files: string[],
): ReliabilityPromise {
  return { ...promise, isInTests: true, run: ({ say }) => runTests(files, say) };
}

/** Returns a figure in the form in which a test reports it. */
export function figureText(figure: Figure): string {
  return `${FIGURE}${JSON.stringify(figure)}`;
}

/** Runs test files; each test has to pass. It cannot be called from a test, where Node runs no other tests. */
export async function runTests(files: string[], say: (line: string) => void): Promise<Figure[]> {
  let [passed, all] = [0, 0];
  const figures: Figure[] = [];
  const failed: string[] = [];
  const events = run({ files, concurrency: 1, timeout: TIMEOUT_MS, isolation: 'process' });
  for await (const { type, data } of events) {
    if (type === 'test:diagnostic' && data.message.startsWith(FIGURE)) {
      figures.push(JSON.parse(data.message.slice(FIGURE.length)));
    }
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details.type === 'suite') continue;
    if (data.skip !== undefined || files.some((file) => data.name.endsWith(file))) continue;
    all++;
    if (type === 'test:pass') passed++;
    else failed.push(data.name);
  }
  for (const name of failed) say(`failed: ${name}`);
  const tests = { what: `tests in ${files.length} files`, value: `${passed} of ${all} passed`, limit: 'all' };
  return [...figures, { ...tests, passed: all > 0 && passed === all }];
}
