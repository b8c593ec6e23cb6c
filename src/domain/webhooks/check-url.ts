import { isIP } from 'node:net';
import { mayConnect, type Network } from '../../lib/guarded-fetch/addresses.ts';

/**
 * Checks the URL of a webhook. A name is looked up only when a message is sent, because what it resolves to changes.
 * @param allow the networks that may be reached although they are not public
 * @returns the fault, to follow the name of the field; undefined if there is none
 */
export function urlFault(text: string, allow: readonly Network[]): string | undefined {
  // The parser of URLs removes them, so the URL that is shown would not be the one that is asked.
  if (/[\s\p{Cc}]/u.test(text)) return 'must not contain spaces or control characters';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return 'must be an http or https URL';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  // The parser of URLs turns every spelling of an IPv4 address into four numbers.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) === 0 || mayConnect(host, allow)) return undefined;
  return 'must not be at an address that is not public (PARLEY_FETCH_ALLOW may allow it)';
}
