import type { DealerConfig } from '#src/config/dealer-config.ts';
import type { FeedFieldName } from '#src/config/sections/stock/feed-columns.ts';
import type { Finding } from '#src/features/stock/row-problems.ts';
import type { Vehicle } from '#src/features/vehicle/vehicle.ts';
import {
  hasValidCheckDigit,
  isPlaceholderVin,
  isVin,
  vinCheckDigit,
} from '#src/features/vehicle/vehicle-identity.ts';
import { type Cents, formatCents, formatNumber } from '#src/platform/number/number-format.ts';

/** Current date in the dealer's time zone. */
type Calendar = {
  thisYear: number;
  /** YYYY-MM-DD. */
  today: string;
};
type Range = readonly [least: number, most: number];

/** Plausible limits, in the unit of the field. Zero means not stated and is not stored. */
const RANGES: Partial<Record<FeedFieldName, Range>> = {
  seats: [1, 100],
  doors: [1, 12],
  gearnum: [1, 24],
  cylinders: [1, 16],
  sleeps: [1, 20],
  enginesize: [40, 30_000],
  fuelconsumptioncombined: [0.1, 150],
  fuelcapacity: [1, 2000],
  range_km: [10, 3000],
  vehiclelength: [1000, 40_000],
  vehicleheight: [500, 6000],
  vehiclewidth: [400, 6000],
  grossvehiclemass: [50, 200_000],
  towingcapacitybraked: [50, 200_000],
  tare_weight: [30, 80_000],
  aggregate_trailer_mass: [50, 200_000],
  body_width: [3, 20],
  body_length: [3, 80],
};

/** Plausible limits of a vehicle's price: below, a separator was misread; above, nines are a placeholder. */
const MIN_PRICE: Cents = 200_00;
const MAX_PRICE: Cents = 5_000_000_00;

const MIN_WEEKLY: Cents = 10_00;
const MAX_WEEKLY: Cents = 10_000_00;

const MAX_KM = 2_000_000;
const WITH_ODOMETER: ReadonlySet<string> = new Set(['car', 'truck', 'motorcycle']);
/** Older vehicles have been driven more. */
const YEARS_WITH_FEW_KM = 2;
const FEW_KM = 500;
const ONLY_NINES = /^9{6,}$/;

/** No listing or registration in use is older. */
const FIRST_LISTING = '1995-01-01';
const FIRST_EXPIRY = '1970-01-01';
const EXPIRY_YEARS_AHEAD = 10;
/** `0001-01-01`, `01/01/1900`, `1/1/0001 12:00:00 AM`. */
const PLACEHOLDER_DATE = /^(?:(?:0000|0001|1900|9999)-|0?1[-/.]0?1[-/.](?:0001|1900))/;

const finding = (
  field: FeedFieldName,
  value: string,
  expected: string,
  leavesOut: readonly FeedFieldName[] = [field],
): Finding => ({
  field,
  leavesOut,
  value,
  reason: 'implausible',
  expected,
  remedy: 'Correct the cell in the feed, or leave it empty; the value is not shown until then.',
  skipped: false,
});

/** An implausible price invalidates prices that are compared with it. */
function prices(vehicle: Vehicle): Finding[] {
  if (vehicle.item_type === 'part') return [];
  return (['price', 'offer_price', 'before_price'] as const).flatMap((field) => {
    const cents = vehicle[field];
    if (cents === undefined || cents === 0 || (cents >= MIN_PRICE && cents <= MAX_PRICE)) return [];
    const expected = `a price of a vehicle, from ${formatCents(MIN_PRICE)} to ${formatCents(MAX_PRICE)}`;
    const leavesOut = field === 'price' ? (['price', 'offer_price', 'before_price'] as const) : [field];
    return [finding(field, formatCents(cents), expected, leavesOut)];
  });
}

