import { Agent, request as httpRequest } from 'node:http';
import type { Journal } from '../../support/journal.ts';

/** The outcome of a request, as its client saw it. */
export type RequestEntry =
  | { event: 'asked'; id: string; what: string; number?: number }
  /** The complete response was received. */
  | { event: 'answered'; id: string; status: number; meetingId?: string }
  /** `refused`: no connection. `closed`: it closed before a response began. `cut`: it broke within a response. */
  | { event: 'unanswered'; id: string; how: 'refused' | 'closed' | 'cut'; code: string };

export type Asked = {
  /** The kind of request, for the journal. */
  what: string;
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** The number of its meeting. */
  number?: number;
};

export type Answered = { status: number; text: string };

/** The time after which a request counts as failed. */
const TIMEOUT_MS = 30_000;

/**
 * Sends requests over keep-alive connections, each with a unique X-Request-Id, and writes an entry to the journal
 * before each is sent and, with the outcome, before its caller continues.
 * @param name the prefix of the ids
 */
export function openJudgedRequests(name: string, key: string, journal: Journal<RequestEntry>) {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  let sent = 0;

  /** @returns undefined if there was no complete response */
  const ask = (asked: Asked): Promise<Answered | undefined> => {
    const id = `${name}-${sent++}`;
    const { what, method, url, headers, body, number } = asked;
    journal.write({ event: 'asked', id, what, ...(number === undefined ? {} : { number }) });
    return new Promise((resolve) => {
      let readBefore = 0;
      let isOver = false;
      const fail = (error: NodeJS.ErrnoException) => {
        if (isOver) return;
        isOver = true;
        const { code = error.message } = error;
        const isBegun = (request.socket?.bytesRead ?? 0) > readBefore;
        const how = code === 'ECONNREFUSED' ? 'refused' : isBegun ? 'cut' : 'closed';
        journal.write({ event: 'unanswered', id, how, code });
        resolve(undefined);
      };
      const request = httpRequest(url, {
        method,
        agent,
        timeout: TIMEOUT_MS,
        headers: {
          'X-API-Key': key,
          'X-Request-Id': id,
          ...(body === undefined
            ? {}
            : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
          ...headers,
        },
      });
      request.on('socket', (socket) => {
        readBefore = socket.bytesRead;
      });
      request.on('timeout', () => request.destroy(new Error('no answer in time')));
      request.on('error', fail);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', fail);
        response.on('end', () => {
          if (isOver) return;
          isOver = true;
          const isText = response.headers['content-encoding'] === undefined;
          const answered = {
            status: response.statusCode!,
            text: isText ? Buffer.concat(chunks).toString() : '',
          };
          journal.write({ event: 'answered', id, status: answered.status, ...meetingIdIn(what, answered) });
          resolve(answered);
        });
      });
      request.end(body);
    });
  };
  return { ask, close: () => agent.destroy() };
}

export type JudgedRequests = ReturnType<typeof openJudgedRequests>;

function meetingIdIn(what: string, { status, text }: Answered): { meetingId?: string } {
  return what === 'ingest' && status === 200 ? { meetingId: JSON.parse(text).meetingId } : {};
}
