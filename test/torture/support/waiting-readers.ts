import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from '../../support/sql.ts';

/** The number of connections that are opened at the same time, which is less than a listener's queue has room for. */
const AT_ONCE = 100;

/** The name under which the process of the readers connects to the database. */
const NAME = 'parley-of-waiting-readers';

export type WaitingReaders = {
  /** The responses that have arrived, by status. A reader that was cut off counts as 0. */
  answers: Map<number, number>;
  /** Resolves when every reader has its response. */
  all: Promise<void>;
  leave(): void;
};

/** Returns the URL of a database with which the connections of one process can be counted. */
export function countedUrl(databaseUrl: string): string {
  return `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}application_name=${NAME}`;
}

/** Lets readers wait for changes, each on a connection of its own. @param paths are used in turn */
export async function letWait(
  apiUrl: string,
  key: string,
  paths: readonly string[],
  count: number,
): Promise<WaitingReaders> {
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  const answers = new Map<number, number>();
  const requests: ClientRequest[] = [];
  const responses: Promise<void>[] = [];
  for (let number = 0; number < count; number += AT_ONCE) {
    const connected = Array.from({ length: Math.min(AT_ONCE, count - number) }, (_, n) => {
      const sent = request(apiUrl + paths[(number + n) % paths.length]!, {
        agent,
        headers: { 'X-API-Key': key },
      });
      requests.push(sent);
      const answered = statusOf(sent).then((status) => {
        answers.set(status, (answers.get(status) ?? 0) + 1);
      });
      responses.push(answered);
      return new Promise<void>((resolve) => {
        sent.once('finish', resolve).once('error', () => resolve());
        sent.end();
      });
    });
    await Promise.all(connected);
  }
  return {
    answers,
    all: Promise.all(responses).then(() => {}),
    leave() {
      for (const one of requests) one.destroy();
      agent.destroy();
    },
  };
}

function statusOf(sent: ClientRequest): Promise<number> {
  return new Promise((resolve) => {
    sent.on('error', () => resolve(0));
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode!));
      response.on('error', () => resolve(0));
    });
  });
}

/** Returns the most connections that the process of {@link countedUrl} has during some time. */
export async function mostConnections(databaseUrl: string, milliseconds: number): Promise<number> {
  let most = 0;
  const endMs = performance.now() + milliseconds;
  do {
    const [row] = await sql<{ count: string }>(
      databaseUrl,
      'select count(*) from pg_stat_activity where application_name = $1',
      [NAME],
    );
    most = Math.max(most, Number(row!.count));
    await delay(50);
  } while (performance.now() < endMs);
  return most;
}
