import type { StateCharges } from '../charge-period.ts';
import { type Duty, perPart } from '../duty-scale.ts';
import type { OnRoadVehicle } from '../on-road-vehicle.ts';

/** The rate above $100,000 is on the whole value. */
const scale = (rate: number, rateAbove: number): Duty =>
  perPart(100, [{ upTo: 100_000, rate }, { rate: rateAbove }]);

const LOW_EMISSION = scale(2, 4);
const UP_TO_4_CYLINDERS = scale(3, 5);
const UP_TO_6_CYLINDERS = scale(3.5, 5.5);
const MORE_CYLINDERS = scale(4, 6);

function duty({ power, cylinders }: OnRoadVehicle): Duty {
  if (power !== 'combustion') return LOW_EMISSION;
  if (cylinders <= 4) return UP_TO_4_CYLINDERS;
  return cylinders <= 6 ? UP_TO_6_CYLINDERS : MORE_CYLINDERS;
}

/** Private use: last number of cylinders, dollars. */
const REGISTRATION = [
  [3, 283.55],
  [4, 360.6],
  [6, 570.95],
  [8, 799.6],
  [Number.POSITIVE_INFINITY, 937.8],
] as const;
const MOTORCYCLE_REGISTRATION = 136.2;
const TRAFFIC_IMPROVEMENT_FEE = 62.9;

/**
 * Duty as published. Registration and traffic improvement fee as published for 2024-25 without its rebate of 20 per
 * cent, which ended on 15 September 2025; CTP and plates as published in August 2025. Not verified: indexation since,
 * a motorcycle's CTP and plate, and the transfer.
 */
export const QLD: StateCharges = {
  place: 'Queensland',
  ctpName: 'CTP insurance',
  sources: [
    {
      name: 'Queensland Government, vehicle registration duty',
      href: 'https://www.qld.gov.au/transport/registration/fees/duty/rates',
    },
    {
      name: 'Queensland Government, registration costs',
      href: 'https://www.qld.gov.au/transport/registration/fees/cost',
    },
  ],
  checkedOn: '2026-11-30',
  periods: [
    {
      from: '2025-09-16',
      duty,
      registration: ({ build, cylinders }) =>
        TRAFFIC_IMPROVEMENT_FEE +
        (build === 'motorcycle'
          ? MOTORCYCLE_REGISTRATION
          : (REGISTRATION.find(([last]) => cylinders <= last)?.[1] ?? 0)),
      ctp: ({ build }) => ({ passenger: 386.8, goods: 430.8, motorcycle: 260 })[build],
      plates: ({ build }) => (build === 'motorcycle' ? 20 : 35.05),
      transfer: 33,
    },
  ],
};
