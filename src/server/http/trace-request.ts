import type { ServerResponse } from 'node:http';
import { isTrusted, type TrustedProxies } from '#src/platform/http/client-address.ts';
import { isTracing, startSpan, withSpan } from '#src/platform/tracing/tracing.ts';
import type { Request } from './exchange.ts';

/** Asked for every few seconds by machines. */
const UNTRACED = /^\/(?:health|-\/|tls-hosts)/;

/**
 * Runs the work of a request in its span, which continues the trace of a trusted proxy. The span has the facts that the
 * access log has, but for the address.
 */
export function traceRequest(
  req: Request,
  res: ServerResponse,
  proxies: TrustedProxies,
  work: () => Promise<void>,
): void {
  const { method = '', url = '/', headers } = req;
  if (!isTracing() || UNTRACED.test(url)) return void work();
  const given = headers.traceparent;
  const isContinued = typeof given === 'string' && isTrusted(req.socket.remoteAddress, proxies);
  const span = startSpan({
    name: method,
    kind: 'server',
    facts: { 'http.request.method': method },
    parent: isContinued ? given : undefined,
  });
  if (!span) return void work();
  res.once('close', () => {
    const { route, dealer, cache } = req.record ?? {};
    const status = res.headersSent ? res.statusCode : undefined;
    span.rename(`${method} ${route?.kind ?? ''}`.trim());
    span.add({
      'http.route': route?.kind,
      'http.response.status_code': status,
      'forecourt.dealer': dealer,
      'forecourt.cache': cache,
    });
    const isFailure = status !== undefined && status >= 500;
    span.end(isFailure ? String(status) : res.writableFinished ? undefined : 'aborted');
  });
  withSpan(span, work);
}
