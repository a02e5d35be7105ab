import type { StateCharges } from '../charge-period.ts';
import { perPart } from '../duty-scale.ts';
import type { OnRoadVehicle } from '../on-road-vehicle.ts';

const PASSENGER = perPart(100, [
  { upTo: 44_999.99, rate: 3 },
  { base: 1350, over: 45_000, rate: 5 },
]);
const OTHER = perPart(100, [{ rate: 3 }]);

/** A four-wheel drive ute with more than three seats counts as a passenger vehicle. */
const isPassenger = ({ build, isFourWheelDrive, seats }: OnRoadVehicle): boolean =>
  build === 'passenger' ? seats <= 9 : build === 'goods' && isFourWheelDrive && seats > 3;

/** Private use: last kilogram of tare weight, dollars of vehicle tax. */
const VEHICLE_TAX = [
  [975, 266],
  [1154, 308],
  [1504, 374],
  [2504, 570],
  [2794, 822],
  [3054, 934],
  [3304, 1023],
  [3564, 1112],
  [3814, 1194],
  [4064, 1284],
  [4324, 1370],
  [Number.POSITIVE_INFINITY, 1457],
] as const;
const REGISTRATION_FEE = 79;
const MOTORCYCLE_TAX = 80;

/**
 * Duty, registration fee and vehicle tax as published. CTP: average Green Slips of June 2024 (greenslips.com.au).
 * Not verified: the motorcycle's tax (as published with a fee of $75), plates and transfer.
 */
export const NSW: StateCharges = {
  place: 'New South Wales',
  ctpName: 'CTP Green Slip',
  sources: [
    {
      name: 'Revenue NSW',
      href: 'https://www.revenue.nsw.gov.au/taxes-duties-levies-royalties/motor-vehicle-duty',
    },
    {
      name: 'Service NSW',
      href: 'https://www.nsw.gov.au/driving-boating-and-transport/vehicle-registration/fees-concessions-and-forms/vehicle-registration-fees',
    },
  ],
  checkedOn: '2026-11-30',
  periods: [
    {
      from: '2024-01-01',
      duty: (vehicle) => (isPassenger(vehicle) ? PASSENGER : OTHER),
      registration: ({ build, tareKg }) =>
        REGISTRATION_FEE +
        (build === 'motorcycle' ? MOTORCYCLE_TAX : (VEHICLE_TAX.find(([last]) => tareKg <= last)?.[1] ?? 0)),
      ctp: ({ build }) => ({ passenger: 546, goods: 735, motorcycle: 462 })[build],
      plates: ({ build }) => (build === 'motorcycle' ? 29 : 58),
      transfer: 39,
    },
  ],
};
