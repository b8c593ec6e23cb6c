import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The data received over one connection. */
export type RawAnswer = {
  /** Every byte, as latin1. */
  text: string;
  /** Status of each answer, interim ones too. */
  statuses: number[];
  /** Headers of the last answer, names in lower case. */
  headers: Record<string, string>;
  /** Body of the last answer. */
  body: string;
  /** Whether the server ended the connection, and whether it did so by a reset. */
  closed: boolean;
  reset: boolean;
};

/** A connection on which a test writes bytes that no HTTP client would. */
export type RawConnection = {
  socket: Socket;
  write(bytes: string | Buffer): void;
  /** Waits until the connection is closed, or `done` says that enough came back, or the time is over. */
  read(done?: (answer: RawAnswer) => boolean, maxMs?: number): Promise<RawAnswer>;
  close(): void;
};

export async function openRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  let closed = false;
  let reset = false;
  let wake = () => {};
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    wake();
  });
  for (const event of ['end', 'close']) {
    socket.on(event, () => {
      closed = true;
      wake();
    });
  }
  socket.on('error', () => {
    reset = true;
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return {
    socket,
    write: (bytes) => {
      socket.write(bytes);
    },
    async read(done = () => false, maxMs = 3000) {
      const ends = AbortSignal.timeout(maxMs);
      for (;;) {
        const answer = parse(text, closed, reset);
        if (closed || ends.aborted || done(answer)) return answer;
        await Promise.race([
          new Promise<void>((resolve) => {
            wake = resolve;
          }),
          delay(50),
        ]);
      }
    },
    close: () => socket.destroy(),
  };
}

/** Sends the bytes and reads until the server closes the connection, or at least one whole answer is there. */
export async function exchange(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const connection = await openRaw(url);
  connection.write(bytes);
  const answer = await connection.read((so) => so.statuses.some((status) => status >= 200) && isWhole(so));
  // If the response announces the end of the connection, it must end.
  const last = answer.headers.connection === 'close' ? await connection.read() : answer;
  connection.close();
  return last;
}

function isWhole({ headers, body }: RawAnswer): boolean {
  return headers['content-length'] === undefined || body.length >= Number(headers['content-length']);
}

function parse(text: string, closed: boolean, reset: boolean): RawAnswer {
  const heads = [...text.matchAll(/HTTP\/1\.1 (\d{3})[^\r]*\r\n((?:[^\r\n]+\r\n)*)\r\n/g)];
  const last = heads.at(-1);
  const headers = Object.fromEntries(
    (last?.[2] ?? '')
      .split('\r\n')
      .filter((line) => line !== '')
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  );
  return {
    text,
    statuses: heads.map((head) => Number(head[1])),
    headers,
    body: last ? text.slice(last.index + last[0].length) : '',
    closed,
    reset,
  };
}
