import type { EventEmitter } from 'node:events';
import type pg from 'pg';
import { SilentServer } from '../lib/database-errors.ts';

/** The messages of `pg` where a connection was not opened in time, and where a statement was not answered in time. */
const NOT_OPENED = 'timeout expired';
const NOT_ANSWERED = 'Query read timeout';

/**
 * Does `work`, which opens the connection of a client or is the first to use it.
 * @param setting the name of the setting that has the URL
 * @throws SilentServer in place of the errors of `pg` that say no more than that the time is over
 */
export async function noticeSilence<Result>(
  client: pg.Client,
  setting: string | undefined,
  limitMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  let isAccepted = false;
  const { connection } = client as unknown as { connection: EventEmitter };
  connection.once('connect', () => {
    isAccepted = true;
  });
  try {
    return await work();
  } catch (error) {
    const { message } = error as Error;
    if (message !== NOT_OPENED && message !== NOT_ANSWERED) throw error;
    const what =
      message === NOT_ANSWERED
        ? 'accepted the connection but did not answer a statement'
        : isAccepted
          ? 'accepted the connection but did not answer'
          : 'did not accept a connection';
    throw new SilentServer(placeOf(client, setting), `${what} within ${limitMs / 1000} s`, error);
  }
}

function placeOf({ host, port }: pg.Client, setting: string | undefined): string {
  const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  return setting === undefined ? `The database server ${address}` : `The server of ${setting}, ${address},`;
}
