import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Context, Span, Tracer } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from './log.ts';
import { runIn, type SpanFields, type SpanKind, type TraceSpan, type Traces } from './traces.ts';

export type TraceSettings = {
  /** The URL to which traces are posted. */
  url: string;
  /** The share of the traces that begin here and are kept, from 0 to 1. */
  ratio: number;
  /** Sent with each post, as for authentication. */
  headers: Record<string, string>;
};

/** Spans that wait to be sent; further ones are dropped while the collector is away. */
const MAX_WAITING_SPANS = 4096;
const SEND_EVERY_MS = 2000;
const SEND_TIMEOUT_MS = 5000;

/** The time that a stop waits for the collector. */
const CLOSE_MS = 2000;

/** A collector that is away is logged once in this time. */
const LOG_EVERY_MS = 60_000;

/**
 * Opens the traces of a process. The packages are loaded by this call, because they cost memory and time at the start.
 * @param version of Parley
 */
export async function openTraces(settings: TraceSettings, version: string, log: Log): Promise<Traces> {
  const [api, sdk, otlp, { parseTraceParent }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
  ]);
  const { url, headers, ratio } = settings;
  const exporter = new otlp.OTLPTraceExporter({ url, headers, timeoutMillis: SEND_TIMEOUT_MS });
  const own = { 'service.name': 'parley', 'service.version': version, 'service.instance.id': randomUUID() };
  // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
  const given = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes(own).merge(given),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: tellingFailures(exporter, log),
        maxQueueSize: MAX_WAITING_SPANS,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_TIMEOUT_MS,
      }),
    ],
  });
  const remote = (traceparent: string | null | undefined): Context => {
    const parent = traceparent ? parseTraceParent(traceparent) : null;
    const { ROOT_CONTEXT, trace } = api;
    return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
  };
  return {
    ...createSpans(provider.getTracer('parley', version), api, remote),
    async close() {
      const done = provider.shutdown().catch(() => {});
      const timer = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref());
      await Promise.race([done, timer]);
    },
  };
}

type Api = typeof import('@opentelemetry/api');

/**
 * The current span, and the request or job that it belongs to. Once that has ended, what it started and left behind, such as a
 * timer, has no spans: they would be added to the trace for as long as the process runs.
 */
type Current = { context: Context; owner: { hasEnded: boolean } };

function createSpans(
  tracer: Tracer,
  { SpanKind: kinds, SpanStatusCode, trace }: Api,
  remote: (traceparent: string | null | undefined) => Context,
): Omit<Traces, 'close'> {
  const current = new AsyncLocalStorage<Current>();
  const live = () => {
    const store = current.getStore();
    return store?.owner.hasEnded ? undefined : store;
  };
  const kindOf: Record<SpanKind, number> = {
    ...{ server: kinds.SERVER, consumer: kinds.CONSUMER, client: kinds.CLIENT, internal: kinds.INTERNAL },
  };
  const present = (span: Span, own: Current): TraceSpan => ({
    traceId: span.spanContext().traceId,
    set: (fields) => void span.setAttributes(fields),
    run: (work) => current.run(own, work),
    end(failed) {
      if (failed !== undefined) {
        span.setAttribute('error.type', failed).setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  });
  const start = (name: string, kind: SpanKind, attributes: SpanFields, { context, owner }: Current) => {
    const span = tracer.startSpan(name, { kind: kindOf[kind], attributes }, context);
    return present(span, { context: trace.setSpan(context, span), owner });
  };
  return {
    begin(name, kind, fields, traceparent) {
      const owner = { hasEnded: false };
      const span = start(name, kind, fields, { context: remote(traceparent), owner });
      return {
        ...span,
        end(failed) {
          owner.hasEnded = true;
          span.end(failed);
        },
      };
    },
    async within(name, kind, fields, work) {
      const parent = live();
      if (!parent) return work({ set: () => {} });
      const span = start(name, kind, fields, parent);
      return runIn(span, () => work(span));
    },
    traceparent() {
      const context = live()?.context;
      const span = context && trace.getSpanContext(context);
      if (!span) return undefined;
      return `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}`;
    },
  };
}

/** Returns the exporter with a line in the log when it fails, and one when it succeeds again. */
function tellingFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let isFailing = false;
  let loggedMs = Number.NEGATIVE_INFINITY;
  return {
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined;
        if (hasFailed && performance.now() - loggedMs > LOG_EVERY_MS) {
          loggedMs = performance.now();
          log.warn({ err: result.error, spans: spans.length }, 'traces could not be sent, and are lost');
        } else if (isFailing && !hasFailed) log.info('traces are sent again');
        isFailing = hasFailed;
        done(result);
      });
    },
  };
}
