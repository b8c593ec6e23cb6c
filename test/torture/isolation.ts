import { fromTests } from './from-tests.ts';

/** Resources of other organizations return the same response as resources that do not exist. */
export const isolation = fromTests(
  {
    number: 13,
    name: 'isolation',
    harm: 'every operation × every place for an id × 3 tenants × keys of every scope and sessions, generated from the endpoints',
  },
  ['test/http/tenant-isolation.test.ts', 'test/http/auth-matrix.test.ts'],
);
