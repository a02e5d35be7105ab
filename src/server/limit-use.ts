import { createHmac } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { networkOf } from '#src/domain/client-network.ts';
import { HOUR_MS } from '#src/domain/duration.ts';
import { LIMIT_WINDOW_MS, limitWindow } from '#src/domain/lead/lead-limits.ts';
import { countOne } from '#src/providers/database/rate-counts.ts';
import type { Services } from './services.ts';

/** The limit of one network, and of a site in total, per window. Many shoppers share a network. */
type UseLimit = {
  address: number;
  /** None where only networks are limited. */
  site?: number;
  /** Ten minutes by default. */
  windowMs?: number;
};

/** VDP-17: how often a network address may have numbers revealed; then the location's page shows them. */
export const REVEALS_AN_HOUR = 30;

const FIXED_LIMITS = {
  /** Valuations started. */
  journey: { address: 60, site: 2000 },
  /** Requests to the register, which cost the dealer money. */
  lookup: { address: 15, site: 500 },
  /** Requests to the valuer. */
  valuation: { address: 30, site: 500 },
  /** Uploads, mostly of one photo each, which is re-encoded: six valuations of ten photos. */
  photos: { address: 60, site: 1200 },
  /** Prices of deliveries, which cost the dealer money. */
  delivery: { address: 30, site: 1000 },
  /** Quotes of the finance broker: one after each pause of a shopper who moves a slider. */
  quote: { address: 120, site: 5000 },
  /** BUY-01: vehicles held for a payment, which no one else can reserve meanwhile. */
  hold: { address: 30, site: 1000, windowMs: HOUR_MS },
  /** VDP-17: phone numbers revealed. */
  call: { address: REVEALS_AN_HOUR, windowMs: HOUR_MS },
} satisfies Record<string, UseLimit>;
export type LimitedUse = keyof typeof FIXED_LIMITS;
const limitOf = (use: LimitedUse): UseLimit => FIXED_LIMITS[use];

/** The window in which a use is counted now. */
export const windowOfUse = (use: LimitedUse, now: Date) => limitWindow(now, limitOf(use).windowMs);

/** Counts a use. @returns whether it is still within its limits */
export async function isWithinLimit(
  { db, clock, env }: Pick<Services, 'db' | 'clock' | 'env'>,
  { slug }: Pick<DealerConfig, 'slug'>,
  use: LimitedUse,
  clientAddress: string | undefined,
): Promise<boolean> {
  const { address, site, windowMs = LIMIT_WINDOW_MS } = limitOf(use);
  const { start, end } = windowOfUse(use, clock.now());
  const window = {
    windowStart: start.toISOString(),
    expiresAt: new Date(end.getTime() + windowMs).toISOString(),
  };
  if (clientAddress !== undefined) {
    const who = createHmac('sha256', env.SITE_SECRET).update(`${slug}\n${networkOf(clientAddress)}`);
    const count = await countOne(db, { key: `use:${use}:${who.digest('base64url')}`, ...window });
    // A flooding network does not use up the site's total.
    if (count > address) return false;
  }
  if (site === undefined) return true;
  return (await countOne(db, { key: `use:${use}:site:${slug}`, ...window })) <= site;
}
