import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Tenants } from '#src/dealer-files/fleet/tenants.ts';
import {
  clientAddress,
  isTrusted,
  type TrustedProxies,
  trustedProxies,
  unknownProxies,
} from '#src/platform/http/client-address.ts';
import { hourly } from '#src/platform/log/log.ts';
import { MINUTE_MS } from '#src/platform/time/duration.ts';
import { readRequestPath } from '#src/server/routes/request-address.ts';
import type { Services } from '#src/server/services.ts';
import { healthResponses, READY_PATH, respondToReadiness } from '#src/server/status/health.ts';
import { isOperatorPath, OPERATOR_PREFIX, type OperatorAccess } from '#src/server/status/operator-access.ts';
import type { OperatorPages } from '#src/server/status/operator-pages.ts';
import { type Exchange, exchangeOf, type Request, requestRoute } from './exchange.ts';
import type { PageCode } from './page-code.ts';
import { refuse, respondWithText, setDealerHeaders, setSecurityHeaders } from './responses.ts';

/** Proxies query this before they request a certificate: `?domain=www.dealer.com.au`. */
const TLS_HOSTS_PATH = '/tls-hosts';

const OWN_MACHINE = trustedProxies(['127.0.0.0/8', '::1']);

/**
 * Whether the request comes from this machine or a proxy itself. Requests forwarded for a shopper carry a forwarding
 * header.
 */
export const isDirectRequest = (
  remote: string | undefined,
  headers: IncomingHttpHeaders,
  proxies: TrustedProxies,
): boolean =>
  (isTrusted(remote, OWN_MACHINE) || isTrusted(remote, proxies)) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;

/**
 * PLAT-02: 200 for hosts of published dealers, 404 for others, so that nobody can point a domain here and make a proxy
 * request certificates for it.
 * @returns false, without a response, if the request is not for this endpoint
 */
function respondToTlsHosts(
  { tenants, proxies }: { tenants: Pick<Tenants, 'isPublicHost'>; proxies: TrustedProxies },
  url: URL,
  req: IncomingMessage,
  res: ServerResponse,
): boolean {
  if (url.pathname !== TLS_HOSTS_PATH || !isDirectRequest(req.socket.remoteAddress, req.headers, proxies))
    return false;
  const domain = url.searchParams.get('domain') ?? '';
  const isServed = isIP(domain) === 0 && tenants.isPublicHost(domain);
  respondWithText(res, isServed ? 200 : 404, isServed ? 'yes' : 'no');
  return true;
}

/** Clients can send any host, so the number of hosts logged per minute is limited. */
const MAX_LOGGED_HOSTS = 100;
const MAX_HOST_LENGTH = 253;

export type UnknownHosts = {
  /** Records a request for a host without a dealer. */
  note(host: string | undefined): void;
  /** Number of such requests since the process started. */
  total(): number;
};

/** PLAT-02: logs requests for hosts without a dealer, once a minute per host. */
export function unknownHosts({ clock, log }: Pick<Services, 'clock' | 'log'>): UnknownHosts {
  let total = 0;
  const named = new Map<string, number>();
  return {
    total: () => total,
    note(given) {
      total += 1;
      const host = (given ?? '').slice(0, MAX_HOST_LENGTH).toLowerCase();
      const now = clock.now().getTime();
      for (const [each, at] of named) if (now - at >= MINUTE_MS) named.delete(each);
      if (named.has(host) || named.size >= MAX_LOGGED_HOSTS) return;
      named.set(host, now);
      log.warn({ host, requests: total }, 'no dealer has this host');
    },
  };
}

type HostOptions = {
  services: Pick<Services, 'clock' | 'db' | 'engines' | 'env' | 'log' | 'tenants'>;
  proxies: TrustedProxies;
  code: () => PageCode;
  /** Responds to hosts without a dealer; returns false to respond with 421. */
  otherHosts?: ((req: IncomingMessage, res: ServerResponse) => boolean) | undefined;
  /** Undefined if operator pages are disabled. */
  operators: Pick<OperatorPages, 'respond'> | undefined;
  access: OperatorAccess;
  /** Whether the process has received a stop signal. */
  isStopping: () => boolean;
};

/** Clients can forge these headers; the trusted address has already been read. */
function dropForwardedHeaders(req: IncomingMessage): void {
  for (const name of Object.keys(req.headers)) {
    if (name === 'forwarded' || name.startsWith('x-forwarded-')) delete req.headers[name];
  }
}

/** Resolves client, dealer and address. The returned function resolves to undefined if it has responded. */
export function findDealer(options: HostOptions) {
  const { services, proxies, code, otherHosts, operators, access, isStopping } = options;
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
    // With duplicate Host headers, a proxy may have used the other one.
    if (!path || (req.headersDistinct.host?.length ?? 0) > 1) {
      refuse(res, { status: 400, code: 'bad_path', message: 'The address cannot be read.' });
      return undefined;
    }
    req.url = `${path.pathname}${path.search}`;
    if (path.pathname === '/health' || path.pathname === READY_PATH) {
      if (record) record.route = { kind: 'health', path: path.pathname };
      if (path.pathname === READY_PATH) respondToReadiness(req, res, isStopping());
      else await respondToHealth(req, res);
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
      // Read synchronously with the dealer, so that both are of the same release.
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
