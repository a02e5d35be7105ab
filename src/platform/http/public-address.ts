import { promises as dns, type LookupAddress } from 'node:dns';
import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * IANA's special-purpose IPv4 networks, multicast, reserved, and a public address that a cloud provider uses
 * internally.
 */
const CLOSED_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Loopback, link-local, unique local, multicast, mapped and translated (NAT64) addresses are outside. */
const GLOBAL_UNICAST_IPV6 = ['2000::', 3] as const;

/** Special ranges of global unicast: Teredo and others, documentation, 6to4, documentation. */
const CLOSED_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const closed = new BlockList();
for (const [network, bits] of CLOSED_IPV4) closed.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of CLOSED_IPV6) closed.addSubnet(network, bits, 'ipv6');
const globalIpv6 = new BlockList();
globalIpv6.addSubnet(...GLOBAL_UNICAST_IPV6, 'ipv6');

/** Whether an address is on the public internet, by its range. @param ip without brackets */
export function isPublicAddress(ip: string): boolean {
  if (isIPv6(ip)) return globalIpv6.check(ip, 'ipv6') && !closed.check(ip, 'ipv6');
  return !closed.check(ip, 'ipv4');
}

export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export const resolveBySystem: Resolve = (hostname) => dns.lookup(hostname, { all: true });

/** The message is a short reason. */
export class RefusedAddressError extends Error {
  override name = 'RefusedAddressError';
}

/** Usual ports of each protocol, its own first. */
type UsualPorts = Readonly<Record<string, readonly [string, ...string[]]>>;

const WEB_PORTS: UsualPorts = { 'http:': ['80', '443'], 'https:': ['443', '80'] };
/** FTPS has a port of its own for TLS from the first byte. */
export const FILE_SERVER_PORTS: UsualPorts = { 'sftp:': ['22'], 'ftp:': ['21'], 'ftps:': ['21', '990'] };

/**
 * Resolves a host once to the address to connect to: a second lookup could return another one.
 * @param allowedHosts `host:port`, or `host:*` for any port, that may be private and use other ports
 * @throws RefusedAddressError unless it is a public host on a usual port
 */
export async function pinAddress(
  url: URL,
  resolve: Resolve,
  allowedHosts: ReadonlySet<string>,
  protocols: UsualPorts = WEB_PORTS,
): Promise<LookupAddress> {
  const usualPorts = protocols[url.protocol];
  if (!usualPorts) {
    const names = Object.keys(protocols).map((protocol) => protocol.slice(0, -1));
    throw new RefusedAddressError(`neither ${names.join(' nor ')}`);
  }
  if (url.username || url.password) throw new RefusedAddressError('a password in the address');
  const port = url.port || usualPorts[0];
  const isAllowed = [port, '*'].some((each) => allowedHosts.has(`${url.hostname}:${each}`));
  if (!isAllowed && !usualPorts.includes(port)) throw new RefusedAddressError('an unusual port');

  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(literal);
  const found = family ? [{ address: literal, family }] : await resolve(url.hostname).catch(() => []);
  const [first] = found;
  if (!first) throw new RefusedAddressError('no such host');
  // A mix of private and public addresses is an attack, or an error that would only occur intermittently.
  if (!isAllowed && !found.every(({ address }) => isPublicAddress(address))) {
    throw new RefusedAddressError('a private address');
  }
  return first;
}
