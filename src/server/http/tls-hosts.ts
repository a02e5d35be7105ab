import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Tenants } from '../tenants.ts';
import { isTrusted, type TrustedProxies, trustedProxies } from './client-address.ts';
import { respondWithText } from './responses.ts';

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
export function respondToTlsHosts(
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
