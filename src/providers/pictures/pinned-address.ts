import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export const resolveBySystem: Resolve = (hostname) => dns.lookup(hostname, { all: true });

/** The reason nothing was fetched, in short. */
export class RefusedAddressError extends Error {
  override name = 'RefusedAddressError';
}

const USUAL_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * The one address to connect to, resolved once: a second look-up could return another address.
 * @param allowedHosts `host:port`, or `host:*` for any port, that may be private and use other ports
 * @throws RefusedAddressError for anything but a public host on a usual port
 */
export async function pinAddress(
  url: URL,
  resolve: Resolve,
  allowedHosts: ReadonlySet<string>,
): Promise<LookupAddress> {
  const usualPort = USUAL_PORTS[url.protocol];
  if (!usualPort) throw new RefusedAddressError('neither http nor https');
  if (url.username || url.password) throw new RefusedAddressError('a password in the address');
  const port = url.port || usualPort;
  const isAllowed = [port, '*'].some((each) => allowedHosts.has(`${url.hostname}:${each}`));
  if (!isAllowed && !Object.values(USUAL_PORTS).includes(port))
    throw new RefusedAddressError('an unusual port');

  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(literal);
  const found = family ? [{ address: literal, family }] : await resolve(url.hostname).catch(() => []);
  const [first] = found;
  if (!first) throw new RefusedAddressError('no such host');
  // One private address among public ones is an attack, or a mistake that would show only occasionally.
  if (!isAllowed && !found.every(({ address }) => isPublicAddress(address))) {
    throw new RefusedAddressError('a private address');
  }
  return first;
}
