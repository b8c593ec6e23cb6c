import { request } from 'node:http';

/** A request whose body stops halfway until it is continued. */
export type HalvedRequest = {
  /** Resolves when the first half has been sent. */
  begun: Promise<void>;
  /** Sends the rest. @returns the response; status 0 if the connection broke, with the reason as its text */
  finish(): Promise<{ status: number; text: string }>;
};

export function beginRequest(
  method: 'POST' | 'PUT',
  url: string,
  headers: Record<string, string>,
  body: Buffer,
): HalvedRequest {
  const half = body.length >> 1;
  // Each request uses a new connection.
  const sent = request(url, { method, agent: false, headers: { ...headers, 'Content-Length': body.length } });
  const answer = new Promise<{ status: number; text: string }>((resolve) => {
    const fail = (error: Error) => resolve({ status: 0, text: String(error) });
    sent.on('error', fail);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('error', fail);
      response.on('end', () => resolve({ status: response.statusCode!, text }));
    });
  });
  const begun = new Promise<void>((resolve) => {
    sent.write(body.subarray(0, half), () => resolve());
  });
  return {
    begun,
    finish() {
      sent.end(body.subarray(half));
      return answer;
    },
  };
}
