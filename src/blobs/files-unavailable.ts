import { Fault } from '../lib/faults.ts';

/** The system refuses the process, or the file system is away. Anything else is a defect, or is told by its own name. */
const UNUSABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'EIO', 'ELOOP', 'ESTALE', 'ENOTCONN']);

/**
 * Gives what a file operation of the store threw the form of an answer, where the store cannot be used: by another user's
 * files, for example, after the service was run as root.
 * @returns the error itself where that is not so
 */
export function tellUnusable(error: unknown): unknown {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  // Errors of connections that content comes through have no path.
  const isOfFile = syscall !== undefined && 'path' in (error as object);
  if (!isOfFile || !UNUSABLE.has(code ?? '')) return error;
  const message = 'The store of recordings and exports is not available; try again later';
  return Object.assign(new Fault('unavailable', message, undefined, 'store_unavailable'), { cause: error });
}
