import { createHmac } from 'node:crypto';
import type { DealerConfig } from '#src/config/dealer-config.ts';
import { networkOf } from '#src/domain/client-network.ts';
import { LIMIT_WINDOW_MS, limitWindow } from '#src/domain/lead/lead-limits.ts';
import { countOne } from '#src/providers/database/rate-counts.ts';
import type { Services } from './services.ts';

/** How often one connection, and one site, may do something in ten minutes. Many shoppers share a connection. */
const LIMITS = {
  /** Valuations begun. */
  journey: { address: 60, site: 2000 },
  /** Questions to the register, which cost the dealer money. */
  lookup: { address: 15, site: 500 },
  /** Questions to the valuer. */
  valuation: { address: 30, site: 500 },
  /** Uploads, mostly of one photo each, which is re-encoded: six valuations of ten photos. */
  photos: { address: 60, site: 1200 },
  /** Prices of deliveries, which cost the dealer money. */
  delivery: { address: 30, site: 1000 },
} as const;
export type LimitedUse = keyof typeof LIMITS;

/** Counts a use. @returns whether it is still within its limits */
export async function isWithinLimit(
  { db, clock, env }: Pick<Services, 'db' | 'clock' | 'env'>,
  { slug }: Pick<DealerConfig, 'slug'>,
  use: LimitedUse,
  clientAddress: string | undefined,
): Promise<boolean> {
  const { start, end } = limitWindow(clock.now());
  const window = {
    windowStart: start.toISOString(),
    expiresAt: new Date(end.getTime() + LIMIT_WINDOW_MS).toISOString(),
  };
  if (clientAddress !== undefined) {
    const who = createHmac('sha256', env.SITE_SECRET).update(`${slug}\n${networkOf(clientAddress)}`);
    const count = await countOne(db, { key: `use:${use}:${who.digest('base64url')}`, ...window });
    // One that floods does not use up what the site has for everybody.
    if (count > LIMITS[use].address) return false;
  }
  return (await countOne(db, { key: `use:${use}:site:${slug}`, ...window })) <= LIMITS[use].site;
}
