import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorBody } from '#src/wire/error.ts';
import { healthChecks } from '../check-health.ts';
import type { Services } from '../services.ts';
import { isBearer } from './bearer.ts';
import { isRead } from './guard.ts';

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
) {
  const checks = healthChecks(services);
  const token = services.env.HEALTH_TOKEN;

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (!isRead(req.method)) {
      res.setHeader('Allow', 'GET, HEAD');
      return respondWithJson(res, 405, errorBody('method_not_allowed', 'Health is read with GET.'));
    }
    const { authorization } = req.headers;
    if (authorization === undefined) {
      const isAlive = await checks.isAlive();
      return respondWithJson(res, isAlive ? 200 : 503, { status: isAlive ? 'ok' : 'failing' });
    }
    if (!isBearer(authorization, token)) {
      res.setHeader('WWW-Authenticate', 'Bearer');
      const message =
        token === '' ? 'HEALTH_TOKEN is not set on this server.' : 'This is not the HEALTH_TOKEN.';
      return respondWithJson(res, 401, errorBody('wrong_token', message));
    }
    const health = await checks.inFull();
    respondWithJson(res, health.status === 'failing' ? 503 : 200, health);
  };
}
