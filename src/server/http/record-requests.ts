import type { ServerResponse } from 'node:http';
import type { Services } from '../services.ts';
import type { Request } from './exchange.ts';
import { REQUEST_ID_HEADER, requestId } from './request-id.ts';
import type { EndedRequest, RequestRecord } from './request-record.ts';
import type { RequestRoute } from './request-route.ts';

const UNREADABLE: RequestRoute = { kind: 'unreadable', path: '' };

type Ended = (request: EndedRequest) => void;

/** Writes the line of the access log, if this process has one. */
export function accessLog({ env, log }: Pick<Services, 'env' | 'log'>): Ended | undefined {
  if (env.ACCESS_LOG === 'no') return undefined;
  // Whatever LOG_LEVEL says of other lines.
  const access = log.child({}, { level: 'info' });
  return ({ id, dealer, method, route, status, isAborted, bytes, ms, cache }) =>
    access.info(
      {
        requestId: id,
        dealer,
        method,
        route: route.kind,
        path: route.path,
        status,
        ...(isAborted ? { aborted: true } : {}),
        bytes,
        ms: Math.round(ms * 10) / 10,
        cache,
      },
      isAborted ? 'request aborted' : 'request',
    );
}

/**
 * Gives a request its id and its record, and reports it when it has ended.
 * @param listeners who wants to know; without any a request is not timed
 */
export function recordRequests(listeners: readonly Ended[]) {
  return (req: Request, res: ServerResponse): RequestRecord => {
    const record: RequestRecord = { id: requestId(req.headers['x-request-id']), route: UNREADABLE };
    req.record = record;
    res.setHeader(REQUEST_ID_HEADER, record.id);
    if (listeners.length === 0) return record;
    const started = performance.now();
    const { socket, method = '' } = req;
    const sentBefore = socket.bytesWritten;
    res.once('close', () => {
      const ended = {
        ...record,
        method,
        isAborted: !res.writableFinished,
        status: res.headersSent ? res.statusCode : undefined,
        bytes: socket.bytesWritten - sentBefore,
        ms: performance.now() - started,
      };
      for (const listener of listeners) listener(ended);
    });
    return record;
  };
}
