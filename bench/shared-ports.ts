/**
 * Compares the ways in which several processes of node can serve one port: sockets of their own that share the port
 * (SO_REUSEPORT), one socket that all of them accept from, and one process that accepts and hands the connections on in
 * turns. docs/decisions/0031-several-processes.md has the results.
 *
 *   node bench/shared-ports.ts [--processes 2] [--connections 64] [--requests 3000]
 */
import { spawn } from 'node:child_process';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const WAYS = ['own sockets', 'one socket', 'in turns'] as const;
type Way = (typeof WAYS)[number];

const HOST = '127.0.0.1';
/** As the service has it. */
const BACKLOG = 4096;
const LOST_MS = 3000;
/** The time for which one process is blocked while connections arrive. */
const BLOCKED_MS = 1000;

const THIS = fileURLToPath(import.meta.url);
const OPTIONS = {
  processes: { type: 'string', default: '2' },
  connections: { type: 'string', default: '64' },
  requests: { type: 'string', default: '3000' },
} as const;

if (cluster.isWorker) serveUntilKilled(process.argv[2] as Way, Number(process.argv[3]));
else await compare();

/** Answers with the process's id; /block blocks the process. */
function serveUntilKilled(way: Way, port: number): void {
  const server = createServer((asked, answer) => {
    answer.end(`${process.pid}`);
    if (asked.url === '/block') {
      const endMs = performance.now() + BLOCKED_MS;
      setImmediate(() => {
        while (performance.now() < endMs);
      });
    }
  });
  server.listen({ host: HOST, port, backlog: BACKLOG, reusePort: way === 'own sockets' });
  // The event of `node:cluster` is only for sockets that are shared.
  server.once('listening', () => process.send!('listening'));
  process.on('message', () => process.send!(process.cpuUsage()));
}

async function compare(): Promise<void> {
  const options = { options: { ...OPTIONS, way: { type: 'string' } } } as const;
  const { values } = parseArgs(options);
  if (values.way !== undefined) {
    await measure(
      values.way as Way,
      Number(values.processes),
      Number(values.connections),
      Number(values.requests),
    );
    process.exit(0);
  }
  // `node:cluster` takes another way only in another process.
  for (const way of WAYS) {
    const program = spawn(process.execPath, [THIS, '--way', way, ...process.argv.slice(2)], {
      stdio: 'inherit',
    });
    await once(program, 'exit');
  }
}

async function measure(way: Way, processes: number, connections: number, requests: number): Promise<void> {
  const port = await freePort();
  cluster.schedulingPolicy = way === 'in turns' ? cluster.SCHED_RR : cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: THIS, args: [way, `${port}`] });
  for (let count = 0; count < processes; count++) await once(cluster.fork(), 'message');
  const figures = {
    'connections of each, opened at once': await spread(port, connections, true),
    'opened one after the other': await spread(port, connections, false),
    'opened in the middle of load': await spreadUnderLoad(port, connections),
    'CPU of a connection with a request, μs': await costOfConnections(port, requests),
    'CPU of a request on a kept connection, μs': await costOfRequests(port, requests),
    'of 40 connections while one process is blocked for 1 s, waited over 100 ms': await waitForBlocked(port),
    'failed of 400 connections while one process is killed': await failedByKill(port),
  };
  console.log(`\n${way}`);
  for (const [name, figure] of Object.entries(figures)) console.log(`  ${name}: ${figure}`);
  for (const worker of Object.values(cluster.workers!)) worker!.process.kill('SIGKILL');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function ask(port: number, agent: Agent | false, path = '/'): Promise<string> {
  const sent = request({
    host: HOST,
    port,
    path,
    agent: agent || new Agent(),
    headers: agent ? {} : { connection: 'close' },
  });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += chunk;
  return text;
}

function counted(pids: string[]): string {
  const counts = new Map<string, number>();
  for (const pid of pids) counts.set(pid, (counts.get(pid) ?? 0) + 1);
  return [...counts.values()].toSorted((a, b) => b - a).join(' ');
}

async function spread(port: number, connections: number, isAtOnce: boolean): Promise<string> {
  const agents = Array.from({ length: connections }, () => new Agent({ keepAlive: true }));
  const pids: string[] = [];
  if (isAtOnce) pids.push(...(await Promise.all(agents.map((agent) => ask(port, agent)))));
  else for (const agent of agents) pids.push(await ask(port, agent));
  for (const agent of agents) agent.destroy();
  return counted(pids);
}

async function spreadUnderLoad(port: number, connections: number): Promise<string> {
  const busy = new Agent({ keepAlive: true, maxSockets: 16 });
  let isOver = false;
  const load = Promise.all(
    Array.from({ length: 16 }, async () => {
      while (!isOver) await ask(port, busy);
    }),
  );
  const agents = Array.from({ length: connections }, () => new Agent({ keepAlive: true }));
  const pids: string[] = [];
  for (const agent of agents) {
    pids.push(await ask(port, agent));
    await delay(5);
  }
  isOver = true;
  await load;
  for (const agent of [busy, ...agents]) agent.destroy();
  return counted(pids);
}

/** CPU seconds of all processes that serve, with the one that hands connections on. */
async function cpuSeconds(): Promise<number> {
  const usages = await Promise.all(
    Object.values(cluster.workers!).map(async (worker) => {
      worker!.send('cpu');
      return (await once(worker!, 'message'))[0] as NodeJS.CpuUsage;
    }),
  );
  return usages.reduce((sum, { user, system }) => sum + user + system, 0) / 1e6;
}

/** The clients are in this process, as is what hands connections on: its difference between the ways is the cost of that. */
async function costOfConnections(port: number, requests: number): Promise<string> {
  await together(requests / 10, () => ask(port, false));
  const [before, own] = [await cpuSeconds(), process.cpuUsage()];
  await together(requests, () => ask(port, false));
  const { user, system } = process.cpuUsage(own);
  const serving = ((await cpuSeconds()) - before) * 1e6;
  return `${Math.round(serving / requests)} of those that serve, ${Math.round((user + system) / requests)} of this process, with the clients`;
}

async function costOfRequests(port: number, requests: number): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  await together(requests / 10, () => ask(port, agent));
  const before = await cpuSeconds();
  await together(requests, () => ask(port, agent));
  const serving = ((await cpuSeconds()) - before) * 1e6;
  agent.destroy();
  return `${Math.round(serving / requests)}`;
}

async function together(count: number, work: () => Promise<unknown>): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (left-- > 0) await work();
    }),
  );
}

async function waitForBlocked(port: number): Promise<string> {
  await ask(port, false, '/block');
  const waits = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      await delay(10 + index * 10);
      const startMs = performance.now();
      await ask(port, false);
      return performance.now() - startMs;
    }),
  );
  return `${waits.filter((ms) => ms > 100).length}`;
}

async function failedByKill(port: number): Promise<string> {
  let failed = 0;
  const victim = Object.values(cluster.workers!)[0]!;
  await Promise.all(
    Array.from({ length: 400 }, async (_, index) => {
      await delay(index / 4);
      if (index === 200) victim.process.kill('SIGKILL');
      const socket = connect(port, HOST);
      socket.end('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      let said = '';
      socket.on('data', (chunk) => {
        said += chunk;
      });
      // A connection that is lost on its way to the killed process never ends by itself.
      socket.setTimeout(LOST_MS, () => socket.destroy());
      await new Promise<void>((resolve) => {
        socket.on('close', resolve).on('error', () => {});
      });
      if (!said.startsWith('HTTP/1.1 200')) failed++;
    }),
  );
  return `${failed}`;
}
