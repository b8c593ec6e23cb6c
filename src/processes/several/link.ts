/** The calls that one side of a link takes: each has one value and may answer. */
export type Calls = Record<string, (value: never) => unknown>;

/** The channel between two processes, as node gives it to both of them. */
export type Channel = {
  send(message: unknown, done: (error: Error | null) => void): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
};

/** Calls the other side of a link. */
export type Link<Others extends Calls> = {
  /** @throws if the other side fails, does not answer in time, or has ended */
  call<Name extends keyof Others & string>(
    name: Name,
    ...value: Parameters<Others[Name]>
  ): Promise<Awaited<ReturnType<Others[Name]>>>;
  /** Calls without waiting for the answer, as it does not matter if the other side has ended. */
  tell<Name extends keyof Others & string>(name: Name, ...value: Parameters<Others[Name]>): void;
  /** Is called when the other side has ended: calls that wait for it fail. */
  close(): void;
};

type Packet =
  | { kind: 'call'; id: number; name: string; value: unknown }
  | { kind: 'answer'; id: number; value?: unknown; error?: string };

/**
 * Links this process to the one at the other end of the channel.
 * @param own the calls that the other one may make
 * @param maxCallMs the time that a call waits for its answer
 */
export function openLink<Others extends Calls>(
  channel: Channel,
  own: Calls,
  maxCallMs: number,
): Link<Others> {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let calls = 0;

  const answer = async (id: number, name: string, value: unknown) => {
    const packet: Packet = { kind: 'answer', id };
    try {
      packet.value = await own[name]!(value as never);
    } catch (error) {
      packet.error = (error as Error).message;
    }
    channel.send(packet, () => {});
  };
  channel.on('message', (message) => {
    const packet = message as Packet;
    if (packet.kind === 'call') return void answer(packet.id, packet.name, packet.value);
    const asked = waiting.get(packet.id);
    waiting.delete(packet.id);
    if (packet.error === undefined) asked?.resolve(packet.value);
    else asked?.reject(new Error(packet.error));
  });

  const call = (name: string, value: unknown) => {
    const id = ++calls;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => reject(new Error(`no answer to ${name}`)), maxCallMs);
    waiting.set(id, { resolve, reject });
    const packet: Packet = { kind: 'call', id, name, value };
    channel.send(packet, (error) => void (error && reject(error)));
    return promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(id);
    });
  };
  return {
    call: (name, ...[value]) => call(name, value) as never,
    tell: (name, ...[value]) => void call(name, value).catch(() => {}),
    close() {
      for (const { reject } of waiting.values()) reject(new Error('the other process has ended'));
    },
  };
}
