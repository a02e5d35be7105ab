import type { ChargePeriod, StateCharges } from '../charge-period.ts';
import { lessRelief, perPart } from '../duty-scale.ts';
import type { OnRoadVehicle } from '../on-road-vehicle.ts';

const DUTY = perPart(100, [{ rate: 3 }]);
const PLUG_IN_RELIEF = 1500;
const PLUG_IN = lessRelief(PLUG_IN_RELIEF, DUTY);

const isPlugIn = ({ power }: OnRoadVehicle): boolean => power === 'electric' || power === 'plug-in';

/** Up to four cylinders and 3,000 cc: last cubic centimetre, dollars with compensation charges. */
const SMALL = [
  [500, 669.25],
  [1000, 718.25],
  [1500, 778.25],
  [3000, 831.25],
] as const;
const LARGE = [
  [2500, 843.25],
  [3000, 888.25],
  [3500, 951.25],
  [4000, 999.25],
  [4500, 1058.25],
  [5000, 1107.25],
  [5500, 1200.25],
  [6000, 1252.25],
  [7000, 1339.25],
  [Number.POSITIVE_INFINITY, 1366.25],
] as const;
/** Compensation charges and administration fee alone. */
const WITHOUT_REGISTRATION = 620;

function registration({ build, power, cylinders, engineCc }: OnRoadVehicle): number {
  if (power === 'electric') return WITHOUT_REGISTRATION;
  if (build === 'motorcycle') return engineCc <= 600 ? 530 : 760;
  const isSmall = cylinders <= 4 && engineCc <= 3000;
  return (isSmall ? SMALL : LARGE).find(([last]) => engineCc <= last)?.[1] ?? 0;
}

const CHARGES = {
  plates: () => 34,
  transfer: 21,
} satisfies Partial<ChargePeriod>;

/**
 * Duty and the relief of plug-in vehicles as published, the relief until 30 June 2027. Registration with compensation
 * charges as published for 2024-25. Not verified: indexation since, motorcycles, plates and transfer.
 */
export const NT: StateCharges = {
  place: 'the Northern Territory',
  ctpName: 'MAC premium',
  sources: [
    {
      name: 'Northern Territory Government',
      href: 'https://nt.gov.au/driving/rego/getting-an-nt-registration',
    },
    {
      name: 'concessions for electric vehicles',
      href: 'https://nt.gov.au/driving/rego/getting-an-nt-registration/get-electric-vehicle-registration-and-stamp-duty-concessions',
    },
  ],
  checkedOn: '2026-11-30',
  periods: [
    {
      ...CHARGES,
      from: '2022-07-01',
      until: '2027-06-30',
      duty: (vehicle) => (isPlugIn(vehicle) ? PLUG_IN : DUTY),
      registration: (vehicle) =>
        registration({ ...vehicle, power: isPlugIn(vehicle) ? 'electric' : vehicle.power }),
    },
    {
      ...CHARGES,
      from: '2027-07-01',
      duty: () => DUTY,
      registration: (vehicle) => registration({ ...vehicle, power: 'combustion' }),
    },
  ],
};
