import type { FastifyInstance } from 'fastify';
import type { TraceSpan, Traces } from '../lib/traces.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent where traces are off, and for probes. */
    trace?: TraceSpan;
  }
}

/**
 * Makes each request a span that continues the caller's trace. It must be added before all other hooks, so that what they do
 * belongs to the span, and it calls back instead of returning a promise for the same reason.
 */
export function traceRequests(app: FastifyInstance, traces: Traces): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { operationId = 'unmatched', isProbe } = request.routeOptions.config;
    if (isProbe) return done();
    const { method } = request;
    // The declared path, because the requested one holds ids.
    const route = request.routeOptions.url?.replaceAll(/:(\w+)\(\^\[\^\]\+\$\)/g, '{$1}');
    const { traceparent } = request.headers;
    const span = traces.begin(
      route === undefined ? method : `${method} ${route}`,
      'server',
      {
        'http.request.method': method,
        ...(route === undefined ? {} : { 'http.route': route }),
        'parley.operation': operationId,
        'parley.request_id': request.id,
      },
      typeof traceparent === 'string' ? traceparent : undefined,
    );
    request.trace = span;
    reply.raw.once('close', () => {
      const { organizationId } = request.caller ?? {};
      const { statusCode } = reply.raw;
      if (organizationId !== undefined) span.set({ 'parley.organization_id': organizationId });
      if (reply.raw.headersSent) span.set({ 'http.response.status_code': statusCode });
      const failed = reply.raw.headersSent ? statusCode >= 500 && `${statusCode}` : 'client left';
      span.end(failed || undefined);
    });
    span.run(done);
  });
}
