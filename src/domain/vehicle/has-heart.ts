import type { DealershipSwitches } from '#src/config/sections/locations.ts';
import type { CardConfig } from '#src/config/sections/vehicle-page.ts';
import type { CardDocument } from '../search/card-document.ts';
import { isSellable } from './card-tag.ts';

/** CARD-04: whether a vehicle can be saved, on its card and by the endpoint. @param cents the price shown, if any */
export function hasHeart(
  car: Pick<CardDocument, 'status' | 'car_type' | 'image_id'>,
  cents: number | null,
  { favourites, favouritesHiddenFor }: Pick<CardConfig, 'favourites' | 'favouritesHiddenFor'>,
  switches: Pick<DealershipSwitches, 'favourites'> | undefined,
): boolean {
  const exceptions = {
    not_used: car.car_type !== 'used',
    no_price: cents === null || cents <= 0,
    no_images: !car.image_id,
  };
  return (
    favourites &&
    switches?.favourites !== false &&
    isSellable(car) &&
    !favouritesHiddenFor.some((name) => exceptions[name])
  );
}
