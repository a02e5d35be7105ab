import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { Vehicle } from '#src/domain/vehicle/vehicle.ts';
import { hasValidCheckDigit, isVinShaped, vinCheckDigit } from '#src/domain/vehicle/vin.ts';
import type { RowProblem } from './row-problem.ts';

/** Next year's models are sold this year; anything later is a typing error. */
const YEARS_AHEAD = 2;

export type CheckRules = Pick<DealerConfig, 'locations' | 'dealerships'> & { thisYear: number };

/** A rule's finding about one field of a vehicle. */
export type Finding = Omit<RowProblem, 'row' | 'column'> & { field: keyof Vehicle };

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

function checkPlace(
  field: 'location_slug' | 'dealership_slug',
  { [field]: slug }: Vehicle,
  places: readonly { slug: string }[],
): Finding[] {
  if (slug === undefined || places.some((place) => place.slug === slug)) return [];
  return [
    {
      field,
      value: slug,
      reason: 'not_allowed',
      expected: `one of this dealer's slugs: ${places.map((place) => place.slug).join(', ')}`,
      remedy: `Map the feed's word under "stock.feed.values.${field}", or add the place to the dealer file.`,
      skipped: false,
    },
  ];
}

function checkVin({ vin: written }: Vehicle): Finding[] {
  const vin = written?.toUpperCase();
  if (vin === undefined || hasValidCheckDigit(vin)) return [];
  return [
    {
      field: 'vin',
      value: vin,
      reason: 'doubtful',
      expected: isVinShaped(vin)
        ? `"${vinCheckDigit(vin)}" in ninth place, where the maker fills the check digit`
        : '17 letters and digits without I, O and Q',
      remedy: 'Compare the VIN with the car.',
      skipped: false,
    },
  ];
}

/**
 * Rules that need more than the row: the calendar, the dealer's places, the arithmetic of a VIN.
 * @returns the vehicle without an unknown place, or undefined if a finding skips it
 */
export function checkVehicle(
  vehicle: Vehicle,
  rules: CheckRules,
): { vehicle?: Vehicle; findings: readonly Finding[] } {
  const lost = [
    ...checkPlace('location_slug', vehicle, rules.locations),
    ...checkPlace('dealership_slug', vehicle, rules.dealerships),
  ];
  const findings = [...checkYear(vehicle, rules), ...lost, ...checkVin(vehicle)];
  if (findings.some(({ skipped }) => skipped)) return { findings };
  const kept = { ...vehicle };
  for (const { field } of lost) delete kept[field as 'location_slug' | 'dealership_slug'];
  return { vehicle: kept, findings };
}
