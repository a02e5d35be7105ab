import type { Identity } from '#src/config/sections/business/identity-section.ts';
import type { StockRules } from '#src/config/sections/stock/stock-section.ts';
import { mainKind } from '#src/config/sections/stock/stock-terms.ts';
import { shownPictures } from '#src/features/vehicle/media/vehicle-media.ts';
import { listedSince } from '#src/features/vehicle/price/listing-history.ts';
import { displayedPrice } from '#src/features/vehicle/price/price-display.ts';
import type { StockedVehicle } from '#src/features/vehicle/vehicle.ts';
import { DAY_MS } from '#src/platform/time/duration.ts';

type Site = Pick<Identity, 'verticals'> &
  Partial<Pick<Identity, 'subscription'>> & { stock: Pick<StockRules, 'defaultPriceType'> };

/** Enough to judge a vehicle by. */
const MANY_PHOTOS = 5;
/** Vehicles listed within so many days of each other are mixed, so that one delivery does not fill a page. */
const MIXED_DAYS = 21;
/** More than the days since 1970. */
const TIER = 1_000_000;

/** What a shopper would miss, most important first; each counts more than all that follow it. */
function tierOf(vehicle: StockedVehicle, site: Site): number {
  const photos = shownPictures(vehicle).length;
  const kind = vehicle.simple_body === 'motorhome' ? 'caravan' : vehicle.item_type;
  const merits = [
    vehicle.status === 'in_stock' && !vehicle.reserved,
    photos > 0,
    displayedPrice(vehicle, site).cents !== null,
    kind === mainKind(site.verticals),
    photos >= MANY_PHOTOS,
  ];
  return merits.reduce((sum, has) => sum * 2 + Number(has), 0);
}

/** Spreads the ids of a feed, which number vehicles of a make in a row. */
const spread = (id: string, below: number): number =>
  Array.from(id).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7) % below;

/**
 * SRCH-250: orders vehicles that the dealer ranks alike, the highest first: what can be bought, seen and priced, of the
 * kind that the dealer mainly sells, then the newest, mixed within three weeks. Changes with the vehicle alone, never
 * with the day, so that an index stays valid.
 */
export const recommendedScore = (vehicle: StockedVehicle, site: Site): number =>
  tierOf(vehicle, site) * TIER + Math.floor(listedSince(vehicle) / DAY_MS) + spread(vehicle.id, MIXED_DAYS);
