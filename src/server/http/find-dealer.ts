import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Services } from '../services.ts';
import { clientAddress, type TrustedProxies, unknownProxies } from './client-address.ts';
import { type Exchange, exchangeOf, type Request } from './exchange.ts';
import { healthResponses } from './health.ts';
import { hourly } from './hourly.ts';
import type { OperatorAccess } from './operator-access.ts';
import type { OperatorPages } from './operator-pages.ts';
import { isOperatorPath, OPERATOR_PREFIX } from './operator-paths.ts';
import type { PageCode } from './page-code.ts';
import { readRequestPath } from './request-path.ts';
import { requestRoute } from './request-route.ts';
import { refuse, respondWithText, setDealerHeaders, setSecurityHeaders } from './responses.ts';
import { respondToTlsHosts } from './tls-hosts.ts';
import { unknownHosts } from './unknown-hosts.ts';

export type HostOptions = {
  services: Pick<Services, 'clock' | 'db' | 'engineBreaker' | 'env' | 'log' | 'tenants'>;
  proxies: TrustedProxies;
  code: () => PageCode;
  /** Responds to hosts without a dealer; returns false to leave them to 421. */
  otherHosts?: ((req: IncomingMessage, res: ServerResponse) => boolean) | undefined;
  /** Undefined where no one may see them. */
  operators: Pick<OperatorPages, 'respond'> | undefined;
  access: OperatorAccess;
};

/** Any client can forge it; the trusted address has already been read. */
function dropForwardedHeaders(req: IncomingMessage): void {
  for (const name of Object.keys(req.headers)) {
    if (name === 'forwarded' || name.startsWith('x-forwarded-')) delete req.headers[name];
  }
}

/** The first step: finds the client, the dealer and the address. Returns undefined if it has responded. */
export function findDealer({ services, proxies, code, otherHosts, operators, access }: HostOptions) {
  const { env, tenants } = services;
  const respondToHealth = healthResponses(services, access);
  const isUnknownProxy = unknownProxies(proxies);
  const unknown = unknownHosts(services);
  const warnOfProxy = hourly((proxy: string | undefined) =>
    services.log.warn(
      { proxy },
      'a proxy that TRUSTED_PROXIES does not name sends X-Forwarded-For: all its shoppers count as one client, and its limits as theirs',
    ),
  );

  return async (req: Request, res: ServerResponse): Promise<Exchange | undefined> => {
    const forwardedFor = req.headersDistinct['x-forwarded-for']?.join();
    const { remoteAddress } = req.socket;
    if (isUnknownProxy(remoteAddress, forwardedFor)) warnOfProxy(remoteAddress);
    const path = readRequestPath(req.url);
    const record = req.record;
    if (path && respondToTlsHosts({ tenants, proxies }, path, req, res)) {
      if (record) record.route = { kind: 'tls_hosts', path: path.pathname };
      return undefined;
    }
    req.clientAddress = clientAddress(remoteAddress, forwardedFor, proxies);
    dropForwardedHeaders(req);
    setSecurityHeaders(res, env.BEHIND_TLS);
    // A proxy in front may have read the other of two Host headers.
    if (!path || (req.headersDistinct.host?.length ?? 0) > 1) {
      refuse(res, { status: 400, code: 'bad_path', message: 'The address cannot be read.' });
      return undefined;
    }
    req.url = `${path.pathname}${path.search}`;
    if (path.pathname === '/health') {
      if (record) record.route = { kind: 'health', path: path.pathname };
      await respondToHealth(req, res);
      return undefined;
    }
    if (isOperatorPath(path.pathname)) {
      if (record) record.route = { kind: 'operator', path: OPERATOR_PREFIX };
      if (operators) await operators.respond(req, res, path.pathname);
      else respondWithText(res, 404, 'There is no such page.');
      return undefined;
    }
    const dealer = tenants.byHost(req.headers.host);
    if (dealer) {
      // In the same turn as its dealer.
      const pages = code();
      setDealerHeaders(res, dealer, env.BEHIND_TLS);
      const exchange = await exchangeOf(services, { req, res, dealer, pages, path });
      if (record) {
        record.dealer = dealer.slug;
        record.route = requestRoute(path.pathname, exchange.found);
      }
      return exchange;
    }
    if (record) record.route = { kind: 'no_dealer', path: '' };
    if (!otherHosts?.(req, res)) {
      unknown.note(req.headers.host);
      respondWithText(res, 421, 'There is no website at this address.');
    }
    return undefined;
  };
}
