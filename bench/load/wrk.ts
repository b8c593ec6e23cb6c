import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../setup/programs.ts';
import { type Load, type LoadJob, type LoadRequest, NUMBER_DIGITS, SPARE_MS } from './load.ts';

/** The beginning of the line that our script adds to wrk's output. */
const MARK = 'parley-bench:';

/** Generates load with wrk in one thread, which leaves most of two cores to the service. */
export async function runWrk(
  path: string,
  job: LoadJob,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<Load> {
  const { request, connections, seconds } = job;
  const script = join(folder, 'load.lua');
  await writeFile(script, luaFor(job));
  const timeout = seconds + SPARE_MS / 1000;
  const args = ['-t', '1', '-c', `${connections}`, '-d', `${seconds}s`, '--timeout', `${timeout}s`];
  args.push('-s', script, request.url);
  const said = await runProgram(path, args, { timeoutMs: seconds * 1000 + SPARE_MS, signal });
  const line = said.split('\n').find((one) => one.startsWith(MARK));
  if (line === undefined) throw new Error(`wrk said something unexpected:\n${said}`);
  const [requests, microseconds, failed, p50, p99] = line
    .slice(MARK.length)
    .split(' ')
    .map(Number) as number[];
  if (failed! > 0) throw new Error(`${failed} of ${requests} requests to ${request.url} failed`);
  return { requests: requests!, seconds: microseconds! / 1e6, p50Ms: p50! / 1000, p99Ms: p99! / 1000 };
}

/** Returns the script, which contains the requests and prints the results in a last line. */
function luaFor({ request, prefix }: LoadJob): string {
  const headers = Object.entries(request.headers).map(
    ([name, value]) => `wrk.headers[${quote(name)}] = ${quote(value)}`,
  );
  return [
    `wrk.method = ${quote(request.method)}`,
    ...headers,
    ...luaForBody(request.body, prefix),
    'done = function(summary, latency)',
    '  local e = summary.errors',
    '  local failed = e.connect + e.read + e.write + e.status + e.timeout',
    `  io.write(string.format(${quote(`\n${MARK}%d %d %d %d %d\n`)}, summary.requests, summary.duration,`,
    '    failed, latency:percentile(50), latency:percentile(99)))',
    'end',
    '',
  ].join('\n');
}

function luaForBody(body: LoadRequest['body'], prefix: string): string[] {
  if (body === undefined) return [];
  if (typeof body === 'string') return [`wrk.body = ${quote(body)}`];
  return [
    `local before, after, n = ${quote(body.before)}, ${quote(body.after)}, 0`,
    'request = function()',
    '  n = n + 1',
    `  return wrk.format(nil, nil, nil, before .. ${quote(prefix)} .. string.format("%0${NUMBER_DIGITS}d", n) .. after)`,
    'end',
  ];
}

/** Returns a Lua string in which all bytes except letters, digits and spaces are escaped by their numbers. */
function quote(text: string): string {
  const characters = [...Buffer.from(text)].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9 ]/.test(character) ? character : `\\${`${byte}`.padStart(3, '0')}`;
  });
  return `"${characters.join('')}"`;
}
