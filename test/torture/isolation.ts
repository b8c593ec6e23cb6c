import { fromTests } from './from-tests.ts';

/** What another organization owns is answered as what does not exist. */
export const isolation = fromTests(
  {
    number: 13,
    name: 'isolation',
    harm: 'every operation × every place for an id × 3 tenants × keys of every scope and sessions, made from the endpoints',
  },
  ['test/http/tenant-isolation.test.ts', 'test/http/auth-matrix.test.ts'],
);
