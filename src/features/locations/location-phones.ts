import type { Phones } from '#src/config/sections/business/identity-section.ts';
import type { Location } from '#src/config/sections/business/locations-section.ts';
import type { InfoPageName } from '#src/config/sections/content/info-pages-section.ts';
import type { CarType } from '#src/features/vehicle/vehicle.ts';
import { type LocationTab, tabsOf } from './location-directory.ts';

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

/** LOC-13: numbers of a location, with the text of their links; the second says what it is. */
export const placePhones = ({ phone, landline_phone }: Pick<Location, 'phone' | 'landline_phone'>) => [
  { number: phone, text: phone },
  ...(landline_phone === undefined ? [] : [{ number: landline_phone, text: `Landline ${landline_phone}` }]),
];

/** Every number under which a dealer can be called. */
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

/** Shorter ones are no number of a dealer, and would hide prices. */
const FEWEST_DIGITS = 6;
const BETWEEN_DIGITS = String.raw`[\s().-]*`;
const spaced = (digits: string) => [...digits].join(BETWEEN_DIGITS);

/** A number however it is written: with or without spaces, from abroad, and at home without its area code. */
function writtenAs(phone: string): string | undefined {
  const digits = phone.replace(/\D/g, '').replace(/^61(?=\d{9}$)/, '0');
  if (digits.length < FEWEST_DIGITS) return undefined;
  const [, trunk, area = '', rest = digits] = /^(0)([2-9])(\d{8})$/.exec(digits) ?? [];
  if (trunk === undefined) return spaced(digits);
  const abroad = String.raw`(?:\+?${spaced('61')}${BETWEEN_DIGITS}(?:0${BETWEEN_DIGITS})?|0${BETWEEN_DIGITS})`;
  const code = `${abroad}${area}${BETWEEN_DIGITS}`;
  return area === '4' ? `${code}${spaced(rest)}` : `(?:${code})?${spaced(rest)}`;
}

/** The same text with the dealer's numbers masked. */
export type PhoneMask = (text: string) => string;

/** Decision 17: masks these numbers in what a dealer writes in its own words. */
export function phoneMask(phones: readonly string[]): PhoneMask {
  const written = phones.map(writtenAs).filter((pattern) => pattern !== undefined);
  if (written.length === 0) return (text) => text;
  const pattern = new RegExp(String.raw`(?<!\d)(?:${written.join('|')})(?!\d)`, 'g');
  return (text) => text.replace(pattern, maskPhone);
}

/** Whose page it is; any other is everybody's. */
const DEPARTMENTS: Partial<Record<InfoPageName, LocationTab>> = {
  service: 'service',
  'service-plus': 'service',
  'capped-price-servicing': 'service',
  'vehicle-parts-and-accessories': 'parts',
};

/** The number to ring about a page: its department's own where all of its places have the same, else the dealer's. */
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
