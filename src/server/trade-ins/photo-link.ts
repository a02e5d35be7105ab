import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { photoPath } from '#src/wire/trade-ins.ts';

/** How long a dealer can look at the photos of a trade-in. */
export const PHOTO_LINK_DAYS = 30;
const DAY_S = 86_400;

const seal = (secret: string, dealer: string, id: string, until: number): string =>
  createHmac('sha256', secret).update(`trade-in-photo\n${dealer}\n${id}\n${until}`).digest('base64url');

type Signed = { secret: string; now: Date };

/** A link that opens one photo for anyone who has it, until it expires. */
export function photoLink(dealer: DealerConfig, id: string, { secret, now }: Signed): string {
  const until = Math.floor(now.getTime() / 1000) + PHOTO_LINK_DAYS * DAY_S;
  const query = new URLSearchParams({ until: String(until), seal: seal(secret, dealer.slug, id, until) });
  return `${canonicalOrigin(dealer)}${photoPath(id)}?${query}`;
}

/** Whether the query of a link was made by `photoLink` for this photo and has not expired. */
export function isPhotoLink(
  dealer: string,
  id: string,
  query: URLSearchParams,
  { secret, now }: Signed,
): boolean {
  const until = query.get('until') ?? '';
  if (!/^\d{1,12}$/.test(until) || Number(until) * 1000 < now.getTime()) return false;
  const expected = Buffer.from(seal(secret, dealer, id, Number(until)));
  const given = Buffer.from(query.get('seal') ?? '');
  return expected.length === given.length && timingSafeEqual(expected, given);
}
