import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { GarageCar } from '#src/features/account/garage-card.ts';
import { shownPictures } from '#src/features/vehicle/media/vehicle-media.ts';
import { pageOf } from '#src/features/vehicle/server/find-vehicle-page.ts';
import { type StockedVehicle, vehicleName } from '#src/features/vehicle/vehicle.ts';
import { vehiclePath } from '#src/features/vehicle/vehicle-paths.ts';
import { imageUrl } from '#src/platform/images/image-url.ts';

/** A vehicle without a page has neither a link nor a picture. */
export function garageCar(dealer: DealerConfig, vehicle: StockedVehicle, now: Date): GarageCar {
  const isListed = pageOf(vehicle, dealer, now).kind === 'listed';
  const [photo] = isListed ? shownPictures(vehicle) : [];
  return {
    name: vehicleName(vehicle),
    path: isListed ? vehiclePath(vehicle.slug) : undefined,
    picture: photo && imageUrl(dealer.images, photo, { width: 320, crop: '4x3' }),
  };
}
