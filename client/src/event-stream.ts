import { ParleyError } from './parley-error.ts';

/**
 * An event of a stream: `id` is the last one that the stream has named, `data` is undefined if only that moved, and `name` is
 * undefined if the event has none.
 */
export type StreamEvent = { id: string | undefined; name: string | undefined; data: string | undefined };

/**
 * Reads the server-sent events of a body. Events without data count too: their id says how far the reader has come.
 * Leaving the loop ends the connection.
 * @param idleMs the longest silence, after which the connection counts as broken
 * @throws ParleyError of status 0 if the connection breaks or is silent for too long
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  idleMs: number,
): AsyncGenerator<StreamEvent, void> {
  const reader = body.getReader();
  const splitter = splitterOf();
  let id: string | undefined;
  try {
    for (;;) {
      const { done, value } = await readWithin(reader, idleMs);
      if (done) return;
      for (const block of splitter(value)) {
        const event = parse(block);
        id = event.id ?? id;
        if (event.id !== undefined || event.data !== undefined) yield { ...event, id };
      }
    }
  } finally {
    // A connection that is broken has nothing to cancel.
    await reader.cancel().catch(() => {});
  }
}

/** @returns a function that takes the next bytes and returns the blocks of lines that they complete */
function splitterOf(): (bytes: Uint8Array) => string[] {
  const decoder = new TextDecoder();
  let text = '';
  let carried = '';
  return (bytes) => {
    const chunk = carried + decoder.decode(bytes, { stream: true });
    // A line may end with CR LF, and the LF may be part of the next chunk.
    carried = chunk.endsWith('\r') ? '\r' : '';
    const from = Math.max(0, text.length - 1);
    text += chunk.slice(0, chunk.length - carried.length).replace(/\r\n?/g, '\n');
    const blocks: string[] = [];
    let start = 0;
    for (let end = text.indexOf('\n\n', from); end >= 0; end = text.indexOf('\n\n', start)) {
      blocks.push(text.slice(start, end));
      start = end + 2;
    }
    text = text.slice(start);
    return blocks;
  };
}

/** Parses the lines up to an empty one; comments and other fields are skipped. */
function parse(block: string): StreamEvent {
  let id: string | undefined;
  let event: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, name, value] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
    if (name === 'id') id = value ?? '';
    if (name === 'event') event = value ?? '';
    if (name === 'data') data.push(value ?? '');
  }
  return { id, name: event, data: data.length === 0 ? undefined : data.join('\n') };
}

type Chunk = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>;

async function readWithin(reader: ReadableStreamDefaultReader<Uint8Array>, idleMs: number): Promise<Chunk> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing arrived within ${idleMs} ms`)), idleMs);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ParleyError(`The stream broke off: ${why}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}
