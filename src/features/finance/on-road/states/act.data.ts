import type { StateCharges } from '../charge-period.ts';
import { type Duty, perPart } from '../duty-scale.ts';
import type { OnRoadVehicle } from '../on-road-vehicle.ts';

const MIDDLE = 45_000;
const TOP = 80_000;
const TOP_RATE = 8;

/** Continuous at both limits. */
function scale(rate: number, rateAbove: number): Duty {
  const base = (MIDDLE / 100) * rate;
  const top = base + ((TOP - MIDDLE) / 100) * rateAbove;
  return perPart(100, [
    { upTo: MIDDLE, rate },
    { upTo: TOP, base, over: MIDDLE, rate: rateAbove },
    { base: top, over: TOP, rate: TOP_RATE },
  ]);
}

const ZERO_EMISSION = scale(2.5, 4);
const UNRATED = scale(3, 5);
const HIGHEST_EMISSION = scale(4.53, 7.8);
const MOTORCYCLE = perPart(100, [{ rate: 3 }]);
const ELECTRIC_MOTORCYCLE = perPart(100, [{ rate: 2.5 }]);

/** Category D. */
const HIGH_GRAMS = 221;
const LOW_GRAMS = 130;

function duty({ build, power, isNew, gramsPerKm }: OnRoadVehicle): Duty {
  if (build === 'motorcycle') return power === 'electric' ? ELECTRIC_MOTORCYCLE : MOTORCYCLE;
  if (power === 'electric') return ZERO_EMISSION;
  return isNew && gramsPerKm !== undefined && gramsPerKm >= HIGH_GRAMS ? HIGHEST_EMISSION : UNRATED;
}

const isLow = ({ gramsPerKm }: OnRoadVehicle): boolean => gramsPerKm !== undefined && gramsPerKm <= LOW_GRAMS;

/**
 * From 1 September 2025: the ends of the range as reported of the budget of 2025-26 (2.5 per cent without emissions,
 * 4.5 and 7.8 per cent in category D, 8 per cent above $80,000). Not verified: the rates of categories AA to C, for
 * which that of a vehicle without a rating is used, and registration, insurance and fees.
 */
export const ACT: StateCharges = {
  place: 'the ACT',
  ctpName: 'motor accident injuries insurance',
  sources: [
    { name: 'ACT Revenue Office', href: 'https://www.revenue.act.gov.au/duties/motor-vehicle-duty' },
    {
      name: 'Access Canberra',
      href: 'https://www.accesscanberra.act.gov.au/driving-transport-and-parking/registration/calculate-your-vehicle-registration',
    },
  ],
  checkedOn: '2026-11-30',
  periods: [
    {
      from: '2025-09-01',
      duty,
      registration: (vehicle) => {
        if (vehicle.build === 'motorcycle') return 150;
        return isLow(vehicle) ? 520 : 620;
      },
      ctp: ({ build }) => ({ passenger: 440, goods: 440, motorcycle: 330 })[build],
      plates: () => 110.6,
      transfer: 46,
    },
  ],
};
