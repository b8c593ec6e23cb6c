import { Fault } from '../../lib/faults.ts';

/** Returns the fault for a key that was never valid, or no longer is. */
export function invalidKey(): Fault {
  return new Fault('unauthenticated', 'The API key is not valid: it is unknown, expired or revoked');
}
