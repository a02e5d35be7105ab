import { formatNumber } from '../format-number.ts';
import { BODY_LABELS } from '../search/facets.ts';
import { isEmptyValue, regoText } from './display-text.ts';
import { feetText, SPECIFICATIONS } from './specifications.data.ts';
import type { Vehicle } from './vehicle.ts';

export type Fact = { label: string; text: string };

/** VDP-07: facts shown before Show More. */
export const KEY_FACTS_SHOWN = 4;
/** VDP-08: features shown before Show All. */
export const FEATURES_SHOWN = 8;

const withUnit = (value: number | undefined, unit: string) =>
  value === undefined ? undefined : `${formatNumber(value, 2)} ${unit}`;

/** `45,210 km` */
export const kilometresText = (km: number | undefined): string | undefined => withUnit(km, 'km');

/** Motorcycles are named by their cc: tenths of a litre do not tell one from another. */
const engineSizeText = ({ item_type, enginesize, enginesize_litres: litres }: Vehicle) =>
  item_type === 'motorcycle' && enginesize ? withUnit(enginesize, 'cc') : litres && `${litres.toFixed(1)} L`;

function engineText(vehicle: Vehicle): string | undefined {
  const { cylinders, induction } = vehicle;
  const parts = [
    engineSizeText(vehicle) || undefined,
    cylinders ? `${cylinders} ${cylinders === 1 ? 'cylinder' : 'cylinders'}` : undefined,
    isEmptyValue(induction) ? undefined : induction,
  ].filter((part) => part !== undefined);
  return parts.join(', ') || undefined;
}

function transmissionText({ simple_transmission, gearnum }: Vehicle): string | undefined {
  if (simple_transmission === undefined) return undefined;
  // An electric car has one gear, which says nothing.
  return gearnum && gearnum > 1 ? `${simple_transmission}, ${gearnum}\u00a0speed` : simple_transmission;
}

export const bodyText = ({ simple_body }: Pick<Vehicle, 'simple_body'>): string | undefined =>
  simple_body && (BODY_LABELS[simple_body] ?? simple_body);

/** `SR5 GUN126R`, as shown below the title (VDP-30); a series that the badge already names is not repeated. */
export function badgeAndSeries({ badge, series }: Pick<Vehicle, 'badge' | 'series'>): string | null {
  const [named, built] = [badge, series].map((text) => (isEmptyValue(text) ? '' : (text ?? '')));
  const isNamed = ` ${named} `.toLowerCase().includes(` ${built} `.toLowerCase());
  return (isNamed ? [named] : [named, built]).filter(Boolean).join(' ') || null;
}

const toFacts = (rows: readonly (readonly [string, string | number | null | undefined])[]): Fact[] =>
  rows.flatMap(([label, value]) => (isEmptyValue(value) ? [] : [{ label, text: String(value) }]));

/**
 * Key information, the most important first; empty values are left out (VDP-07). What distinguishes one car from
 * another of its kind is separate, see `identityFacts`.
 */
export function keyFacts(vehicle: Vehicle): Fact[] {
  const isCaravan = vehicle.item_type === 'caravan';
  return toFacts([
    ['Berths', isCaravan ? vehicle.sleeps : undefined],
    ['Length', isCaravan ? feetText(vehicle.body_length) : undefined],
    ['Tare', isCaravan ? withUnit(vehicle.tare_weight, 'kg') : undefined],
    ['Aggregate trailer mass', isCaravan ? withUnit(vehicle.aggregate_trailer_mass, 'kg') : undefined],
    ['Odometer', kilometresText(vehicle.km)],
    ['Transmission', transmissionText(vehicle)],
    ['GVM', vehicle.item_type === 'truck' ? withUnit(vehicle.grossvehiclemass, 'kg') : undefined],
    ['Fuel', vehicle.simple_fuel ?? vehicle.fuel],
    ['Body', bodyText(vehicle)],
    ['Drive', vehicle.simple_drive],
    ['Engine', engineText(vehicle)],
    ['Doors', vehicle.doors],
    ['Interior', vehicle.interior_colour],
    ['Build date', vehicle.build_date],
    ['Compliance date', vehicle.compliance_date],
  ]);
}

/**
 * What a shopper wants to know of this very car before they come; empty values are left out (VDP-07, VDP-18).
 * @param today `YYYY-MM-DD` in the dealer's time zone
 */
export const identityFacts = (vehicle: Vehicle, today: string, showUnregistered: boolean): Fact[] =>
  toFacts([
    ['Colour', vehicle.colour],
    ['Seats', vehicle.seats],
    ['Registration plate', vehicle.regplate],
    ['Registration', regoText(vehicle.rego_expiry, today, showUnregistered)],
    ['Warranty', vehicle.warranty],
    ['Series', vehicle.series],
    ['VIN', vehicle.vin],
    ['Stock number', vehicle.stocknum],
  ]);

/** VDP-29, empty values left out. */
export const specifications = (vehicle: Vehicle): Fact[] =>
  toFacts(
    SPECIFICATIONS.map(({ label, key, show }) => {
      const value = vehicle[key];
      return [label, isEmptyValue(value) || value === undefined ? undefined : show(value)] as const;
    }),
  );

/** Equipment and searched-for features as one list, each once. */
export function featureList({ filtered_features, standardEquipment }: Vehicle): string[] {
  const byText = new Map<string, string>();
  for (const feature of [...filtered_features, ...standardEquipment]) {
    const key = feature.trim().toLowerCase();
    if (!isEmptyValue(feature) && !byText.has(key)) byText.set(key, feature.trim());
  }
  return [...byText.values()];
}
