import type { CARD_CHIPS } from '#src/config/sections/vehicle-page.ts';
import { KIND_WORDS } from '#src/config/sections/verticals.ts';
import { formatNumber } from '#src/domain/format-number.ts';
import type { CardDocument } from '#src/domain/search/card-document.ts';
import { valueLabel } from '#src/domain/search/facet-values.ts';
import { facetNamed } from '#src/domain/search/facets.ts';
import { MEASURE_TEXTS, type MeasureName } from '#src/domain/vehicle/measures.ts';
import type { SearchSettings } from './search-settings.ts';

/** CARD-01: the dealer's choice is for what it mainly sells; other kinds have their own facts. */
export const chipNames = (
  { item_type }: Pick<CardDocument, 'item_type'>,
  { card, kind }: Pick<SearchSettings, 'card' | 'kind'>,
): readonly (typeof CARD_CHIPS)[number][] =>
  (item_type === kind ? card.chips : undefined) ?? KIND_WORDS[item_type].chips;

/** CARD-01: the text of a fact's chip; null if the car does not have it. */
export function chipText(
  name: (typeof CARD_CHIPS)[number],
  car: Pick<CardDocument, 'car_type' | 'transmission' | 'km' | 'fuel' | 'seats' | 'body' | 'measures'>,
): string | null {
  const measured = (measure: MeasureName) => {
    const value = car.measures?.[measure];
    return value === undefined ? null : MEASURE_TEXTS[measure](value);
  };
  const texts = {
    condition: conditionLabel(car.car_type),
    transmission: car.transmission,
    odometer: typeof car.km === 'number' ? `${formatNumber(car.km)} km` : null,
    fuel: car.fuel,
    seats: typeof car.seats === 'number' ? `${car.seats} seats` : null,
    body: car.body ? valueLabel(facetNamed('body'), car.body) : null,
    berths: measured('berths'),
    length: measured('length'),
    tare: measured('tare'),
    gvm: measured('gvm'),
    engine: measured('engine'),
  };
  return texts[name] || null;
}

export const conditionLabel = (carType: string): string => valueLabel(facetNamed('car_type'), carType);

/** CARD-01: the views of a vehicle's page; a single view is not shown. */
export const viewsText = ({ views = 0 }: Pick<CardDocument, 'views'>): string | null =>
  views > 1 ? `${formatNumber(views)} views` : null;

/** LOC-11: how far away a vehicle is, where the search says from where. */
export const distanceText = ({ distance_km: km }: Pick<CardDocument, 'distance_km'>): string | null => {
  if (km === undefined) return null;
  return km < 1 ? 'less than 1 km away' : `${formatNumber(km)} km away`;
};
