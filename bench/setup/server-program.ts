import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { endProgram } from './programs.ts';

/** A program that serves HTTP in a separate process. */
export type ServerProgram = AsyncDisposable & {
  pid: number;
  /** The time from the start of the process to the first 200. */
  readyMs: number;
};

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 10;
const ANSWER_TIMEOUT_MS = 5000;
const REPORTED_LINES = 10;

/**
 * Starts a program and waits until it is ready.
 * @param options.name its name in messages: `the service`
 * @param options.program the Node of this process if undefined
 * @param options.env its whole environment except PATH
 * @param options.readyUrl returns 200 when it is ready
 * @throws if it ends or is not ready in time, with the last lines of its log
 */
export async function startServerProgram(options: {
  name: string;
  program?: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  readyUrl: string;
  logFile: string;
  signal: AbortSignal;
}): Promise<ServerProgram> {
  const { name, program = process.execPath, args, cwd, env, readyUrl, logFile, signal } = options;
  const log = await open(logFile, 'a');
  const startedMs = performance.now();
  // The program has its own session, so that it receives Ctrl-C only once, from us.
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
  });
  try {
    await once(child, 'spawn');
    const isGone = () => child.exitCode !== null || child.signalCode !== null;
    await waitUntilReady({ name, url: readyUrl, isGone, startedMs, signal });
  } catch (error) {
    await endProgram(child, 'SIGINT', STOP_TIMEOUT_MS);
    if (signal.aborted) throw error;
    const lines = (await readFile(logFile, 'utf8')).trim().split('\n').slice(-REPORTED_LINES);
    throw new Error(`${(error as Error).message}\n${lines.join('\n')}`);
  } finally {
    await log.close();
  }
  return {
    pid: child.pid!,
    readyMs: performance.now() - startedMs,
    // Unlike SIGTERM, SIGINT does not wait for a load balancer.
    [Symbol.asyncDispose]: () => endProgram(child, 'SIGINT', STOP_TIMEOUT_MS),
  };
}

async function waitUntilReady(options: {
  name: string;
  url: string;
  isGone: () => boolean;
  startedMs: number;
  signal: AbortSignal;
}): Promise<void> {
  const { name, url, isGone, startedMs, signal } = options;
  while (!(await answersOk(url))) {
    if (isGone()) throw new Error(`${name} ended while it started`);
    if (performance.now() - startedMs > START_TIMEOUT_MS) throw new Error(`${name} did not get ready`);
    await delay(POLL_MS, undefined, { signal });
  }
}

/** Returns whether a URL answers 200; each request opens a new connection. */
function answersOk(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: ANSWER_TIMEOUT_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}

/** Returns distinct free ports of the loopback, which are all held before they are released. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports: number[] = [];
  for (const server of servers) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ports.push((server.address() as AddressInfo).port);
  }
  for (const server of servers) {
    server.close();
    await once(server, 'close');
  }
  return ports;
}
