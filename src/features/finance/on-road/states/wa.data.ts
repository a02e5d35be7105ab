import type { StateCharges } from '../charge-period.ts';
import { risingPercent } from '../duty-scale.ts';

const DUTY = risingPercent({ from: 25_000, to: 50_000, lowest: 2.75, highest: 6.5, step: 6666.66 });

const FEE_PER_100_KG = 26.52;
const FLAT_FEE = 6.6;
const RECORDING_FEE = 10.3;
const MOTORCYCLE_FEE = 52;

/**
 * Duty as published. Licence fee per 100 kg of tare, flat fee and recording fee as published for 2023-24. Not
 * verified: indexation since, a motorcycle's licence, motor injury insurance and plates.
 */
export const WA: StateCharges = {
  place: 'Western Australia',
  ctpName: 'motor injury insurance',
  sources: [
    {
      name: 'RevenueWA',
      href: 'https://www.wa.gov.au/organisation/department-of-finance/vehicle-licence-duty',
    },
    {
      name: 'Transport WA',
      href: 'https://www.transport.wa.gov.au/licensing/vehicle-licence-fees-and-payments.asp',
    },
  ],
  checkedOn: '2026-11-30',
  periods: [
    {
      from: '2023-07-01',
      duty: () => DUTY,
      registration: ({ build, tareKg }) =>
        RECORDING_FEE +
        FLAT_FEE +
        (build === 'motorcycle' ? MOTORCYCLE_FEE : Math.ceil(tareKg / 100) * FEE_PER_100_KG),
      ctp: ({ build }) => ({ passenger: 470, goods: 480, motorcycle: 330 })[build],
      plates: () => 31,
      transfer: 20.4,
    },
  ],
};
