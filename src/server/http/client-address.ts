import { BlockList, isIP, isIPv6 } from 'node:net';
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

const MAPPED = /^::ffff:(?=\d+\.)/i;
const WITH_PORT = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/;

/** An address as proxies write it, perhaps with a port; undefined for anything else. */
function readAddress(text: string): string | undefined {
  const found = WITH_PORT.exec(text.trim());
  const address = (found?.[1] ?? found?.[2] ?? text.trim()).replace(MAPPED, '').toLowerCase();
  return isIP(address) === 0 ? undefined : address;
}

/** Whether a connection comes from a proxy of ours. */
export function isTrusted(remote: string | undefined, proxies: TrustedProxies): boolean {
  const address = readAddress(remote ?? '');
  return address !== undefined && proxies.check(address, family(address));
}

/** Whether a connection comes from inside the own network, from no proxy that is trusted. */
export function isUnknownProxy(remote: string | undefined, proxies: TrustedProxies): boolean {
  const address = readAddress(remote ?? '');
  return address !== undefined && !isPublicAddress(address) && !isTrusted(address, proxies);
}

/**
 * Who asks: the nearest address that is no proxy of ours. What stands left of it in X-Forwarded-For is any
 * client's word.
 * @param remote address of the connection
 * @param forwardedFor the header as received
 * @returns undefined where there is no connection
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
