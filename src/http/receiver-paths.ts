import type { AppParts } from './app-parts.ts';
import { pathsOf } from './endpoint.ts';
import { patternOf } from './route.ts';

/**
 * Returns what tells the callers of the API where an operation of the receiver is: clients made by generators know one
 * address only.
 */
export function receiverHints<Deps>({
  address,
  endpoints,
  receiverUrl,
}: AppParts<Deps>): (path: string) => string | undefined {
  if (address !== 'api' || receiverUrl === undefined) return () => undefined;
  const message = `Meetings, e-mails and recordings are sent to the receiver, whose address is ${receiverUrl}`;
  const patterns = endpoints
    .filter((endpoint) => endpoint.address === 'receiver')
    .flatMap((endpoint) => pathsOf(endpoint).map(patternOf));
  return (path) => (patterns.some((pattern) => pattern.test(path)) ? message : undefined);
}
