import type { PriceDisplay } from './price-display.ts';
import type { StockedVehicle } from './vehicle.ts';

export const photosText = (count: number): string => {
  if (count === 0) return 'No photos yet';
  return count === 1 ? '1 photo' : `${count} photos`;
};

/**
 * VDP-21: what may change of a vehicle while its page is cached, as the page says it. A text that is not there is
 * empty.
 */
export const carFields = (
  { status, reserved, updatedAt }: Pick<StockedVehicle, 'status' | 'reserved' | 'updatedAt'>,
  price: PriceDisplay,
  photos: number,
) => ({
  status,
  reserved,
  price_text: price.text,
  price_type_text: price.typeText ?? '',
  was_text: price.wasText ?? '',
  photos_count: photosText(photos),
  updated_at: updatedAt,
});

export type CarFields = ReturnType<typeof carFields>;
type Name = keyof CarFields;
/** What a page says of itself. */
export type PageFields = { [N in Name]?: CarFields[N] | undefined };

/** A price is never sent without its type. */
const SENT_TOGETHER: readonly (readonly Name[])[] = [
  ['status'],
  ['reserved'],
  ['price_text', 'price_type_text', 'was_text'],
  ['photos_count'],
  ['updated_at'],
];

/**
 * VDP-21: the fields that a page has to update. One that the page doesn't name may have changed with anything
 * else of the vehicle.
 */
export function changedFields(now: CarFields, page: PageFields): Partial<CarFields> {
  const isOlder = Date.parse(page.updated_at ?? '') !== Date.parse(now.updated_at);
  const differs = (name: Name) =>
    name === 'updated_at' || page[name] === undefined ? isOlder : page[name] !== now[name];
  const changed = SENT_TOGETHER.filter((names) => names.some(differs)).flat();
  return Object.fromEntries(changed.map((name) => [name, now[name]]));
}
