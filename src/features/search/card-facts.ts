import type { CardConfig } from '#src/config/sections/vehicle-page.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import { valueLabel } from '#src/domain/search/facet-values.ts';
import { facetNamed } from '#src/domain/search/facets.ts';
import { isSellable } from '#src/domain/vehicle/card-tag.ts';

export const conditionLabel = (carType: string): string => valueLabel(facetNamed('car_type'), carType);

/** CARD-04. @param cents the price shown, if any */
export function hasHeart(
  car: Pick<CardDocument, 'status' | 'car_type' | 'image_id'>,
  cents: number | null,
  { favourites, favouritesHiddenFor }: Pick<CardConfig, 'favourites' | 'favouritesHiddenFor'>,
): boolean {
  const exceptions = {
    not_used: car.car_type !== 'used',
    no_price: cents === null || cents <= 0,
    no_images: !car.image_id,
  };
  return favourites && isSellable(car) && !favouritesHiddenFor.some((name) => exceptions[name]);
}
