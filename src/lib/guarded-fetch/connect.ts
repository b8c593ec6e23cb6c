import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isAllowed, isOwn, mayConnect, type Network } from './addresses.ts';
import { GuardedFetchError } from './errors.ts';

/** All addresses of a host name; rejects or gives none where there is no such host. */
export type Resolve = (hostname: string) => Promise<string[]>;

export type ConnectSettings = {
  allow: readonly Network[];
  resolve: Resolve;
  /** The machine's own addresses: what listens there is no more meant to be reached than what listens on loopback. */
  own: () => readonly string[];
  timeoutMs: number;
  /** The name of the server in messages for users. */
  place: string;
};

/** Resolves names as the machine itself does, with /etc/hosts. */
export const resolveBySystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, order: 'verbatim' })).map(({ address }) => address);

/**
 * Makes connections for undici: every address of the host is checked, and the connection goes to the very ones that
 * were checked, so that a name server which answers differently the second time has no second time. One blocked
 * address among several blocks the host: no honest host has one.
 */
export function guardedConnector(settings: ConnectSettings): buildConnector.connector {
  return (options, callback) => {
    checkedAddresses(options.hostname, settings).then(
      (addresses) => {
        const connect = buildConnector({
          lookup: answering(addresses),
          autoSelectFamily: true,
          timeout: settings.timeoutMs,
          // HTTP/1.1 is all that truncation and size are tested for.
          allowH2: false,
          maxCachedSessions: 0,
        } as buildConnector.BuildOptions);
        connect(options, callback);
      },
      (error: Error) => callback(error, null),
    );
  };
}

async function checkedAddresses(hostname: string, settings: ConnectSettings): Promise<string[]> {
  const { allow, resolve, own, place } = settings;
  const addresses = isIP(hostname) ? [hostname] : await resolveOrFail(hostname, resolve, place);
  const blocked = (what: string) =>
    new GuardedFetchError(
      'blocked address',
      `${place} is at an address that is ${what}, and Parley does not connect there (PARLEY_FETCH_ALLOW may allow it)`,
    );
  if (!addresses.every((address) => mayConnect(address, allow))) throw blocked('not public');
  if (addresses.some((address) => isOwn(address, own()) && !isAllowed(address, allow))) {
    throw blocked('this machine’s own');
  }
  return addresses;
}

async function resolveOrFail(hostname: string, resolve: Resolve, place: string): Promise<string[]> {
  let cause: unknown;
  try {
    const addresses = await resolve(hostname);
    if (addresses.length > 0) return addresses;
  } catch (error) {
    cause = error;
  }
  throw new GuardedFetchError('unknown host', `no address was found for ${place}`, cause);
}

function answering(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    if (all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  };
}
