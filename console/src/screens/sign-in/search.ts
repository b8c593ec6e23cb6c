import { oneOf, searchOf, text } from '../../search-params.ts';

/** Sign-in: `from` is the address to return to, `reason` explains the sign-in. */
export const signInSearch = searchOf({ from: text, reason: oneOf('ended') });
