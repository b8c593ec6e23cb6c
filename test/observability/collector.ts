import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A span as OTLP has it in JSON, with its attributes as an object. */
export type CollectedSpan = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  kind: number;
  failed: boolean;
  fields: Record<string, string | number | boolean>;
};

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean; doubleValue?: number };
type Attribute = { key: string; value: Value };
type WireSpan = Omit<CollectedSpan, 'fields' | 'failed'> & {
  attributes: Attribute[];
  status: { code?: number };
};
type Posted = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: WireSpan[] }[] }[];
};

/** An OpenTelemetry collector, as far as it receives traces: OTLP over HTTP, in JSON. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const posts: { path: string; headers: IncomingHttpHeaders; text: string }[] = [];
  const resources: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
    posts.push({ path: request.url!, headers: request.headers, text });
    for (const { resource, scopeSpans } of (JSON.parse(text) as Posted).resourceSpans) {
      resources.push(fieldsOf(resource.attributes));
      for (const { attributes, status, ...span } of scopeSpans.flatMap((scope) => scope.spans)) {
        const { parentSpanId } = span;
        spans.push({ ...span, parentSpanId, failed: status.code === 2, fields: fieldsOf(attributes) });
      }
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans,
    posts,
    resources,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function fieldsOf(attributes: Attribute[]): CollectedSpan['fields'] {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, boolValue, doubleValue } }) => [
      key,
      stringValue ?? (intValue === undefined ? (boolValue ?? doubleValue!) : Number(intValue)),
    ]),
  );
}
