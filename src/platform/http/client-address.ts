import { BlockList, isIP, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { isPublicAddress } from './public-address.ts';

const GROUPS = 8;
/** Prefix a provider assigns to a household, within which devices change addresses. */
const HOUSEHOLD_BITS = 56;
/** Smallest separately routed prefix, which a company has and anyone can rent. */
const ROUTED_BITS = 48;

const IPV6_SIGNS = /^[\da-f.]*:[\da-f:.]*$/;
const MAPPED_IPV4 = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

/** Canonical form: mapped IPv4 as IPv4, IPv6 compressed, without a zone. Other text is unchanged. */
export function plainAddress(given: string): string {
  const [address = ''] = given.trim().toLowerCase().split('%', 1);
  const host = IPV6_SIGNS.test(address) ? URL.parse(`http://[${address}]`)?.hostname : undefined;
  if (host === undefined) return address;
  const short = host.slice(1, -1);
  const [, high, low] = MAPPED_IPV4.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  const bytes = [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((two) => [two >> 8, two & 255]);
  return bytes.join('.');
}

/** The eight groups of an IPv6 address in canonical form. */
function groupsOf(address: string): number[] {
  const [head = '', tail = ''] = address.split('::');
  const read = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [read(head), read(tail)];
  return [...before, ...Array.from({ length: GROUPS - before.length - after.length }, () => 0), ...after];
}

function networkOfBits(given: string, bits: number): string {
  const address = plainAddress(given);
  if (!IPV6_SIGNS.test(address) || !URL.canParse(`http://[${address}]`)) return address;
  const kept = groupsOf(address).map((group, at) => {
    const left = Math.min(16, Math.max(0, bits - at * 16));
    return group & (0xffff << (16 - left));
  });
  const shown = kept.slice(0, Math.ceil(bits / 16)).map((group) => (group & 0xffff).toString(16));
  return `${shown.join(':')}::/${bits}`;
}

/** Network of one provider's customer: an IPv4 address or IPv6 /56. Used to count leads and calls. */
export const networkOf = (address: string): string => networkOfBits(address, HOUSEHOLD_BITS);

/**
 * Network for limits on connections and queues: an IPv4 address or IPv6 /48. A smaller prefix would let one client
 * occupy all slots.
 */
export const routedNetworkOf = (address: string): string => networkOfBits(address, ROUTED_BITS);

export type TrustedProxies = Pick<BlockList, 'check'>;

const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** @param networks addresses and networks, "10.0.0.0/8" */
export function trustedProxies(networks: readonly string[]): TrustedProxies {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    if (prefix === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(prefix), family(address));
  }
  return list;
}

const WITH_PORT = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/;

/** Parses an address as written by proxies, possibly with a port; undefined for anything else. */
function readAddress(text: string): string | undefined {
  const found = WITH_PORT.exec(text.trim());
  const address = found?.[1] ?? found?.[2] ?? text.trim();
  return isIP(address) === 0 ? undefined : plainAddress(address);
}

export function isTrusted(remote: string | undefined, proxies: TrustedProxies): boolean {
  const address = readAddress(remote ?? '');
  return address !== undefined && proxies.check(address, family(address));
}

/** A public address that forwards for this many clients is a proxy. */
const CLIENTS_OF_A_PROXY = 20;
const ADDRESSES_WATCHED = 200;

/**
 * Detects untrusted proxies by X-Forwarded-For: private addresses immediately, others by the number of clients. A
 * client may imitate one.
 */
export function unknownProxies(
  proxies: TrustedProxies,
): (remote: string | undefined, forwardedFor: string | undefined) => boolean {
  const clientsOf = new LRUCache<string, Set<string>>({ max: ADDRESSES_WATCHED });
  return (remote, forwardedFor) => {
    const address = readAddress(remote ?? '');
    const client = readAddress(forwardedFor?.split(',').pop() ?? '');
    if (!address || forwardedFor === undefined || isTrusted(address, proxies)) return false;
    if (!isPublicAddress(address)) return true;
    const clients = clientsOf.get(address) ?? new Set();
    clientsOf.set(address, clients);
    if (client && clients.size < CLIENTS_OF_A_PROXY) clients.add(client);
    return clients.size >= CLIENTS_OF_A_PROXY;
  };
}

/**
 * The client: the rightmost address in X-Forwarded-For that is not a trusted proxy. Entries to its left can be forged.
 * @param remote address of the connection
 * @param forwardedFor the header as received
 * @returns undefined if there is no connection
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  proxies: TrustedProxies,
): string | undefined {
  let nearest = readAddress(remote ?? '');
  const hops = forwardedFor?.split(',') ?? [];
  while (nearest !== undefined && isTrusted(nearest, proxies)) {
    const hop = readAddress(hops.pop() ?? '');
    if (hop === undefined) break;
    nearest = hop;
  }
  return nearest;
}
