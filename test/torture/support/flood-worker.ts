import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createFloods, type Flood, type FloodedData, type FloodRequest } from './floods.ts';

/** The thread's data; each message names the flood that it sends until the next message. */
export type FloodOrder = {
  apiUrl: string;
  receiverUrl: string;
  key: string;
  seed: number;
  data: FloodedData;
  scale: number;
};

/** The numbers of responses to a flood by status; 0 means no response. */
export type FloodOutcome = { statuses: Record<number, number>; withoutRetryAfter: number };

/** The pause of a refused client, which is shorter than Retry-After requires. */
const REFUSED_PAUSE_MS = 100;

const order = workerData as FloodOrder;
const floods = createFloods(order.seed, order.data, order.scale);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let sent = 0;

function send({ address, method, target, contentType, body }: FloodRequest) {
  const headers = {
    'X-API-Key': order.key,
    'Accept-Encoding': 'gzip',
    ...(body ? { 'Content-Type': contentType, 'Content-Length': body.length } : {}),
  };
  const url = new URL(target, address === 'api' ? order.apiUrl : order.receiverUrl);
  return new Promise<{ status: number; retryAfter: boolean }>((resolve) => {
    const request = httpRequest(url, { method, headers, agent }, (response) => {
      const answer = {
        status: response.statusCode!,
        retryAfter: response.headers['retry-after'] !== undefined,
      };
      response.on('end', () => resolve(answer));
      response.on('error', () => resolve({ status: 0, retryAfter: false }));
      response.resume();
    });
    request.on('error', () => resolve({ status: 0, retryAfter: false }));
    request.end(body);
  });
}

/** Floods the service until the returned function is called, which waits for the requests in progress. */
function start(flood: Flood): () => Promise<FloodOutcome> {
  const outcome: FloodOutcome = { statuses: {}, withoutRetryAfter: 0 };
  let isOver = false;
  const one = async () => {
    while (!isOver) {
      const { status, retryAfter } = await send(flood.request(sent++));
      outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1;
      if (status === 200) continue;
      if (!retryAfter) outcome.withoutRetryAfter++;
      await delay(REFUSED_PAUSE_MS);
    }
  };
  const all = Array.from({ length: flood.concurrency }, one);
  return async () => {
    isOver = true;
    await Promise.all(all);
    return outcome;
  };
}

let end: (() => Promise<FloodOutcome>) | undefined;
parentPort!.on('message', async (name: string | undefined) => {
  if (name !== undefined) {
    end = start(floods.find((flood) => flood.name === name)!);
    return;
  }
  const outcome = await end!();
  parentPort!.postMessage(outcome);
});
