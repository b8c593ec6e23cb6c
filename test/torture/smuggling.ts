import { fromTests } from './from-tests.ts';

/** Every run sends the same requests; the seed is in the test. */
export const smuggling = fromTests(
  {
    number: 21,
    name: 'smuggling',
    harm: 'requests that a proxy and the service could interpret differently',
  },
  ['test/http/smuggling.test.ts', 'test/http/broken-requests.test.ts'],
);
