import { BlockList, isIP, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { isPublicAddress } from './public-address.ts';

const GROUPS = 8;
/** The prefix a provider gives one household, within which its devices change addresses. */
const HOUSEHOLD_BITS = 56;
/** The smallest prefix that is routed separately: a company has one, and anyone can rent one. */
const ROUTED_BITS = 48;

const IPV6_SIGNS = /^[\da-f.]*:[\da-f:.]*$/;
const MAPPED_IPV4 = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

/** An address in canonical form: mapped IPv4 as IPv4, IPv6 shortened, without a zone. Other text is unchanged. */
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

/** The eight groups of an IPv6 address in its plain spelling. */
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

/**
 * The network of one provider's customer: an IPv4 address, or the /56 of an IPv6 one. Leads and calls are counted by
 * it.
 */
export const networkOf = (address: string): string => networkOfBits(address, HOUSEHOLD_BITS);

/**
 * The network that shares connections, turns and other slots of the server: an IPv4 address, or the /48 of an IPv6
 * one. With a smaller network, one sender could take them all.
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

/** An address as proxies write it, perhaps with a port; undefined for anything else. */
function readAddress(text: string): string | undefined {
  const found = WITH_PORT.exec(text.trim());
  const address = found?.[1] ?? found?.[2] ?? text.trim();
  return isIP(address) === 0 ? undefined : plainAddress(address);
}

/** Whether a connection comes from a proxy of ours. */
export function isTrusted(remote: string | undefined, proxies: TrustedProxies): boolean {
  const address = readAddress(remote ?? '');
  return address !== undefined && proxies.check(address, family(address));
}

/** An address outside the own network that forwards for this many clients is a proxy. */
const CLIENTS_OF_A_PROXY = 20;
const ADDRESSES_WATCHED = 200;

/**
 * Detects untrusted proxies by the X-Forwarded-For they send: inside the own network immediately, others by the
 * number of clients they forward for. A client may pretend to be one.
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
 * The client: the nearest address that is not a trusted proxy. Entries left of it in X-Forwarded-For can be forged by
 * any client.
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
