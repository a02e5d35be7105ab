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
