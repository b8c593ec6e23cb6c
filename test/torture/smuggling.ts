import { fromTests } from './from-tests.ts';

/** The same requests in every run; the seed is in the test. */
export const smuggling = fromTests(
  { number: 21, name: 'smuggling', harm: 'requests that two servers on the way could read differently' },
  ['test/http/smuggling.test.ts', 'test/http/broken-requests.test.ts'],
);
