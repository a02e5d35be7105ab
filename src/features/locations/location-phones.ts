import type { Phones } from '#src/config/sections/business/identity-section.ts';
import type { Location } from '#src/config/sections/business/locations-section.ts';
import type { InfoPageName } from '#src/config/sections/content/info-pages-section.ts';
import type { CarType } from '#src/features/vehicle/vehicle.ts';
import { type LocationTab, tabsOf } from './location-directory.ts';

/** CFG-18: the override, or the number for the car's type if its dealership shows it, or the location's. */
export const phoneForCar = (
  phones: Phones,
  type: CarType,
  locationPhone: string,
  isPerCarType: boolean,
): string => phones.override ?? (isPerCarType ? phones[type] : undefined) ?? locationPhone;

/** VDP-17. */
const VISIBLE_CHARACTERS = 5;

/** `07 5550 0110` → `07 55*******` until revealed. */
export const maskPhone = (phone: string): string =>
  phone.slice(0, VISIBLE_CHARACTERS) + '*'.repeat(Math.max(0, phone.length - VISIBLE_CHARACTERS));

/** LOC-13: phone numbers of a location with link texts; the second describes its purpose. */
export const locationPhones = ({ phone, landline_phone }: Pick<Location, 'phone' | 'landline_phone'>) => [
  { number: phone, text: phone },
  ...(landline_phone === undefined ? [] : [{ number: landline_phone, text: `Landline ${landline_phone}` }]),
];

/** All phone numbers of a dealer. */
export const dealerPhones = ({
  phones,
  locations,
}: {
  phones: Phones;
  locations: readonly Pick<Location, 'phone' | 'landline_phone'>[];
}): string[] =>
  [
    ...Object.values(phones),
    ...locations.flatMap(({ phone, landline_phone }) => [phone, landline_phone]),
  ].filter((phone) => phone !== undefined);

/** Shorter numbers are not a dealer's, and masking them would hide prices. */
const MIN_DIGITS = 6;
const BETWEEN_DIGITS = String.raw`[\s().-]*`;
const spaced = (digits: string) => [...digits].join(BETWEEN_DIGITS);

/** Matches a number in any notation: with or without spaces, country code or area code. */
function numberPattern(phone: string): string | undefined {
  const digits = phone.replace(/\D/g, '').replace(/^61(?=\d{9}$)/, '0');
  if (digits.length < MIN_DIGITS) return undefined;
  const [, trunk, area = '', rest = digits] = /^(0)([2-9])(\d{8})$/.exec(digits) ?? [];
  if (trunk === undefined) return spaced(digits);
  const abroad = String.raw`(?:\+?${spaced('61')}${BETWEEN_DIGITS}(?:0${BETWEEN_DIGITS})?|0${BETWEEN_DIGITS})`;
  const code = `${abroad}${area}${BETWEEN_DIGITS}`;
  return area === '4' ? `${code}${spaced(rest)}` : `(?:${code})?${spaced(rest)}`;
}

/** Masks the dealer's numbers in a text. */
export type PhoneMask = (text: string) => string;

/** Decision 17: masks these numbers in text written by the dealer. */
export function phoneMask(phones: readonly string[]): PhoneMask {
  const written = phones.map(numberPattern).filter((pattern) => pattern !== undefined);
  if (written.length === 0) return (text) => text;
  const pattern = new RegExp(String.raw`(?<!\d)(?:${written.join('|')})(?!\d)`, 'g');
  return (text) => text.replace(pattern, maskPhone);
}

/** Department of a page; others are general. */
const DEPARTMENTS: Partial<Record<InfoPageName, LocationTab>> = {
  service: 'service',
  'service-plus': 'service',
  'capped-price-servicing': 'service',
  'vehicle-parts-and-accessories': 'parts',
};

/** Phone number for a page: the department's if all of its locations share it, or else the dealer's. */
export function departmentPhone(
  site: {
    phones: { main: string };
    locations: readonly Pick<Location, 'location_type' | 'phone' | 'visible'>[];
  },
  page: InfoPageName,
): string {
  const department = DEPARTMENTS[page];
  const places = site.locations.filter(
    (place) => department !== undefined && place.visible && tabsOf(place).includes(department),
  );
  const [phone, ...others] = new Set(places.map((place) => place.phone));
  return phone && others.length === 0 ? phone : site.phones.main;
}
