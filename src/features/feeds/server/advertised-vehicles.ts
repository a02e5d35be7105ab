import type { DealerConfig } from '#src/config/dealer-config.ts';
import { canonicalOrigin } from '#src/config/public/public-config.ts';
import { savedPriceOf } from '#src/features/account/saved-cars/saved-change.ts';
import type { AdvertisedVehicle } from '#src/features/feeds/vehicle-ads.ts';
import { shownPictures } from '#src/features/vehicle/media/vehicle-media.ts';
import { priceDisplay, pricingOf } from '#src/features/vehicle/price/price-display.ts';
import { pageOf } from '#src/features/vehicle/server/find-vehicle-page.ts';
import { presentVehicles } from '#src/features/vehicle/server/queries/vehicle-queries.ts';
import { vehiclePlaceOf } from '#src/features/vehicle/server/vehicle-place.ts';
import { type StockedVehicle, vehicleName } from '#src/features/vehicle/vehicle.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { imageUrl } from '#src/platform/images/image-url.ts';
import type { Services } from '#src/server/services.ts';

function advertised(vehicle: StockedVehicle, dealer: DealerConfig): AdvertisedVehicle {
  const origin = canonicalOrigin(dealer);
  const pricing = pricingOf(vehicle, dealer.stock.defaultPriceType);
  const shown = priceDisplay(pricing, { ...dealer.vehiclePage, subscriptionSite: dealer.subscription });
  const { location, dealership } = vehiclePlaceOf(vehicle, dealer);
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
    sellerIds: dealer.outboundFeeds.sellerIds,
    description: vehicle.dealercomments ?? vehicleName(vehicle),
  };
}

/** Vehicles for sale, as their pages show them; excludes parts. */
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
