const FORM = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?$/;

/** The values of `target_session_attrs` that fit a server which takes writes; libpq has more. */
const WRITABLE = ['read-write', 'primary', 'any'];

export type SplitUrl = {
  /** A URL for each of the hosts, in their order. */
  urls: string[];
  /** The value of `target_session_attrs`. */
  target: string | undefined;
};

/**
 * Splits a connection URL with several hosts, in either form of libpq: `postgres://a:5432,b/db` and
 * `postgres:///db?host=a,b&port=5432`. A URL with one host is returned as it is.
 * @returns undefined if the text is no such URL
 */
export function splitHosts(url: string): SplitUrl | undefined {
  const [, scheme, user, authority = '', path = '', query] = FORM.exec(url) ?? [];
  if (scheme === undefined) return undefined;
  const params = new URLSearchParams(query);
  const target = params.get('target_session_attrs') ?? undefined;
  const before = scheme + (user === undefined ? '' : `${user}@`);
  const listed = params.get('host')?.split(',');
  const hosts = listed ?? authority.split(',');
  if (hosts.length === 1)
    return canParse(before, authority, path, query) ? { urls: [url], target } : undefined;
  const ports = params.get('port')?.split(',') ?? [];
  if (hosts.includes('') || (ports.length > 1 && ports.length !== hosts.length)) return undefined;
  params.delete('target_session_attrs');
  const urls = hosts.map((host, index) => {
    const port = ports[index] ?? ports[0];
    const own = new URLSearchParams(params);
    if (listed) own.set('host', host);
    if (port) own.set('port', port);
    const text = own.toString();
    return `${before}${listed ? authority : host}${path}${text === '' ? '' : `?${text}`}`;
  });
  const isWhole = hosts.every((host) => canParse(before, listed ? authority : host, path, query));
  return isWhole ? { urls, target } : undefined;
}

/** Returns true if `target_session_attrs` asks for a server that takes writes, or for nothing. */
export function isWritableTarget(target: string | undefined): boolean {
  return target === undefined || WRITABLE.includes(target);
}

/** A server behind a Unix socket has no host in its URL: postgres://user:password@/database?host=/run/postgresql */
function canParse(before: string, authority: string, path: string, query = ''): boolean {
  return URL.canParse(`${before}${authority || 'host'}${path}?${query}`);
}
