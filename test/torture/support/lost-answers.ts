import type { NetConnectOpts } from 'node:net';
import type { ClientConfig } from 'pg';
import type { Watcher } from './tcp-proxy.ts';

/**
 * Examines a server's bytes as they arrive.
 * @param isLost decides for each matching response whether it is lost
 * @returns the offset of the response that is to be lost
 */
export type Finder = (chunk: Buffer, isLost: () => boolean) => number | undefined;

const HEADER_BYTES = 5;
const COMMAND_COMPLETE = 'C'.charCodeAt(0);
const COMMIT_TAG = 'COMMIT\0';
const COMMIT_BYTES = HEADER_BYTES + COMMIT_TAG.length;

/**
 * Finds PostgreSQL's responses to COMMIT, which confirm that a transaction is durable. Unless TLS is requested, the
 * server sends messages of a letter, a length, and that number of bytes.
 */
export function findCommits(): Finder {
  /** The number of bytes of a message to skip. */
  let skip = 0;
  let begun = Buffer.alloc(0);
  return (chunk, isLost) => {
    let position = 0;
    while (position < chunk.length) {
      if (skip > 0) {
        const skipped = Math.min(skip, chunk.length - position);
        skip -= skipped;
        position += skipped;
        continue;
      }
      const start = position - begun.length;
      const wanted = begun.length < HEADER_BYTES ? HEADER_BYTES : COMMIT_BYTES;
      const more = chunk.subarray(position, position + wanted - begun.length);
      begun = Buffer.concat([begun, more]);
      position += more.length;
      if (begun.length < wanted) continue;
      const length = begun.readInt32BE(1) + 1;
      if (wanted === HEADER_BYTES && begun[0] === COMMAND_COMPLETE && length === COMMIT_BYTES) continue;
      const isCommit = begun.length === COMMIT_BYTES && begun.toString('latin1', HEADER_BYTES) === COMMIT_TAG;
      skip = length - begun.length;
      begun = Buffer.alloc(0);
      if (isCommit && isLost()) return Math.max(0, start);
    }
    return undefined;
  };
}

/** Loses responses of one proxy at random; none before `begin`. */
export type Dropper = {
  /** Begins to lose this share of the responses. */
  begin(share: number): void;
  end(): void;
  dropped(): number;
  watch(): Watcher;
};

/** @param find creates the finder of a connection */
export function createDropper(random: () => number, find: () => Finder): Dropper {
  let share = 0;
  let dropped = 0;
  const isLost = () => {
    if (random() >= share) return false;
    dropped++;
    return true;
  };
  return {
    begin(wanted) {
      share = wanted;
    },
    end() {
      share = 0;
    },
    dropped: () => dropped,
    watch() {
      const lookAt = find();
      return { fromServer: (chunk) => lookAt(chunk, isLost) };
    },
  };
}

const OK = Buffer.from('HTTP/1.1 200 ');

/** Finds 200 responses, which begin a chunk because clients wait for each response. */
export function findOkAnswers(): Finder {
  return (chunk, isLost) => (chunk.subarray(0, OK.length).equals(OK) && isLost() ? 0 : undefined);
}

/** Returns the address of a database for a proxy, and the database's URL through the proxy. */
export function throughProxy(connection: ClientConfig): {
  target: NetConnectOpts;
  url(port: number): string;
} {
  const { connectionString, host, port, user, password, database } = connection;
  if (connectionString === undefined) {
    return {
      target: { path: `${host}/.s.PGSQL.${port}` },
      url: (at) =>
        `postgres://${user}:${encodeURIComponent(`${password}`)}@127.0.0.1:${at}/${database}?sslmode=disable`,
    };
  }
  const direct = new URL(connectionString);
  const directPort = Number(direct.port || 5432);
  // `?host=/folder` names the folder of a Unix socket.
  const folder = direct.searchParams.get('host');
  return {
    target: folder
      ? { path: `${folder}/.s.PGSQL.${directPort}` }
      : { host: direct.hostname, port: directPort },
    url(at) {
      const through = new URL(connectionString);
      through.host = `127.0.0.1:${at}`;
      through.searchParams.delete('host');
      through.searchParams.set('sslmode', 'disable');
      return through.href;
    },
  };
}
