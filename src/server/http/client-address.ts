import { BlockList, isIP, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { plainAddress } from '#src/domain/client-network.ts';
import { isPublicAddress } from '#src/providers/pictures/public-address.ts';

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
