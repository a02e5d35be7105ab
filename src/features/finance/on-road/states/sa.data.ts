import type { StateCharges } from '../charge-period.ts';
import { perPart } from '../duty-scale.ts';
import type { OnRoadVehicle } from '../on-road-vehicle.ts';

const LOWEST = [
  { upTo: 1000, rate: 1 },
  { upTo: 2000, base: 10, over: 1000, rate: 2 },
] as const;
const LEAST = 5;
const COMMERCIAL = perPart(100, [...LOWEST, { base: 30, over: 2000, rate: 3 }], LEAST);
const OTHER = perPart(
  100,
  [...LOWEST, { upTo: 3000, base: 30, over: 2000, rate: 3 }, { base: 60, over: 3000, rate: 4 }],
  LEAST,
);

/** With CTP, in the metropolitan area. */
function registration({ build, cylinders, tareKg }: OnRoadVehicle): number {
  if (build === 'motorcycle') return 400;
  if (build === 'goods') return tareKg < 1500 ? 910 : 1125;
  if (cylinders <= 4) return 670;
  return cylinders <= 6 ? 815 : 945;
}

/**
 * Duty as published. Registration with CTP as published for 1 July 2023, in the metropolitan area. Not verified:
 * indexation since, a motorcycle's registration (that of an earlier table, 251 to 660 cc), plates and transfer.
 */
export const SA: StateCharges = {
  place: 'South Australia',
  ctpName: 'CTP insurance',
  sources: [
    {
      name: 'RevenueSA',
      href: 'https://www.revenuesa.sa.gov.au/stampduty/motor-vehicles',
    },
    {
      name: 'Service SA',
      href: 'https://www.sa.gov.au/topics/driving-and-transport/motoring-fees/vehicle-registration-fees',
    },
  ],
  checkedOn: '2026-11-30',
  periods: [
    {
      from: '2023-07-01',
      duty: ({ build }) => (build === 'goods' ? COMMERCIAL : OTHER),
      registration,
      plates: () => 34,
      transfer: 32,
    },
  ],
};
