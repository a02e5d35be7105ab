import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Vehicle } from '#src/domain/vehicle/vehicle.ts';
import { hasValidCheckDigit, isPlaceholderVin, isVin, vinCheckDigit } from '#src/domain/vehicle/vin.ts';
import { type Calendar, implausibleValues } from './implausible-values.ts';
import type { Finding } from './row-problem.ts';

/** Next year's models are sold this year; anything later is a typing error. */
const YEARS_AHEAD = 2;

export type CheckRules = Pick<DealerConfig, 'locations' | 'dealerships'> & Calendar;

function checkYear({ year }: Vehicle, { thisYear }: CheckRules): Finding[] {
  const latest = thisYear + YEARS_AHEAD;
  if (year <= latest) return [];
  return [
    {
      field: 'year',
      value: String(year),
      reason: 'not_allowed',
      expected: `a year of build up to ${latest}`,
      remedy: 'Correct the cell in the feed.',
      skipped: true,
    },
  ];
}

type PlaceField = 'location_slug' | 'dealership_slug';

function checkPlace(
  field: PlaceField,
  { [field]: slug }: Partial<Pick<Vehicle, PlaceField>>,
  places: readonly { slug: string }[],
): Finding[] {
  if (slug === undefined || places.some((place) => place.slug === slug)) return [];
  return [
    {
      field,
      leavesOut: [field],
      value: slug,
      reason: 'not_allowed',
      expected: `one of this dealer's slugs: ${places.map((place) => place.slug).join(', ')}`,
      remedy: `Map the feed's word under "stock.feed.values.${field}", or add the place to the dealer file.`,
      skipped: false,
    },
  ];
}

/** Whether the places that a vehicle names are the dealer's. */
export const checkPlaces = (
  vehicle: Partial<Pick<Vehicle, PlaceField>>,
  { locations, dealerships }: Pick<CheckRules, 'locations' | 'dealerships'>,
): Finding[] => [
  ...checkPlace('location_slug', vehicle, locations),
  ...checkPlace('dealership_slug', vehicle, dealerships),
];

function checkVin({ vin: written }: Vehicle): Finding[] {
  const vin = written?.toUpperCase();
  if (vin === undefined) return [];
  if (isPlaceholderVin(vin)) {
    return [
      {
        field: 'vin',
        leavesOut: ['vin'],
        value: vin,
        reason: 'implausible',
        expected: 'a VIN; this one is none',
        remedy: 'Fill the VIN, or leave the cell empty.',
        skipped: false,
      },
    ];
  }
  if (hasValidCheckDigit(vin)) return [];
  return [
    {
      field: 'vin',
      value: vin,
      reason: 'doubtful',
      expected: isVin(vin)
        ? `"${vinCheckDigit(vin)}" in ninth place, where the maker fills the check digit`
        : '17 letters and digits without I, O and Q',
      remedy: 'Compare the VIN with the car.',
      skipped: false,
    },
  ];
}

/**
 * Rules that need more than the cell: the calendar, the dealer's places, the arithmetic of a VIN, what a vehicle can be.
 * @returns the vehicle without what the findings leave out, or undefined if one skips it
 */
export function checkVehicle(
  vehicle: Vehicle,
  rules: CheckRules,
): { vehicle?: Vehicle; findings: readonly Finding[] } {
  const findings = [
    ...checkYear(vehicle, rules),
    ...checkPlaces(vehicle, rules),
    ...checkVin(vehicle),
    ...implausibleValues(vehicle, rules),
  ];
  if (findings.some(({ skipped }) => skipped)) return { findings };
  const kept = { ...vehicle };
  for (const { leavesOut = [] } of findings) for (const field of leavesOut) delete kept[field];
  return { vehicle: kept, findings };
}
