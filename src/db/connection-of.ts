import pg from 'pg';
import { splitHosts } from '../lib/split-hosts.ts';
import type { ConnectionSettings } from './client.ts';
import { createPrimaryFinder } from './primary-finder.ts';
import type { ServerFacts } from './session.ts';

/** Settings that know the name of their setting, for messages. */
export type NamedConnection = ConnectionSettings & { setting: string };

/**
 * The settings of connections to the URL of an operator. Of several hosts, each connection is made to the one that takes
 * writes at that time.
 * @param setting the name of the setting that has the URL
 */
export function connectionOf(url: string, setting: string): NamedConnection {
  const { urls, target } = splitHosts(url) ?? { urls: [url], target: undefined };
  if (urls.length === 1 && target === undefined) return { connectionString: url, setting };
  const servers = urls.map((one) => ({ ...serverOf(one), connection: { connectionString: one } }));
  const accept = ({ isReadOnly }: ServerFacts) => {
    // It may have changed since it was found.
    if (isReadOnly) throw new Error('The database server takes no writes');
  };
  return { connectionString: urls[0]!, setting, primary: createPrimaryFinder(servers, setting), accept };
}

/** The server of a URL with one host. */
export function serverOf(url: string): { host: string; port: number } {
  const { host, port } = new pg.Client({ connectionString: url });
  return { host, port };
}

/** The same connection, with its role and its encryption, to another server. */
export function connectionToHost(
  connection: ConnectionSettings,
  { host, port }: { host: string; port: number },
): ConnectionSettings {
  const { primary: _, accept: __, sharesSessions: ___, connectionString, ...rest } = connection;
  if (connectionString === undefined) return { ...rest, host, port };
  const url = new URL(connectionString);
  // A query parameter would win.
  url.searchParams.delete('host');
  url.searchParams.delete('port');
  url.hostname = host.includes(':') ? `[${host}]` : host;
  url.port = `${port}`;
  return { ...rest, connectionString: url.href };
}
