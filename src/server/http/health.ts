import type { ServerResponse } from 'node:http';
import { errorBody } from '#src/wire/error.ts';
import { healthChecks } from '../check-health.ts';
import type { Services } from '../services.ts';
import type { Request } from './exchange.ts';
import { isRead } from './guard.ts';
import { type OperatorAccess, refusalOf } from './operator-access.ts';

function respondWithJson(res: ServerResponse, status: number, body: unknown): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Cache-Control', 'no-store');
  res.end(JSON.stringify(body));
}

/**
 * PLAT-02: for everyone whether this server is alive, 200 or 503; for the bearer of HEALTH_TOKEN its full state.
 * Works on any host.
 */
export function healthResponses(
  services: Pick<Services, 'clock' | 'db' | 'engineBreaker' | 'env' | 'tenants'>,
  access: OperatorAccess,
) {
  const checks = healthChecks(services);
  const token = services.env.HEALTH_TOKEN;

  return async (req: Request, res: ServerResponse): Promise<void> => {
    if (!isRead(req.method)) {
      res.setHeader('Allow', 'GET, HEAD');
      return respondWithJson(res, 405, errorBody('method_not_allowed', 'Health is read with GET.'));
    }
    const { authorization } = req.headers;
    if (authorization === undefined) {
      const isAlive = await checks.isAlive();
      return respondWithJson(res, isAlive ? 200 : 503, { status: isAlive ? 'ok' : 'failing' });
    }
    const found = access.ofRequest(req);
    if (found !== 'granted') {
      const { status, headers, error } = refusalOf(found);
      for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
      const unset = token === '' && status === 401;
      return respondWithJson(
        res,
        status,
        unset ? errorBody('wrong_token', 'HEALTH_TOKEN is not set on this server.') : error,
      );
    }
    const health = await checks.inFull();
    respondWithJson(res, health.status === 'failing' ? 503 : 200, health);
  };
}
