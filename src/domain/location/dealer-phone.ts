import type { Phones } from '#src/config/sections/identity.ts';
import type { CarType } from '../vehicle/vehicle.ts';

/** CFG-18: the override where set, else the number for the car's type where its dealership shows it, else the location's. */
export const phoneForCar = (
  phones: Phones,
  type: CarType,
  locationPhone: string,
  isPerCarType: boolean,
): string => phones.override ?? (isPerCarType ? phones[type] : undefined) ?? locationPhone;

/** VDP-17. */
const VISIBLE_CHARACTERS = 5;

/** `07 5550 0110` → `07 55*******` until the shopper reveals it. */
export const maskPhone = (phone: string): string =>
  phone.slice(0, VISIBLE_CHARACTERS) + '*'.repeat(Math.max(0, phone.length - VISIBLE_CHARACTERS));