function odometer({ km, car_type: type, item_type: item, year }: Vehicle, { thisYear }: Calendar): Finding[] {
  if (km === undefined) return [];
  if (km > MAX_KM || ONLY_NINES.test(String(km)))
    return [
      finding('km', `${formatNumber(km)} km`, `a reading up to ${formatNumber(MAX_KM)} km, not only nines`),
    ];
  if (type !== 'used' || !WITH_ODOMETER.has(item)) return [];
  // Collectors rarely ride some motorcycles.
  const isOld = item !== 'motorcycle' && thisYear - year > YEARS_WITH_FEW_KM;
  if (km > 0 && !(isOld && km < FEW_KM)) return [];
  const expected = isOld
    ? `at least ${FEW_KM} km on a used ${item} of ${year}`
    : `a reading above 0 km on a used ${item}`;
  return [finding('km', `${formatNumber(km)} km`, expected)];
}

function dates(
  { created_at: listed, rego_expiry: expiry, inspection, ...vehicle }: Vehicle,
  { today, thisYear }: Calendar,
): Finding[] {
  const lastExpiry = `${thisYear + EXPIRY_YEARS_AHEAD}-12-31`;
  return [
    ...(listed !== undefined && (listed < FIRST_LISTING || listed > today)
      ? [finding('created_at', listed, `a day up to today, ${today}`)]
      : []),
    ...(expiry !== undefined && (expiry < FIRST_EXPIRY || expiry > lastExpiry)
      ? [finding('rego_expiry', expiry, `a day up to ${lastExpiry}`)]
      : []),
    ...(inspection !== undefined &&
    (inspection.inspected_on < FIRST_LISTING || inspection.inspected_on > today)
      ? [finding('inspection', inspection.inspected_on, `an inspection up to today, ${today}`)]
      : []),
    ...(['build_date', 'compliance_date'] as const).flatMap((field) => {
      const text = vehicle[field];
      return text !== undefined && PLACEHOLDER_DATE.test(text)
        ? [finding(field, text, 'a date; this one is none')]
        : [];
    }),
  ];
}

function measures(vehicle: Vehicle): Finding[] {
  return (Object.entries(RANGES) as [FeedFieldName, Range][]).flatMap(([field, [least, most]]) => {
    const value = vehicle[field];
    if (typeof value !== 'number' || value === 0 || (value >= least && value <= most)) return [];
    return [finding(field, formatNumber(value), `from ${formatNumber(least)} to ${formatNumber(most)}`)];
  });
}

/** CFG-14: subscription price, in cents per week. */
function weeklyPrice({ subscription_price: cents }: Vehicle): Finding[] {
  if (cents === undefined || cents === 0 || (cents >= MIN_WEEKLY && cents <= MAX_WEEKLY)) return [];
  const expected = `a price by the week, from ${formatCents(MIN_WEEKLY)} to ${formatCents(MAX_WEEKLY)}`;
  return [finding('subscription_price', formatCents(cents), expected)];
}

/** Readable but impossible values: placeholders, and numbers with misread separators. */
const implausibleValues = (vehicle: Vehicle, rules: Calendar): Finding[] => [
  ...prices(vehicle),
  ...weeklyPrice(vehicle),
  ...odometer(vehicle, rules),
  ...dates(vehicle, rules),
  ...measures(vehicle),
];

/** Next year's models are sold this year; anything later is a typo. */
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

function checkLocation(
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

/** Whether locations named by a vehicle exist. */
export const checkLocationsOf = (
  vehicle: Partial<Pick<Vehicle, PlaceField>>,
  { locations, dealerships }: Pick<CheckRules, 'locations' | 'dealerships'>,
): Finding[] => [
  ...checkLocation('location_slug', vehicle, locations),
  ...checkLocation('dealership_slug', vehicle, dealerships),
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
 * Rules beyond a single cell: dates, locations, VIN checksums, plausibility.
 * @returns the vehicle without invalid values, or undefined if it must be skipped
 */
export function checkVehicle(
  vehicle: Vehicle,
  rules: CheckRules,
): { vehicle?: Vehicle; findings: readonly Finding[] } {
  const findings = [
    ...checkYear(vehicle, rules),
    ...checkLocationsOf(vehicle, rules),
    ...checkVin(vehicle),
    ...implausibleValues(vehicle, rules),
  ];
  if (findings.some(({ skipped }) => skipped)) return { findings };
  const kept = { ...vehicle };
  for (const { leavesOut = [] } of findings) for (const field of leavesOut) delete kept[field];
  return { vehicle: kept, findings };
}
