/** The fields of a span. They name operations, statements and numbers, and hold nothing that was said or sent. */
export type SpanFields = Record<string, string | number | boolean>;

/** A span that has begun. */
export type TraceSpan = {
  traceId: string;
  set(fields: SpanFields): void;
  /** Runs work of which the span is the current one, also after each `await` in it. */
  run<Result>(work: () => Result): Result;
  /** @param failed the kind of failure, if it failed */
  end(failed?: string): void;
};

export type SpanKind = 'server' | 'consumer' | 'client' | 'internal';

/** The traces of a process. Where they are off there is none of it, so that nothing has to be asked. */
export type Traces = {
  /**
   * Begins a span that continues the trace of another process, or begins a trace.
   * @param traceparent as W3C Trace Context defines it; anything else is as none
   */
  begin(name: string, kind: SpanKind, fields: SpanFields, traceparent?: string | null): TraceSpan;
  /** Runs work as a span of the current trace; outside of any trace it is just run. The span ends when its result is there. */
  within<Result>(
    name: string,
    kind: SpanKind,
    fields: SpanFields,
    work: (span: Pick<TraceSpan, 'set'>) => Promise<Result>,
  ): Promise<Result>;
  /** The current span, as a traceparent for others to continue; undefined outside of any trace. */
  traceparent(): string | undefined;
  /** Sends what has not been sent, for a limited time. */
  close(): Promise<void>;
};

/** Runs work within a span that it begins, and ends the span with it. */
export async function runIn<Result>(span: TraceSpan, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end(failureOf(error));
    throw error;
  }
}

/** Names a failure by its class or code, because messages can hold data. */
export function failureOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'Error';
}
