/** The requests in a stream of bytes, parsed strictly by RFC 9112. */
export type StrictReading = {
  /** X-Request-Id of each request that is whole, in order. */
  ids: string[];
  /** The bytes after them: none, an invalid request, or the beginning of one. */
  rest: 'none' | 'broken' | 'incomplete';
};

const REQUEST_LINE = /^[A-Z]+ [!-~]+ HTTP\/1\.1$/;
const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*$/;
const CHUNK_LINE = /^0*([0-9A-Fa-f]{1,15})(?:;[!-~]+)?$/;

/** @param stream latin1 */
export function readStrictly(stream: string): StrictReading {
  const ids: string[] = [];
  let at = 0;
  for (;;) {
    // Section 2.2: empty lines before a request are none of it.
    while (stream.startsWith('\r\n', at)) at += 2;
    if (at >= stream.length) return { ids, rest: 'none' };
    const headEnd = stream.indexOf('\r\n\r\n', at);
    const lines = stream.slice(at, headEnd < 0 ? undefined : headEnd).split('\r\n');
    // A line that is not whole yet may still become one.
    const whole = headEnd < 0 ? lines.slice(0, -1) : lines;
    const fields = fieldsOf(whole);
    if (!fields) return { ids, rest: 'broken' };
    if (headEnd < 0) return { ids, rest: 'incomplete' };
    const end = bodyEnd(stream, headEnd + 4, fields);
    if (end === 'broken' || end === 'incomplete') return { ids, rest: end };
    ids.push(fields.find(([name]) => name === 'x-request-id')?.[1] ?? '');
    at = end;
  }
}

function fieldsOf([requestLine, ...lines]: string[]): [string, string][] | undefined {
  if (requestLine !== undefined && !REQUEST_LINE.test(requestLine)) return undefined;
  const fields: [string, string][] = [];
  for (const line of lines) {
    const found = FIELD.exec(line);
    if (!found) return undefined;
    fields.push([found[1]!.toLowerCase(), found[2]!]);
  }
  return fields;
}

function bodyEnd(stream: string, from: number, fields: [string, string][]): number | 'broken' | 'incomplete' {
  const all = (name: string) => fields.filter(([one]) => one === name).map(([, value]) => value);
  const [lengths, codings] = [all('content-length'), all('transfer-encoding')];
  if (all('host').length !== 1 || lengths.length + codings.length > 1) return 'broken';
  if (codings.length > 0) {
    return codings[0]!.toLowerCase() === 'chunked' ? chunksEnd(stream, from) : 'broken';
  }
  if (lengths.length === 0) return from;
  if (!/^\d{1,15}$/.test(lengths[0]!)) return 'broken';
  const end = from + Number(lengths[0]);
  return end > stream.length ? 'incomplete' : end;
}

function chunksEnd(stream: string, from: number): number | 'broken' | 'incomplete' {
  for (let at = from; ; ) {
    const lineEnd = stream.indexOf('\r\n', at);
    if (lineEnd < 0) return 'incomplete';
    const size = CHUNK_LINE.exec(stream.slice(at, lineEnd))?.[1];
    if (size === undefined) return 'broken';
    const end = lineEnd + 2 + Number.parseInt(size, 16);
    if (end + 2 > stream.length) return 'incomplete';
    if (stream.slice(end, end + 2) !== '\r\n') return 'broken';
    at = end + 2;
    if (Number.parseInt(size, 16) === 0) return at;
  }
}
