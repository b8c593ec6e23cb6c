import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fetchBytes } from '../load/fetch-bytes.ts';
import type { Load, LoadRequest } from '../load/load.ts';
import { type Contender, ROUNDS, SPARSE_STEP } from '../measure.ts';
import { processCpuSeconds } from '../setup/cpu.ts';
import { type Bench, loadWith, nextPrefix } from '../stage.ts';
import type { Workload } from '../workloads.ts';
import type { RunningPeer } from './peer.ts';

/** A request that takes longer without other load is slow: it is sent from as many connections as there are cores. */
const SLOW_MS = 100;
/** The number of slow requests that each connection sends in a round. */
const REQUESTS_OF_SLOW_ROUND = 4;
/** A request that takes even longer is sent once from each connection, in one round. */
const VERY_SLOW_MS = 1500;
const TRIALS = 3;

/** Returns the peer as a contender for a workload. */
export async function peerContender(
  running: RunningPeer,
  { ask }: Workload,
  bench: Bench,
): Promise<Contender> {
  const { peer, title, context, pid } = running;
  const request = peer.request(ask, context);
  const { aloneMs, bytes } = await tryAlone(request);
  const contender = {
    name: title,
    ...(ask === 'ingest' ? {} : { bytes }),
    cpuSeconds: async () => (await processCpuSeconds(pid)) ?? Number.NaN,
  };
  const { connections, seconds } = bench.run.options;
  const fewer = Math.min(connections, availableParallelism());
  if (aloneMs > VERY_SLOW_MS) {
    return { ...contender, run: () => sendOnce(request, fewer), roundStep: ROUNDS, isCold: true };
  }
  if (aloneMs <= SLOW_MS) {
    return { ...contender, run: loadWith(bench, request, connections), roundStep: SPARSE_STEP };
  }
  const load = loadWith(bench, request, fewer);
  const needed = Math.ceil((aloneMs * REQUESTS_OF_SLOW_ROUND) / 1000);
  return {
    ...contender,
    run: async (wanted) => {
      const done = await load(wanted < seconds ? wanted : Math.max(wanted, needed));
      // Requests that the generator abandoned are still running, and must not disturb the next round.
      await delay(aloneMs * fewer);
      return done;
    },
    roundStep: SPARSE_STEP,
  };
}

/** Returns the duration of a request without other load, the fastest of several attempts. */
async function tryAlone(request: LoadRequest): Promise<{ aloneMs: number; bytes: number }> {
  let aloneMs = Number.POSITIVE_INFINITY;
  let bytes = 0;
  for (let trial = 0; trial < TRIALS; trial++) {
    const startedMs = performance.now();
    bytes = (await fetchBytes(request, `${nextPrefix()}trial`)).bytes.length;
    aloneMs = Math.min(aloneMs, performance.now() - startedMs);
    if (aloneMs > VERY_SLOW_MS) break;
  }
  return { aloneMs, bytes };
}

/** Sends one request from each connection, and waits for all of them. */
async function sendOnce(request: LoadRequest, connections: number): Promise<Load> {
  const startedMs = performance.now();
  await Promise.all(Array.from({ length: connections }, () => fetchBytes(request, `${nextPrefix()}once`)));
  const tookMs = performance.now() - startedMs;
  return { requests: connections, seconds: tookMs / 1000, p50Ms: tookMs, p99Ms: tookMs };
}
