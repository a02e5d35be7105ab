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
import { healthResponses } from '#src/server/status/health.ts';
import { isOperatorPath, OPERATOR_PREFIX, type OperatorAccess } from '#src/server/status/operator-access.ts';
import type { OperatorPages } from '#src/server/status/operator-pages.ts';
import { type Exchange, exchangeOf, type Request, requestRoute } from './exchange.ts';
import type { PageCode } from './page-code.ts';
import { refuse, respondWithText, setDealerHeaders, setSecurityHeaders } from './responses.ts';

/** Where a proxy asks whether to get a certificate for a name: `?domain=www.dealer.com.au`. */
export const TLS_HOSTS_PATH = '/tls-hosts';

const OWN_MACHINE = trustedProxies(['127.0.0.0/8', '::1']);

/**
 * Whether a program of this machine, or a proxy, asks for itself. What a proxy passes on for a shopper says so, and gets
 * the response of any other address.
 */
export const asksForItself = (
  remote: string | undefined,
  headers: IncomingHttpHeaders,
  proxies: TrustedProxies,
): boolean =>
  (isTrusted(remote, OWN_MACHINE) || isTrusted(remote, proxies)) &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;

/**
 * PLAT-02: 200 for the hosts of published dealers, 404 for any other name, so that strangers cannot make a proxy ask
 * for certificates of names that they point here.
 * @returns false, without a response, if the request is not for it
 */
function respondToTlsHosts(
  { tenants, proxies }: { tenants: Pick<Tenants, 'isPublicHost'>; proxies: TrustedProxies },
  url: URL,
  req: IncomingMessage,
  res: ServerResponse,
): boolean {
  if (url.pathname !== TLS_HOSTS_PATH || !asksForItself(req.socket.remoteAddress, req.headers, proxies))
    return false;
  const domain = url.searchParams.get('domain') ?? '';
  const isServed = isIP(domain) === 0 && tenants.isPublicHost(domain);
  respondWithText(res, isServed ? 200 : 404, isServed ? 'yes' : 'no');
  return true;
}

/** Anyone can send any host: beyond these, none is named until a minute is over. */
const MOST_NAMED = 100;
const LONGEST_HOST = 253;

export type UnknownHosts = {
  /** A request for a host without a dealer. */
  note(host: string | undefined): void;
  /** Requests for such hosts since the process started. */
  total(): number;
};

/** PLAT-02: requests for hosts without a dealer leave a line in the log, once a minute for each host. */
export function unknownHosts({ clock, log }: Pick<Services, 'clock' | 'log'>): UnknownHosts {
  let total = 0;
  const named = new Map<string, number>();
  return {
    total: () => total,
    note(given) {
      total += 1;
      const host = (given ?? '').slice(0, LONGEST_HOST).toLowerCase();
      const now = clock.now().getTime();
      for (const [each, at] of named) if (now - at >= MINUTE_MS) named.delete(each);
      if (named.has(host) || named.size >= MOST_NAMED) return;
      named.set(host, now);
      log.warn({ host, requests: total }, 'no dealer has this host');
    },
  };
}

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
