import { isConnectionCode } from './connection-codes.ts';

/** There was no connection to be had, whatever the reason: that is never the fault of a request. */
export class NoConnection extends Error {
  /** True if there are connections, and others had them all. */
  readonly areAllBusy: boolean;

  constructor(cause: unknown, areAllBusy = false) {
    super(areAllBusy ? 'All connections to the database are busy' : 'The database cannot be reached', {
      cause,
    });
    this.name = 'NoConnection';
    this.areAllBusy = areAllBusy;
  }
}

/** A server let the time pass in which a connection has to be open: it is frozen, overloaded, or behind a firewall. */
export class SilentServer extends Error {
  /** The step that the server did not take, and the time that it had for it, without its address. */
  readonly what: string;

  constructor(place: string, what: string, cause: unknown) {
    super(`${place} ${what}`, { cause });
    this.name = 'SilentServer';
    this.what = what;
  }
}

/**
 * SQLSTATE classes that say "not now": 08 connection, 53 resources, 57P0x shut down or starting up, 57014 a
 * statement that ran into its time limit, 25006 a standby that takes no writes, 26000 and 42P05 a statement that could not be prepared
 * for one of these reasons, 40001/40P01 a transaction to try again.
 */
const UNAVAILABLE_STATES = /^(?:08...|53...|57P0.|57014|25006|26000|42P05|40001|40P01|55P03)$/;
const UNAVAILABLE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Client was closed|Query read timeout/;

/** Returns true if an error of `pg` means that the database cannot do it now, rather than that the statement is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof NoConnection || error instanceof SilentServer) return true;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') {
    if (UNAVAILABLE_STATES.test(code)) return true;
    // Only those system codes count that concern a socket to the database: pg's errors carry the failed call.
    if (
      // The Unix socket of the database does not exist.
      (isConnectionCode(code) || code === 'ENOENT') &&
      /^(?:connect|read|write|getaddrinfo)$/.test(`${(error as { syscall?: string }).syscall}`)
    ) {
      return true;
    }
  }
  return UNAVAILABLE_MESSAGES.test(error.message);
}

/** Returns true if the session does not know the prepared statement that it was to run, or knows the one that it was to prepare. */
export function isPreparedOtherwise(error: unknown): boolean {
  return /^(?:26000|42P05)$/.test(`${(error as { code?: unknown }).code}`);
}

/**
 * Returns true if the server could not reach another one that has the rows, as the coordinator of a Citus cluster: whatever
 * concerns other rows succeeds meanwhile.
 */
export function isNodeAway(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return error instanceof Error && severity !== undefined && /^08/.test(`${code}`);
}

/** Returns true if the server could not store something, or a file of its own for sorting, for lack of space. */
export function isDatabaseFull(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '53100';
}

/** Returns true if others were in the way of a transaction: they held a lock for too long, or waited for one of its own. */
export function isContention(error: unknown): boolean {
  return error instanceof Error && /^(?:40001|40P01|55P03)$/.test(`${(error as { code?: unknown }).code}`);
}

/** Returns true if the server ended a statement at its time limit. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === '57014';
}
