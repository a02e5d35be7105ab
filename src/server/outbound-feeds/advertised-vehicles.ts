import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { imageUrl } from '#src/domain/image/image-url.ts';
import type { AdvertisedVehicle } from '#src/domain/outbound-feeds/advertised-vehicle.ts';
import { shownPictures } from '#src/domain/vehicle/pictures.ts';
import { priceDisplay, pricingOf } from '#src/domain/vehicle/price-display.ts';
import { savedPriceOf } from '#src/domain/vehicle/saved-change.ts';
import type { StockedVehicle } from '#src/domain/vehicle/vehicle.ts';
import { vehicleName } from '#src/domain/vehicle/vehicle.ts';
import { vehiclePath } from '#src/domain/vehicle/vehicle-paths.ts';
import { presentVehicles } from '#src/providers/database/vehicles.ts';
import type { Services } from '../services.ts';
import { pageOf } from '../vehicles/vehicle-page.ts';
import { placeOf } from '../vehicles/vehicle-place.ts';

function advertised(vehicle: StockedVehicle, dealer: DealerConfig): AdvertisedVehicle {
  const origin = canonicalOrigin(dealer);
  const pricing = pricingOf(vehicle, dealer.stock.defaultPriceType);
  const shown = priceDisplay(pricing, { ...dealer.vehiclePage, subscriptionSite: dealer.subscription });
  const { location, dealership } = placeOf(vehicle, dealer);
  return {
    vehicle,
    price: savedPriceOf(shown, pricing) ?? null,
    url: `${origin}${vehiclePath(vehicle.slug)}`,
    photos: shownPictures(vehicle).map(
      (picture) => new URL(imageUrl(dealer.images, picture, { width: 1280, format: 'jpg' }), origin).href,
    ),
    location,
    dealership,
    storeCode: dealer.outboundFeeds.storeCodes[location.slug] ?? location.slug,
    description: vehicle.dealercomments ?? vehicleName(vehicle),
  };
}

/** What a dealer has for sale, as the pages of the vehicles show it; parts are none. */
export async function advertisedVehicles(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  dealer: DealerConfig,
): Promise<AdvertisedVehicle[]> {
  const vehicles = await presentVehicles(db, dealer.slug);
  const now = clock.now();
  return vehicles
    .filter((vehicle) => vehicle.item_type !== 'part' && vehicle.status !== 'sold')
    .filter((vehicle) => pageOf(vehicle, dealer, now).kind === 'listed')
    .sort((a, b) => (a.slug < b.slug ? -1 : 1))
    .map((vehicle) => advertised(vehicle, dealer));
}
