import { readFileSync } from 'node:fs';

/** An address that a process began to connect to. */
export type Attempt = { address: string; port: number };

/**
 * Returns a module that a process imports (`--import`) to write every connection to a file before it is opened, with
 * any library. Names that end in `.rebinding.example` are resolved as by a hostile name server:
 * `once-<first>-then-<others>`, addresses with `_` for each dot or colon, and `all-<one>-<other>` for several at once.
 */
export function watchConnections(path: string): string {
  const program = `
    import dns from 'node:dns';
    import dnsPromises from 'node:dns/promises';
    import { appendFileSync } from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    import net from 'node:net';

    const note = (address, port) => appendFileSync(${JSON.stringify(path)}, JSON.stringify({ address, port }) + '\\n');
    const connect = net.Socket.prototype.connect;
    net.Socket.prototype.connect = function (...given) {
      this.on('connectionAttempt', note);
      return connect.apply(this, given);
    };

    const asked = new Map();
    const answer = (name) => {
      const parts = name.split('.')[0].split('-');
      const address = (text) => (text.includes('_') ? text.replaceAll('_', /^\\d+_\\d+_\\d+_\\d+$/.test(text) ? '.' : ':') : text);
      const times = asked.get(name) ?? 0;
      asked.set(name, times + 1);
      if (parts[0] === 'once') return [address(times === 0 ? parts[1] : parts[3])];
      return parts.slice(1).map(address);
    };
    const isOurs = (name) => name.endsWith('.rebinding.example');
    const found = (addresses, options) => {
      const all = addresses.map((address) => ({ address, family: net.isIP(address) }));
      return options?.all ? all : all[0];
    };
    const { lookup } = dnsPromises;
    dnsPromises.lookup = async (name, options) => (isOurs(name) ? found(answer(name), options) : lookup(name, options));
    const { lookup: withCallback } = dns;
    dns.lookup = (name, options, callback) => {
      if (!isOurs(name)) return withCallback(name, options, callback);
      const one = found(answer(name), options);
      if (options?.all) callback(null, one);
      else callback(null, one.address, one.family);
    };
    syncBuiltinESMExports();`;
  return `data:text/javascript,${encodeURIComponent(program)}`;
}

/** Returns the connections that the process has begun so far. */
export function readAttempts(path: string): Attempt[] {
  const lines = readFileSync(path, { encoding: 'utf8', flag: 'a+' }).split('\n').slice(0, -1);
  // The database's socket is a path and has no port.
  return lines.map((line) => JSON.parse(line) as Attempt).filter(({ port }) => port !== undefined);
}
