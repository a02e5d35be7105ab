import { isEmptyValue } from './display-text.ts';
import { bodyText, kilometresText } from './key-facts.ts';
import type { PriceDisplay } from './price-display.ts';
import { type Vehicle, vehicleName } from './vehicle.ts';
import { CAR_TYPE_LABELS } from './vehicle-paths.ts';

/** Facts that distinguish cars of one name: condition, kilometres, transmission, fuel. */
export const vehicleChips = (car: Vehicle): string[] =>
  [
    CAR_TYPE_LABELS[car.car_type],
    kilometresText(car.km),
    car.simple_transmission,
    car.simple_fuel ?? car.fuel,
    bodyText(car),
  ].filter((chip) => chip !== undefined);

/** Page title, without the dealer's name. */
export const vehicleTitleTag = (car: Vehicle, city: string): string =>
  `${CAR_TYPE_LABELS[car.car_type]} ${vehicleName(car)} for sale in ${city}`;

/** One sentence of facts for search engines and link previews; a price only with its type. */
export function vehicleDescription(car: Vehicle, price: PriceDisplay, seller: string): string {
  const amount = price.typeText === null ? undefined : `${price.text} ${price.typeText.toLowerCase()}`;
  const facts = [...vehicleChips(car).slice(1), car.colour, amount].filter((fact) => !isEmptyValue(fact));
  const sentence = `${CAR_TYPE_LABELS[car.car_type]} ${vehicleName(car)} at ${seller}`;
  return facts.length > 0 ? `${sentence}: ${facts.join(', ')}.` : `${sentence}.`;
}
