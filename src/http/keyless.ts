import type { Socket } from 'node:net';
import { type SourceNetwork, sourceNetwork } from '../lib/source-network.ts';

/**
 * Connections over which no valid key has come, of one public address. Beyond it the oldest of them is closed. Loopback
 * and private addresses may have as many as the listener holds, since a reverse proxy brings everybody from one. Processes
 * that share the listener divide it.
 */
export const MAX_KEYLESS_PER_ADDRESS = 500;

/**
 * Bytes of answers that all connections without a key may not have read yet. Sent bytes count until the connection is
 * closed, as nobody can tell whether they have been read.
 */
const MAX_OWED_BYTES = 32 * 1024 * 1024;

/** The operating system holds no more for one connection: what was sent before it must have been read. */
const MAX_OWED_EACH_BYTES = 8 * 1024 * 1024;

/** A connection that was sent less is not closed while others were sent more: that would free little. */
const MIN_OWED_BYTES = 64 * 1024;

type Entry = SourceNetwork & { owedBytes: number };

export type Keyless = {
  add(socket: Socket): void;
  /** The connection is closed, or a valid key has come over it. */
  remove(socket: Socket): void;
  /** Notes an answer of so many bytes. @returns the connections to close for it, the slowest readers */
  owe(socket: Socket, bytes: number): Socket[];
  /** @returns the connection to close after this one came, as its address has too many */
  surplus(socket: Socket): Socket | undefined;
  /** @returns the oldest suitable connection, of the address that has the most where it has one */
  oldest(isSuitable: (socket: Socket) => boolean): Socket | undefined;
};

/**
 * Keeps account of a listener's connections without a key.
 * @param isIdle whether a connection has no request under way
 * @param maxPerAddress the connections that a public address may have
 */
export function accountKeyless(
  isIdle: (socket: Socket) => boolean,
  maxPerAddress = MAX_KEYLESS_PER_ADDRESS,
): Keyless {
  const entries = new Map<Socket, Entry>();
  /** In the order in which they came. */
  const byAddress = new Map<string, Set<Socket>>();
  /** Those that were sent something; of equals the one that was sent it first is closed first. */
  const readers = new Set<Socket>();
  let owedBytes = 0;

  const remove = (socket: Socket) => {
    const entry = entries.get(socket);
    if (!entry) return;
    entries.delete(socket);
    readers.delete(socket);
    owedBytes -= entry.owedBytes;
    const ofAddress = byAddress.get(entry.network)!;
    ofAddress.delete(socket);
    if (ofAddress.size === 0) byAddress.delete(entry.network);
  };
  /** The connection that was sent the most: an idle one before others, as it has mostly read that and loses nothing. */
  const slowest = (except: Socket) => {
    let [most, mostBytes, mostIsIdle]: [Socket | undefined, number, boolean] = [undefined, 0, false];
    for (const socket of readers) {
      if (socket === except) continue;
      const bytes = entries.get(socket)!.owedBytes;
      const idle = bytes >= MIN_OWED_BYTES && isIdle(socket);
      if (idle === mostIsIdle ? bytes <= mostBytes : mostIsIdle) continue;
      [most, mostBytes, mostIsIdle] = [socket, bytes, idle];
    }
    return most;
  };
  return {
    remove,
    add(socket) {
      const source = sourceNetwork(socket.remoteAddress);
      entries.set(socket, { ...source, owedBytes: 0 });
      const ofAddress = byAddress.get(source.network);
      if (ofAddress) ofAddress.add(socket);
      else byAddress.set(source.network, new Set([socket]));
    },
    owe(socket, bytes) {
      const entry = entries.get(socket);
      if (!entry) return [];
      const counted = Math.min(entry.owedBytes + bytes, MAX_OWED_EACH_BYTES);
      owedBytes += counted - entry.owedBytes;
      entry.owedBytes = counted;
      readers.delete(socket);
      readers.add(socket);
      const cut: Socket[] = [];
      while (owedBytes > MAX_OWED_BYTES) {
        const next = slowest(socket);
        if (!next) break;
        remove(next);
        cut.push(next);
      }
      return cut;
    },
    surplus(socket) {
      const { network, isPublic } = entries.get(socket)!;
      const ofAddress = byAddress.get(network)!;
      return isPublic && ofAddress.size > maxPerAddress ? firstOf(ofAddress, () => true) : undefined;
    },
    oldest(isSuitable) {
      let most: Set<Socket> | undefined;
      for (const ofAddress of byAddress.values()) {
        if (ofAddress.size > (most?.size ?? 0)) most = ofAddress;
      }
      return firstOf(most ?? [], isSuitable) ?? firstOf(entries.keys(), isSuitable);
    },
  };
}

function firstOf<Item>(items: Iterable<Item>, isSuitable: (item: Item) => boolean): Item | undefined {
  for (const item of items) if (isSuitable(item)) return item;
  return undefined;
}
