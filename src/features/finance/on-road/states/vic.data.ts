import type { ChargePeriod, StateCharges } from '../charge-period.ts';
import { perPart } from '../duty-scale.ts';
import type { OnRoadVehicle } from '../on-road-vehicle.ts';

/** The first limit is the threshold of the luxury car tax. The rate is that of the band, on the whole value. */
const PASSENGER = perPart(200, [
  { upTo: 80_567, rate: 8.4 },
  { upTo: 100_000, rate: 10.4 },
  { upTo: 150_000, rate: 14 },
  { rate: 18 },
]);
const GREEN_OR_USED = perPart(200, [{ rate: 8.4 }]);
const NEW_OTHER = perPart(200, [{ rate: 5.4 }]);

const MAX_GREEN_GRAMS = 120;
const isGreen = ({ gramsPerKm }: OnRoadVehicle): boolean =>
  gramsPerKm !== undefined && gramsPerKm <= MAX_GREEN_GRAMS;

function duty(vehicle: OnRoadVehicle) {
  if (vehicle.build !== 'passenger') return vehicle.isNew ? NEW_OTHER : GREEN_OR_USED;
  return isGreen(vehicle) ? GREEN_OR_USED : PASSENGER;
}

/** 20.42 fee units of $16.81. */
const REGISTRATION_FEE = 343.3;
const MOTORCYCLE_FEE = 90;
const ELECTRIC_DISCOUNT = 100;

const fee = ({ build }: OnRoadVehicle): number =>
  build === 'motorcycle' ? MOTORCYCLE_FEE : REGISTRATION_FEE;

const CHARGES = {
  duty,
  ctp: ({ build }) => ({ passenger: 587.5, goods: 587.5, motorcycle: 560 })[build],
  plates: ({ build }) => (build === 'motorcycle' ? 21 : 42),
  transfer: 47.6,
} satisfies Omit<ChargePeriod, 'from' | 'registration'>;

/**
 * Duty as published from 1 July 2024. Registration: the published units at the unit of 2025-26; the TAC charge is that
 * of the metropolitan zone, the highest of three. Not verified: fees of motorcycles, plates and transfer, and the end
 * of the discount for electric vehicles.
 */
export const VIC: StateCharges = {
  place: 'Victoria',
  ctpName: 'TAC charge',
  sources: [
    {
      name: 'State Revenue Office Victoria',
      href: 'https://www.sro.vic.gov.au/rates-taxes-duties-and-levies/motor-vehicle-duty-current-rates',
    },
    {
      name: 'VicRoads',
      href: 'https://www.vicroads.vic.gov.au/registration/registration-fees/vehicle-registration-fees',
    },
  ],
  checkedOn: '2026-11-30',
  periods: [
    {
      ...CHARGES,
      from: '2024-07-01',
      until: '2025-12-31',
      registration: (vehicle) =>
        Math.max(0, fee(vehicle) - (vehicle.power === 'electric' ? ELECTRIC_DISCOUNT : 0)),
    },
    { ...CHARGES, from: '2026-01-01', registration: fee },
  ],
};
