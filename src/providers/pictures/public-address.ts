import { BlockList, isIPv6 } from 'node:net';

/**
 * IANA's special-purpose IPv4 networks, multicast, reserved, and the one public address a cloud provider uses
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

/** Loopback, link-local, unique local, multicast, mapped and translated (NAT64) addresses all lie outside. */
const GLOBAL_UNICAST_IPV6 = ['2000::', 3] as const;

/** Special parts of global unicast: Teredo and others, documentation, 6to4, documentation again. */
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

/** Whether an address is on the public internet, judged by its range. @param ip without brackets */
export function isPublicAddress(ip: string): boolean {
  if (isIPv6(ip)) return globalIpv6.check(ip, 'ipv6') && !closed.check(ip, 'ipv6');
  return !closed.check(ip, 'ipv4');
}
