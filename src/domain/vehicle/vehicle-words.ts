import { isEmptyValue } from './display-text.ts';
import { bodyText, kilometresText } from './key-facts.ts';
import { measureTexts } from './measures.ts';
import type { PriceDisplay } from './price-display.ts';
import { type Vehicle, vehicleName } from './vehicle.ts';
import { CAR_TYPE_LABELS } from './vehicle-paths.ts';

/** Facts that distinguish vehicles of one name: condition, kilometres, transmission, fuel; berths and tare of a caravan. */
export const vehicleChips = (car: Vehicle): string[] =>
  [
    CAR_TYPE_LABELS[car.car_type],
    kilometresText(car.km),
    car.simple_transmission,
    car.simple_fuel ?? car.fuel,
    bodyText(car),
    ...measureTexts(car),
  ].filter((chip) => chip !== undefined);

/** Page title, without the dealer's name. */
export const vehicleTitleTag = (car: Vehicle, { kind }: Pick<PriceDisplay, 'kind'>, city: string): string =>
  kind === 'subscription'
    ? `${vehicleName(car)} by subscription in ${city}`
    : `${CAR_TYPE_LABELS[car.car_type]} ${vehicleName(car)} for sale in ${city}`;

/** One sentence of facts for search engines and link previews; a price only with its type. */
export function vehicleDescription(car: Vehicle, price: PriceDisplay, seller: string): string {
  const isWeekly = price.kind === 'subscription';
  const type = isWeekly ? 'by subscription' : price.typeText?.toLowerCase();
  const amount = type === undefined ? undefined : `${price.text} ${type}`;
  const facts = [...vehicleChips(car).slice(1), car.colour, amount].filter((fact) => !isEmptyValue(fact));
  const condition = isWeekly ? '' : `${CAR_TYPE_LABELS[car.car_type]} `;
  const sentence = `${condition}${vehicleName(car)} at ${seller}`;
  return facts.length > 0 ? `${sentence}: ${facts.join(', ')}.` : `${sentence}.`;
}
