import { fromTests } from './from-tests.ts';

/** The limits are exact, so every run tests all of them. */
export const bodyLimits = fromTests(
  {
    number: 6,
    name: 'body-limits',
    harm: 'bodies of the limit − 1, the limit and the limit + 1; chunked; with a false length; encoded; with an invalid key',
  },
  [
    'test/endpoints/ingest/body-limits.test.ts',
    'test/endpoints/ingest/body-types.test.ts',
    'test/http/body-limits.test.ts',
  ],
);
