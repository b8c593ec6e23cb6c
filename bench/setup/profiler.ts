import type { CpuProfile } from '../flame-graph.ts';

const INTERVAL_MICROSECONDS = 200;

/** Controls V8's profiler in another process, which was started with `--inspect`. */
export type Profiler = Disposable & { start(): Promise<void>; stop(): Promise<CpuProfile> };

/** Connects to the profiler. @param port the port of `--inspect` on the loopback */
export async function openProfiler(port: number): Promise<Profiler> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(target!.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(data as string) as { id: number; result: unknown };
    waiting.get(id)?.(result);
  });
  let asked = 0;
  const ask = <Result>(method: string, params = {}) =>
    new Promise<Result>((resolve) => {
      const id = ++asked;
      waiting.set(id, resolve as (result: unknown) => void);
      socket.send(JSON.stringify({ id, method, params }));
    });
  await ask('Profiler.enable');
  await ask('Profiler.setSamplingInterval', { interval: INTERVAL_MICROSECONDS });
  return {
    start: () => ask('Profiler.start'),
    stop: async () => (await ask<{ profile: CpuProfile }>('Profiler.stop')).profile,
    [Symbol.dispose]: () => socket.close(),
  };
}
