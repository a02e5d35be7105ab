import { insidePath } from './href.ts';

const BASE = 'https://site.invalid';
/** Longer ones come from no page of a site. */
const MAX_LENGTH = 2000;
/** Back to sign-in would be a circle; an endpoint is no page. */
const NO_PAGE = /^\/(?:sign-in|sign-out|api)(?:\/|$)/i;

/**
 * NAV-08: where a shopper goes on after sign-in, or back to: a page of this site as a browser reads the address, with
 * nothing in it that a header cannot hold.
 * @param address as given in a query
 */
export function returnPath(address: string | null | undefined): string | undefined {
  if (address && address.length > MAX_LENGTH) return undefined;
  const inside = insidePath(address);
  if (inside === undefined) return undefined;
  const { pathname, search, hash } = new URL(inside, BASE);
  return NO_PAGE.test(pathname) ? undefined : `${pathname}${search}${hash}`;
}
