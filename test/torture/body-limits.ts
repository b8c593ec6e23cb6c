import { fromTests } from './from-tests.ts';

/** What is asked of the limits is exact, so every run asks it whole. */
export const bodyLimits = fromTests(
  {
    number: 6,
    name: 'body-limits',
    harm: 'bodies of the limit − 1, the limit, and + 1; chunked; of a lying length; encoded; with a bad key',
  },
  [
    'test/endpoints/ingest/body-limits.test.ts',
    'test/endpoints/ingest/body-types.test.ts',
    'test/http/body-limits.test.ts',
  ],
);
