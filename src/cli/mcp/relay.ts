import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** The server that messages are relayed to. */
export type RelayTarget = { url: string; key: string };

/** A message of the protocol, as far as a relay looks at it. */
type Message = {
  id?: unknown;
  method?: unknown;
  params?: { name?: unknown; _meta?: Record<string, unknown> };
};

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/** The code of errors of the relay itself; the range belongs to implementations. */
const RELAY_ERROR = -32_000;
const PARSE_ERROR = -32_700;

/** Text that a header can have. */
const HEADER_TEXT = /^[\x20-\x7e]+$/;

/** The server refused the key or the request, or cannot be reached: one clear sentence. */
class RelayFault extends Error {}

/**
 * Relays messages between a client on a pair of streams, one message a line, and POST /mcp. Every request is answered: with what the
 * server responds, or with an error that says why it does not.
 * @returns when the input has ended and everything is answered
 */
export async function relayMessages(target: RelayTarget, input: Readable, output: Writable): Promise<void> {
  const underWay = new Set<Promise<void>>();
  /** Clients of 2025 negotiate the version once; later messages name it in a header. */
  let negotiated: string | undefined;
  const write = (message: object) => output.write(`${JSON.stringify(message)}\n`);
  const answer = async (line: string) => {
    let message: Message;
    try {
      message = JSON.parse(line);
    } catch {
      write({ jsonrpc: '2.0', id: null, error: { code: PARSE_ERROR, message: 'The line is not JSON' } });
      return;
    }
    try {
      const response = await postMessage(target, message, negotiated);
      if (message.method === 'initialize') negotiated = versionOf(response) ?? negotiated;
      if (response) write(response);
    } catch (error) {
      if (!(error instanceof RelayFault)) throw error;
      if (message.id === undefined) return;
      write({ jsonrpc: '2.0', id: message.id, error: { code: RELAY_ERROR, message: error.message } });
    }
  };
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    const answered = answer(line).finally(() => underWay.delete(answered));
    underWay.add(answered);
  }
  await Promise.all(underWay);
}

/**
 * Checks that the server can be reached and takes the key.
 * @throws RelayFault if not
 */
export async function checkTarget(target: RelayTarget): Promise<void> {
  await postMessage(target, { jsonrpc: '2.0', id: 0, method: 'ping' } as Message, undefined);
}

/**
 * Posts a message.
 * @returns the response; undefined for a notification
 * @throws RelayFault if there is none
 */
async function postMessage(
  { url, key }: RelayTarget,
  message: Message,
  negotiated: string | undefined,
): Promise<object | undefined> {
  const answer = await post(
    url,
    {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'X-API-Key': key,
      ...headersOf(message, negotiated),
    },
    JSON.stringify(message),
  );
  if (answer.text === '' && answer.status < 300) return undefined;
  const body = parse(answer.text);
  if (body && 'jsonrpc' in body) return body;
  const error = body && 'error' in body && typeof body.error === 'string' ? `: ${body.error}` : '';
  throw new RelayFault(`${url} answered ${answer.status}${error || ', which is no answer of Parley'}`);
}

async function post(url: string, headers: Record<string, string>, body: string) {
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const { cause } = error as { cause?: { message?: string; code?: string } };
    const why = cause?.code ?? cause?.message ?? (error as Error).message;
    throw new RelayFault(`${url} cannot be reached: ${why}`);
  }
}

/** Returns the headers that repeat parts of the message, as the revision of 2026-07-28 requires. */
function headersOf({ method, params }: Message, negotiated: string | undefined): Record<string, string> {
  const version = params?._meta?.[VERSION_KEY];
  if (typeof version !== 'string')
    return negotiated === undefined ? {} : { 'MCP-Protocol-Version': negotiated };
  const headers = { 'MCP-Protocol-Version': version, 'Mcp-Method': method, 'Mcp-Name': params?.name };
  return Object.fromEntries(
    Object.entries(headers).filter(
      (one): one is [string, string] => typeof one[1] === 'string' && HEADER_TEXT.test(one[1]),
    ),
  );
}

function versionOf(response: object | undefined): string | undefined {
  const { result } = (response ?? {}) as { result?: { protocolVersion?: string } };
  return result?.protocolVersion;
}

function parse(text: string): object | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
