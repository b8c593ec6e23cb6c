import { Fault } from '../../lib/faults.ts';

/** The fault of a caller whose key has never been valid, or is no longer. */
export function invalidKey(): Fault {
  return new Fault('unauthenticated', 'The API key is not valid: it is unknown, expired or revoked');
}
