import { oneOf, searchOf, text } from '../../search-params.ts';

/** Sign-in: `from` the address to go back to, `reason` why one is here. */
export const signInSearch = searchOf({ from: text, reason: oneOf('ended') });
