import type { DealershipSwitches } from '#src/config/sections/locations.ts';
import type { CARD_CHIPS, CardConfig } from '#src/config/sections/vehicle-page.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import { valueLabel } from '#src/domain/search/facet-values.ts';
import { facetNamed } from '#src/domain/search/facets.ts';
import { isSellable } from '#src/domain/vehicle/card-tag.ts';

const wholeNumber = new Intl.NumberFormat('en-AU');

/** CARD-01: the text of a fact's chip; null if the car does not have it. */
export function chipText(
  name: (typeof CARD_CHIPS)[number],
  car: Pick<CardDocument, 'car_type' | 'transmission' | 'km' | 'fuel' | 'seats' | 'body'>,
): string | null {
  const texts = {
    condition: conditionLabel(car.car_type),
    transmission: car.transmission,
    odometer: typeof car.km === 'number' ? `${wholeNumber.format(car.km)} km` : null,
    fuel: car.fuel,
    seats: typeof car.seats === 'number' ? `${car.seats} seats` : null,
    body: car.body ? valueLabel(facetNamed('body'), car.body) : null,
  };
  return texts[name] || null;
}

export const conditionLabel = (carType: string): string => valueLabel(facetNamed('car_type'), carType);

/** CARD-01: the views of a vehicle's page; a single view is not shown. */
export const viewsText = ({ views = 0 }: Pick<CardDocument, 'views'>): string | null =>
  views > 1 ? `${wholeNumber.format(views)} views` : null;

/** CARD-04. @param cents the price shown, if any */
export function hasHeart(
  car: Pick<CardDocument, 'status' | 'car_type' | 'image_id'>,
  cents: number | null,
  { favourites, favouritesHiddenFor }: Pick<CardConfig, 'favourites' | 'favouritesHiddenFor'>,
  switches: DealershipSwitches | undefined,
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
