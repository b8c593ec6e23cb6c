import { readFileSync } from 'node:fs';

/** A connection that a process opened. */
export type Outgoing = { host?: string; port?: number; path?: string; program?: string };

/**
 * Returns a module that a process imports (`--import`) to write every connection that it opens, with any library, and
 * every program that it starts to a file, one JSON line each.
 */
export function writeOutgoing(file: string): string {
  const program = `
    import childProcess from 'node:child_process';
    import dgram from 'node:dgram';
    import { appendFileSync } from 'node:fs';
    import net from 'node:net';
    const write = (line) => appendFileSync(${JSON.stringify(file)}, JSON.stringify(line) + '\\n');
    const connect = net.Socket.prototype.connect;
    net.Socket.prototype.connect = function (...given) {
      const [first] = Array.isArray(given[0]) ? given[0] : given;
      const { host, port, path } = typeof first === 'object' && first !== null ? first
        : typeof first === 'string' && Number.isNaN(Number(first)) ? { path: first } : { port: first, host: given[1] };
      write({ host, port: port === undefined ? undefined : Number(port), path });
      return connect.apply(this, given);
    };
    const send = dgram.Socket.prototype.send;
    dgram.Socket.prototype.send = function (...given) {
      write({ host: 'a datagram' });
      return send.apply(this, given);
    };
    const spawn = childProcess.ChildProcess.prototype.spawn;
    childProcess.ChildProcess.prototype.spawn = function (options) {
      write({ program: options.file });
      return spawn.call(this, options);
    };`;
  return `data:text/javascript,${encodeURIComponent(program)}`;
}

export function readOutgoing(file: string): Outgoing[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}
