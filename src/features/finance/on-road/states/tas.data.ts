import type { StateCharges } from '../charge-period.ts';
import { perPart } from '../duty-scale.ts';
import type { OnRoadVehicle } from '../on-road-vehicle.ts';

const LEAST = 20;
const PASSENGER = perPart(
  100,
  [
    { upTo: 600, rate: 0 },
    { upTo: 35_000, rate: 3 },
    { upTo: 40_000, base: 1050, over: 35_000, rate: 11 },
    { rate: 4 },
  ],
  LEAST,
);
const OTHER = perPart(100, [{ upTo: 600, rate: 0 }, { rate: 3 }], LEAST);

const MAX_SEATS = 9;

/** With the MAIB premium. */
function registration({ build, power, cylinders }: OnRoadVehicle): number {
  if (build === 'motorcycle') return 752.18;
  if (power === 'electric') return 620.18;
  if (cylinders <= 3) return 596.18;
  if (cylinders <= 4) return 620.18;
  if (cylinders <= 6) return 661.18;
  return cylinders <= 8 ? 737.18 : 771.18;
}

/** Duty as published; fees as published for 1 December 2024, with MAIB. Not verified: transfer, indexation since. */
export const TAS: StateCharges = {
  place: 'Tasmania',
  ctpName: 'MAIB premium',
  sources: [
    {
      name: 'State Revenue Office of Tasmania',
      href: 'https://www.sro.tas.gov.au/motor-vehicle-duty/rates-of-duty',
    },
    {
      name: 'Transport Services Tasmania',
      href: 'https://www.transport.tas.gov.au/registration/registration_fees',
    },
  ],
  checkedOn: '2026-11-30',
  periods: [
    {
      from: '2024-01-01',
      duty: ({ build, seats }) => (build === 'passenger' && seats <= MAX_SEATS ? PASSENGER : OTHER),
      registration,
      plates: ({ build }) => (build === 'motorcycle' ? 21.5 : 25.24),
      transfer: 34,
    },
  ],
};
