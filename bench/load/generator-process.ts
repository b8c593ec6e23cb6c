import { text } from 'node:stream/consumers';
import { Client } from 'undici';
import { percentile } from '../stats.ts';
import { type Load, type LoadJob, NUMBER_DIGITS } from './load.ts';

/** This program reads a LoadJob from standard input, generates the load, and prints a Load. */

const job: LoadJob = JSON.parse(await text(process.stdin));
const { pathname, search, origin } = new URL(job.request.url);
// The body is encoded once: encoding 60 kB for every request would take CPU time from the service.
const { body } = job.request;
const parts = (typeof body === 'object' ? [body.before, body.after] : [body ?? '']).map((part) =>
  Buffer.from(part),
);
const latenciesMs: number[] = [];
let sent = 0;

const startedMs = performance.now();
const endMs = startedMs + job.seconds * 1000;
try {
  await Promise.all(Array.from({ length: job.connections }, loadOneConnection));
} catch (error) {
  process.stderr.write((error as Error).message);
  process.exit(1);
}
const load: Load = {
  requests: latenciesMs.length,
  seconds: (performance.now() - startedMs) / 1000,
  ...percentiles(),
};
process.stdout.write(JSON.stringify(load));

/** Sends one request after the other on one connection until the time has elapsed. */
async function loadOneConnection(): Promise<void> {
  const client = new Client(origin);
  while (performance.now() < endMs) {
    const sentMs = performance.now();
    await answered(client);
    latenciesMs.push(performance.now() - sentMs);
  }
  await client.close();
}

/** Reads the response to its end and discards it without decoding it. */
function answered(client: Client): Promise<void> {
  const { method, headers } = job.request;
  return new Promise((resolve, reject) => {
    let status = 0;
    client.dispatch(
      { path: pathname + search, method, headers, body: nextBody() },
      {
        onRequestStart() {},
        onResponseStart(_controller, statusCode) {
          status = statusCode;
        },
        onResponseData() {},
        onResponseEnd() {
          if (status === 200) resolve();
          else reject(new Error(`a request to ${job.request.url} was answered ${status}`));
        },
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

function nextBody(): Buffer | null {
  const [before, after] = parts;
  if (after === undefined) return before!.length > 0 ? before! : null;
  const differs = `${job.prefix}${`${++sent}`.padStart(NUMBER_DIGITS, '0')}`;
  return Buffer.concat([before!, Buffer.from(differs), after]);
}

function percentiles(): { p50Ms: number; p99Ms: number } {
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  return { p50Ms: percentile(sorted, 50), p99Ms: percentile(sorted, 99) };
}
